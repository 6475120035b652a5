import type { Migration } from './migration.ts';

/** What a directory has told of members (SCIM 2.0), and its groups. */
export const scim: Migration = {
  name: '0105-scim',
  shared: `
create table scim_users (
  workspace_id $key not null,
  member_id $key not null,
  user_name text not null,
  user_name_key text not null,
  external_id text,
  attributes text not null,
  suspended $integer not null,
  created_at $integer not null,
  updated_at $integer not null,
  version $integer not null,
  primary key (workspace_id, member_id),
  unique (workspace_id, user_name_key),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create table scim_groups (
  workspace_id $key not null references workspaces (id),
  id $key not null,
  name text not null,
  name_key text not null,
  external_id text,
  created_at $integer not null,
  updated_at $integer not null,
  version $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);
create table scim_group_members (
  workspace_id $key not null,
  group_id $key not null,
  member_id $key not null,
  primary key (workspace_id, group_id, member_id),
  foreign key (workspace_id, group_id) references scim_groups (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index scim_group_members_member on scim_group_members (workspace_id, member_id);
`,
};
