import { number } from './counts.ts';

export const moveTexts = {
  title: (what: string) => `${what} verschieben`,
  copyTitle: (what: string) => `${what} kopieren`,
  card: (title: string) => `„${title}“`,
  board: 'Board',
  list: 'Liste',
  place: (of: number) => `Position, 1 bis ${number(of)}`,
  top: 'Oben',
  bottom: 'Unten',
  at: 'Position',
  move: 'Verschieben',
  copy: 'Kopieren',
  keep: 'Auch kopieren',
  kept: { labels: 'Labels', members: 'Mitglieder', checklists: 'Checklisten' },
  copied: (what: string) => `${what} kopiert`,
  listMoved: (name: string, place: number, of: number) =>
    `${name}: an Position ${place} von ${of} verschoben`,
  listTitle: (name: string) => `Liste „${name}“ verschieben`,
};
