import type { Migration } from './migration.ts';

/** How often a process has died while running an import or an export: work that kills the service repeatedly is given up. */
export const deathsOfWork: Migration = {
  name: '0033-deaths-of-work',
  shared: `
alter table imports add column deaths $integer not null default 0;
alter table exports add column deaths $integer not null default 0;
`,
};
