import { number } from './counts.ts';

/* Texts of the dialog that moves and copies cards and lists. */

export const moveTexts = {
  title: (what: string) => `Move ${what}`,
  copyTitle: (what: string) => `Copy ${what}`,
  card: (title: string) => `“${title}”`,
  board: 'Board',
  list: 'List',
  place: (of: number) => `Position, 1 to ${number(of)}`,
  top: 'Top',
  bottom: 'Bottom',
  at: 'Position',
  move: 'Move',
  copy: 'Copy',
  keep: 'Also copy',
  kept: { labels: 'Labels', members: 'Members', checklists: 'Checklists' },
  copied: (what: string) => `${what} copied`,
  listMoved: (name: string, place: number, of: number) => `${name}: moved to position ${place} of ${of}`,
  listTitle: (name: string) => `Move list “${name}”`,
};
