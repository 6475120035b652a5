import type { Migration } from './migration.ts';

/*
 * Bits as in contract/permissions.ts at the time: `card:create` is 2^13, `card:propose` is 2^25, and all 25 earlier permissions
 * are 2^25 - 1.
 */

/**
 * Cards that are proposed. Whoever could create cards may propose them: roles, members by an override, and API keys with all
 * permissions.
 */
export const proposals: Migration = {
  name: '0094-proposals',
  shared: `
create table proposals (
  workspace_id $key not null,
  id $key not null,
  board_id $key not null,
  plan_id $key not null,
  content text not null,
  state text not null,
  proposed_by $key not null,
  api_key text,
  created_at $integer not null,
  decided_by $key,
  decided_at $integer,
  card_id $key,
  primary key (workspace_id, id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
);
create index proposals_board on proposals (workspace_id, board_id, state, created_at, id);
create index proposals_plan on proposals (workspace_id, plan_id, created_at, id);
create index proposals_id on proposals (id);
create index proposals_age on proposals (created_at);

update roles set permissions = permissions | 33554432 where (permissions & 8192) <> 0;
update members set granted = granted | 33554432 where (granted & 8192) <> 0;
update members set revoked = revoked | 33554432 where (revoked & 8192) <> 0;
update api_keys set permissions = 67108863 where permissions = 33554431;
`,
};
