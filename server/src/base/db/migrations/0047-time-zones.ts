import type { Migration } from './migration.ts';

/** The time zone and the language of a person; null as long as they are unknown. */
export const timeZones: Migration = {
  name: '0047-time-zones',
  shared: `
alter table users add column time_zone text;
alter table users add column locale text;
`,
};
