import type { Migration } from './migration.ts';

/** Finds the last backup in which nothing is missing. */
export const wholeBackups: Migration = {
  name: '0114-whole-backups',
  shared: `
create index backups_whole on backups (due_at) where state = 'done' and reason is null;
`,
};
