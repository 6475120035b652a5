import type { Migration } from './migration.ts';

/** Ids that clients made, of all workspaces: no two make the same, on whichever nodes they ask. */
export const claimedIds: Migration = {
  name: '0016-claimed-ids',
  shared: `
create table claimed_ids (
  id $key primary key,
  expires_at $integer not null
);
create index claimed_ids_expiry on claimed_ids (expires_at);
`,
};
