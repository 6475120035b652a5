import type { RelationType } from '../../../contract/relation-types.ts';
import { counted, list, number } from './counts.ts';
import { relationTexts } from './relations.ts';

const types: Readonly<Record<RelationType, string>> = relationTexts.types;

export const proposalTexts = {
  open: (count: number, hasMore: boolean) =>
    hasMore ? `${number(count)}+ vorgeschlagen` : `${number(count)} vorgeschlagen`,
  openTitle: 'Karten, die darauf warten, dass jemand sie annimmt',
  hint: 'Karten, die Agenten oder Personen vorschlagen. Sie sind auf dem Board, sobald jemand sie annimmt.',
  none: 'Nichts ist vorgeschlagen.',
  more: (count: number) =>
    `Das sind die ersten ${number(count)}. Die anderen kommen, sobald du über einige entschieden hast.`,
  someone: 'Jemand',
  proposes: (who: string, count: number) => `${who} schlägt ${counted(count, 'Karte', 'Karten')} vor`,
  accept: 'Annehmen',
  acceptOne: (title: string) => `${title} annehmen`,
  acceptAll: 'Alle annehmen',
  edit: 'Bearbeiten',
  editOne: (title: string) => `${title} bearbeiten`,
  acceptEdited: 'Mit Änderungen annehmen',
  discard: 'Verwerfen',
  discardOne: (title: string) => `${title} verwerfen`,
  discardAll: 'Alle verwerfen',
  discardQuestion: (count: number) =>
    `${counted(count, 'Karte wird', 'Karten werden')} verworfen. Wer sie vorgeschlagen hat, kann das sehen.`,
  title: 'Titel',
  description: 'Beschreibung',
  list: 'Liste',
  firstList: 'Die erste Liste',
  goneList: 'Eine Liste, die es nicht mehr gibt',
  keeps: 'Behalten',
  kept: (part: string, names: readonly string[]) => `${part}: ${list(names)}`,
  labels: 'Labels',
  members: 'Mitglieder',
  dates: 'Termine',
  relations: 'Verknüpfungen',
  goneMember: 'jemand, der nicht mehr dabei ist',
  start: (date: string) => `Beginnt ${date}`,
  due: (date: string) => `Fällig ${date}`,
  items: (count: number) => counted(count, 'Checklisteneintrag', 'Checklisteneinträge'),
  relation: (type: RelationType, title: string) => `${types[type]} „${title}“`,
  otherCard: 'andere Karte',
  leftOut: (count: number) =>
    `${counted(count, 'Verknüpfung wurde', 'Verknüpfungen wurden')} weggelassen: Die anderen Karten gibt es nicht mehr.`,
  problemOf: (title: string, problem: string) => `„${title}“: ${problem}`,
  problems: {
    'unknown-list-of-board': 'Ihre Liste gibt es nicht mehr. Wähle „Bearbeiten“ und eine andere Liste.',
    'several-lists': 'Mehrere Listen können gemeint sein. Wähle „Bearbeiten“ und eine davon.',
    'members-blind':
      'Ein Mitglied kann dieses Board nicht mehr sehen. Wähle „Bearbeiten“ und lass die Mitglieder weg.',
  } as Readonly<Record<string, string>>,
};
