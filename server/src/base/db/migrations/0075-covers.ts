import type { Migration } from './migration.ts';

/** What was chosen as the cover of a card: null for its newest picture. */
export const covers: Migration = {
  name: '0075-covers',
  shared: `
alter table cards add column cover text;
`,
};
