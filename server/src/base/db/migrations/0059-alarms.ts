import type { Migration } from './migration.ts';

/** When somebody is next to be told that a card is due soon, or overdue. Cards from before get it once they change. */
export const alarms: Migration = {
  name: '0059-alarms',
  shared: `
alter table cards add column alarm_at $integer;
create index cards_alarm on cards (alarm_at) where alarm_at is not null;
`,
};
