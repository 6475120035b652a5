import type { Migration } from './migration.ts';

/** How often a process has died while it merged a placeholder: a merge that ends the service again and again is given up. */
export const deathsOfMerges: Migration = {
  name: '0036-deaths-of-merges',
  shared: `
alter table placeholders add column merge_deaths $integer not null default 0;
`,
};
