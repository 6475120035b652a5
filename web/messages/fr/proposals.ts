import type { RelationType } from '../../../contract/relation-types.ts';
import { counted, list, number } from './counts.ts';
import { relationTexts } from './relations.ts';

const types: Readonly<Record<RelationType, string>> = relationTexts.types;

export const proposalTexts = {
  open: (count: number, hasMore: boolean) =>
    hasMore ? `Plus de ${number(count)} propositions` : `Proposées : ${number(count)}`,
  openTitle: 'Cartes qui attendent que quelqu’un les accepte',
  hint: 'Cartes proposées par des agents ou des personnes. Elles sont sur le tableau dès que quelqu’un les accepte.',
  none: 'Aucune proposition.',
  more: (count: number) =>
    `Voici les ${number(count)} premières. Les autres viendront quand vous aurez décidé de quelques-unes.`,
  someone: 'Quelqu’un',
  proposes: (who: string, count: number) => `${who} propose ${counted(count, 'carte', 'cartes')}`,
  accept: 'Accepter',
  acceptOne: (title: string) => `Accepter ${title}`,
  acceptAll: 'Tout accepter',
  edit: 'Modifier',
  editOne: (title: string) => `Modifier ${title}`,
  acceptEdited: 'Accepter avec modifications',
  discard: 'Écarter',
  discardOne: (title: string) => `Écarter ${title}`,
  discardAll: 'Tout écarter',
  discardQuestion: (count: number) =>
    `${counted(count, 'carte sera écartée', 'cartes seront écartées')}. La personne qui a fait la proposition peut le voir.`,
  title: 'Titre',
  description: 'Description',
  list: 'Liste',
  firstList: 'La première liste',
  goneList: 'Une liste qui n’existe plus',
  keeps: 'Garder',
  kept: (part: string, names: readonly string[]) => `${part} : ${list(names)}`,
  labels: 'Étiquettes',
  members: 'Membres',
  dates: 'Dates',
  relations: 'Liens',
  goneMember: 'quelqu’un qui n’est plus là',
  start: (date: string) => `Début ${date}`,
  due: (date: string) => `Échéance ${date}`,
  items: (count: number) => counted(count, 'élément de checklist', 'éléments de checklist'),
  relation: (type: RelationType, title: string) => `${types[type]} « ${title} »`,
  otherCard: 'une autre carte',
  leftOut: (count: number) =>
    `${counted(count, 'lien a été laissé', 'liens ont été laissés')} de côté : les autres cartes n’existent plus.`,
  problemOf: (title: string, problem: string) => `« ${title} » : ${problem}`,
  problems: {
    'unknown-list-of-board': 'Sa liste n’existe plus. Choisissez « Modifier », puis une autre liste.',
    'several-lists': 'Plusieurs listes sont possibles. Choisissez « Modifier », puis l’une d’elles.',
    'members-blind':
      'Un membre ne peut plus voir ce tableau. Choisissez « Modifier », et laissez les membres de côté.',
  } as Readonly<Record<string, string>>,
};
