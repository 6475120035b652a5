import type { Migration } from './migration.ts';

/** When work on a card begins. */
export const startDates: Migration = {
  name: '0039-start-dates',
  shared: `
alter table cards add column start_at $integer;
`,
};
