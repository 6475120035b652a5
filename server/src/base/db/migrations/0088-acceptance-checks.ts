import type { Migration } from './migration.ts';

/** Acceptance checks among the items of checklists, how items were completed, and lists that refuse cards with open checks. */
export const acceptanceChecks: Migration = {
  name: '0088-acceptance-checks',
  shared: `
alter table checklist_items add column acceptance $integer not null default 0;
alter table checklist_items add column completed_at $integer;
alter table checklist_items add column completed_by text;
alter table checklist_items add column evidence text;
alter table lists add column refuses_open_checks $integer not null default 0;
`,
};
