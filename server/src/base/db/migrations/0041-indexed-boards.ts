import type { Migration } from './migration.ts';

/** Since when search engines may list the page of a public board; null if they may not. */
export const indexedBoards: Migration = {
  name: '0041-indexed-boards',
  shared: `
alter table boards add column indexed_at $integer;
`,
};
