import type { Migration } from './migration.ts';

/**
 * Code hosts, what they deliver, and the branches, commits and pull requests that name cards. The state of its pull requests stands
 * on a card, so that tiles read it without looking anything up.
 */
export const code: Migration = {
  name: '0089-code',
  shared: `
create table code_hosts (
  workspace_id $key not null references workspaces (id),
  id $key not null,
  kind text not null,
  name text not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until $integer,
  created_by $key not null references users (id),
  created_at $integer not null,
  updated_at $integer,
  last_delivered_at $integer,
  last_refused_at $integer,
  primary key (workspace_id, id)
);
create index code_hosts_id on code_hosts (id);
create index code_hosts_maker on code_hosts (created_by);
create table code_deliveries (
  workspace_id $key not null,
  id $key not null,
  host_id $key not null,
  hash text not null,
  event text not null,
  outcome text not null,
  cards $integer not null,
  repeats $integer not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, host_id, hash),
  foreign key (workspace_id, host_id) references code_hosts (workspace_id, id) on delete cascade
);
create index code_deliveries_newest on code_deliveries (workspace_id, host_id, created_at, id);
create table code_links (
  workspace_id $key not null,
  id $key not null,
  card_id $key not null,
  host_id $key not null,
  kind text not null,
  ref text not null,
  repository text not null,
  title text not null,
  url text not null,
  number $integer,
  state text,
  author text,
  at $integer not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, card_id, host_id, kind, ref),
  foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
);
create index code_links_host on code_links (workspace_id, host_id, kind, ref, card_id);
create index code_links_card on code_links (workspace_id, card_id, at, id);
alter table cards add column pull_request text;
`,
};
