import type { Migration } from './migration.ts';

/**
 * Merges and previews are leased by the number of the attempt, as imports and exports are, and a running attempt counts as a
 * death until it has ended.
 */
export const attempts: Migration = {
  name: '0037-attempts',
  shared: `
alter table placeholders add column merge_attempts $integer not null default 0;
alter table attachments add column preview_deaths $integer not null default 0;
update attachments set preview_deaths = preview_attempts where preview_due is not null;
update imports set deaths = deaths + 1 where due_at is not null and state = 'running';
update exports set deaths = deaths + 1 where due_at is not null and state = 'running';
`,
};
