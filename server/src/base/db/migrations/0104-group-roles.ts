import type { Migration } from './migration.ts';

/** Groups of providers that give roles in workspaces, and what members were before these did. */
export const groupRoles: Migration = {
  name: '0104-group-roles',
  shared: `
create table group_roles (
  workspace_id $key not null references workspaces (id),
  id $key not null,
  provider $key not null,
  name text not null,
  role_id $key not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, provider, name),
  foreign key (workspace_id, role_id) references roles (workspace_id, id) on delete cascade
);
create index group_roles_role on group_roles (workspace_id, role_id);
create index group_roles_group on group_roles (provider, name);
create table grouped_members (
  workspace_id $key not null,
  member_id $key not null,
  user_id $key not null,
  provider $key not null,
  base_role_id $key,
  left_at $integer,
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index grouped_members_user on grouped_members (user_id, provider);
`,
};
