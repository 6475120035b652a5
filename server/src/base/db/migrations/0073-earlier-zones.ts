import type { Migration } from './migration.ts';

/**
 * The time zone that somebody had before, and until when: what they were told by that clock is not told again. And the list in
 * which mails to an address become cards; null for the first one of the board.
 */
export const earlierZones: Migration = {
  name: '0073-earlier-zones',
  shared: `
alter table users add column earlier_time_zone text;
alter table users add column earlier_time_zone_until $integer;
alter table mailboxes add column list_id $key;
`,
};
