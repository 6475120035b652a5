import type { BoardActivityKind } from '../../../contract/board-activities.ts';
import { boardActivityDays } from '../../../contract/board-activities.ts';
import { fr as phrases } from '../../../contract/phrases/fr.ts';
import { doneIn, phraseIn } from '../../../contract/phrases/phrases.ts';
import { byKey } from '../by.ts';
import { atStart, moment } from '../formats.ts';
import { byTexts } from './by.ts';
import { counted } from './counts.ts';

const phraseOf = (type: string): string => phraseIn(phrases, type);

const stepOf = (type: string): string => atStart(doneIn(phrases, type));

const changes = (count: number): string => counted(count, 'modification', 'modifications');

const kinds: Readonly<Record<BoardActivityKind, string>> = {
  cards: 'Ajouts, archivages, suppressions',
  moves: 'Déplacements',
  comments: 'Commentaires',
  changes: 'Modifications de cartes',
  board: 'Listes et tableau',
};

export const activityTexts = {
  phraseOf,
  kinds,
  everyone: 'Tout le monde',
  everything: 'Tout',
  person: 'Personne',
  kind: 'Ce qui s’est passé',
  someone: 'Quelqu’un',
  by: byKey({ ...byTexts, key: (name) => `avec la clé ${name}` }),
  undid: (count: number, name: string) => `a annulé ${changes(count)} de ${name}`,
  theKey: (name: string) => `la clé ${name}`,
  theUndo: (name: string) => `l’annulation de ${name}`,
  undo: 'Annuler…',
  undoOf: (name: string, at: string) => `Annuler les actions depuis ${moment(at)} : ${name}`,
  undoTitle: (name: string) => `Annuler les actions : ${name}`,
  since: (at: string) =>
    `Sur ce tableau, depuis ${moment(at)}. Ce que d’autres ont modifié depuis reste tel quel.`,
  undoNow: (count: number) => (count === 0 ? 'Annuler' : `Annuler ${changes(count)}`),
  undone: (count: number, left: number) =>
    `${count === 0 ? 'Rien n’a été annulé' : `Annulé : ${changes(count)}`}${left === 0 ? '' : ` ; ${counted(left, 'modification reste', 'modifications restent')}`}.`,
  nothingToUndo: 'Il n’y a rien à annuler.',
  stays: (count: number) => `Inchangé : ${changes(count)}`,
  stepOf,
  why: {
    changed: 'quelqu’un l’a modifié depuis',
    gone: 'n’existe plus',
    impossible: 'cela ne peut pas être annulé',
    refused: 'vous n’en avez pas le droit',
  },
  andMore: (count: number) => `et ${count} de plus`,
  none: `Rien de tel ces ${boardActivityDays} derniers jours.`,
  older: `Activité des ${boardActivityDays} derniers jours. Ce qui précède est dans l’historique de chaque carte.`,
  more: 'Afficher plus',
  follow: 'Suivre dans un lecteur de flux',
};
