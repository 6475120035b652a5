import type { Migration } from './migration.ts';

/** For how long sessions were unused. */
export const idleSessions: Migration = {
  name: '0107-idle-sessions',
  shared: `
alter table sessions add column acted_at $integer;
alter table sessions add column longest_idle $integer;
`,
};
