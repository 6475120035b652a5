import type { Migration } from './migration.ts';

/** The filter of the cards that an export has; exports from before have all. */
export const filtersOfExports: Migration = {
  name: '0082-filters-of-exports',
  shared: `
alter table exports add column filter text;
`,
};
