import type { Migration } from './migration.ts';

/** The colour with which people have tinted a board; null for its own. */
export const boardBackgrounds: Migration = {
  name: '0080-board-backgrounds',
  shared: `
alter table boards add column background text;
`,
};
