import type { Migration } from './migration.ts';

/*
 * Fields of workspaces. A board that uses one has a row of its own among `fields`, which follows it: whatever reads the fields of
 * a board reads these with them.
 */

export const workspaceFields: Migration = {
  name: '0085-workspace-fields',
  shared: `
create table workspace_fields (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  position $key not null,
  name text not null,
  type $key not null,
  options text,
  settings text,
  shown_on_tile $integer not null,
  created_at $integer not null,
  primary key (workspace_id, id)
);
alter table fields add column workspace_field_id $key;
create index fields_of_workspace on fields (workspace_id, workspace_field_id) where workspace_field_id is not null;
`,
};
