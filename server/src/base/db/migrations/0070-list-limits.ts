import type { Migration } from './migration.ts';

/** How many cards a list should have, and its colour. */
export const listLimits: Migration = {
  name: '0070-list-limits',
  shared: `
alter table lists add column colour text;
alter table lists add column card_limit $integer;
alter table lists add column limit_refuses $integer not null default 0;
`,
};
