import { counted } from './counts.ts';

/* Texts of the search page. */

export const searchTexts = {
  placeholder: 'Search boards and cards',
  hint: 'Search titles, descriptions, comments and card numbers in all your workspaces.',
  kind: 'What to look for',
  kinds: { all: 'All', card: 'Cards', board: 'Boards' },
  count: (count: number) => (count === 0 ? 'Nothing found' : counted(count, 'result', 'results')),
  changed: (ago: string) => `changed ${ago}`,
};
