import type { Migration } from './migration.ts';

/** How often a process has died while merging a placeholder: a merge that kills the service repeatedly is given up. */
export const deathsOfMerges: Migration = {
  name: '0036-deaths-of-merges',
  shared: `
alter table placeholders add column merge_deaths $integer not null default 0;
`,
};
