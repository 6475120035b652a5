import type { Migration } from './migration.ts';

/** Client-made ids of all workspaces: no two clients can use the same one, on any node. */
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
