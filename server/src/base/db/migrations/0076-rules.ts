import type { Migration } from './migration.ts';

/**
 * Rules of boards, what they did, and how far each workspace's change log was read for them. A run is unique by its rule and
 * what caused it, so that it is made once.
 */
export const rules: Migration = {
  name: '0076-rules',
  shared: `
create table rules (
  workspace_id $key not null,
  id $key not null,
  board_id $key not null,
  name text not null,
  kind text not null,
  settings text not null,
  place $integer not null,
  active $integer not null,
  paused text,
  listens $integer not null,
  since $integer not null,
  next_at $integer,
  failures $integer not null,
  mask $integer not null,
  made_by $key not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
);
create index rules_board on rules (workspace_id, board_id);
create index rules_listening on rules (workspace_id) where listens = 1;
create index rules_next on rules (next_at) where next_at is not null;
create table rule_runs (
  workspace_id $key not null,
  id $key not null,
  board_id $key not null,
  rule_id $key not null,
  cause text not null,
  card_id $key,
  state text not null,
  actions text not null,
  error text,
  depth $integer not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, rule_id, cause),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade
);
create index rule_runs_board on rule_runs (workspace_id, board_id, id);
create table rule_positions (
  workspace_id $key not null primary key references workspaces (id) on delete cascade,
  position $integer not null
);
`,
};
