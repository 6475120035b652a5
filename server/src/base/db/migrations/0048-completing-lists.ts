import type { Migration } from './migration.ts';

/** Lists that complete the cards put there, and who completed a card. */
export const completingLists: Migration = {
  name: '0048-completing-lists',
  shared: `
alter table lists add column completes $integer not null default 0;
alter table cards add column completed_by $key;
`,
};
