import type { Migration } from './migration.ts';

/**
 * Accounts of operators, the nodes that run, how large workspaces are, and scheduled backups. The indexes are for the lists
 * of accounts and of webhooks that fail, which no workspace bounds.
 */
export const operator: Migration = {
  name: '0100-operator',
  shared: `
alter table users add column operator_since $integer;
create index users_operators on users (email) where operator_since is not null;
create index users_name on users (lower(name));
create index webhooks_failing on webhooks (failing_since) where failing_since is not null;

create table nodes (
  id $key not null primary key,
  host text not null,
  version text not null,
  started_at $integer not null,
  seen_at $integer not null,
  state text not null
);

create table workspace_sizes (
  workspace_id $key not null primary key,
  members $integer not null,
  boards $integer not null,
  cards $integer not null,
  bytes $integer not null,
  changed_at $integer,
  counted_at $integer not null,
  foreign key (workspace_id) references workspaces (id) on delete cascade
);
create index workspace_sizes_counted on workspace_sizes (counted_at);

create table backups (
  due_at $integer not null primary key,
  state text not null,
  attempts $integer not null,
  leased_until $integer not null,
  name text,
  started_at $integer not null,
  ended_at $integer,
  bytes $integer,
  reason text
);
create index backups_state on backups (state, due_at);
`,
};
