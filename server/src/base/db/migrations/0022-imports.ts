import type { Migration } from './migration.ts';

/*
 * A background import: its source, its progress, and the node that runs it. `due_at` states when a node may claim it; the
 * running node keeps postponing that, so that another one continues the import if the node dies. A placeholder is a
 * member who stands for a person known only from an import; the placeholders of an incomplete import are hidden.
 */
export const imports: Migration = {
  name: '0022-imports',
  shared: `
create table imports (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  source text not null,
  state text not null,
  options text not null,
  storage_key $key,
  done $integer not null,
  total $integer,
  report text not null,
  error text,
  board_id $key,
  board_name text,
  attempts $integer not null,
  user_id $key not null references users (id),
  api_key text,
  mask $integer not null,
  created_at $integer not null,
  ended_at $integer,
  due_at $integer,
  primary key (workspace_id, id)
);
create index imports_id on imports (id);
create index imports_due on imports (due_at) where due_at is not null;
create index imports_ended on imports (ended_at) where ended_at is not null;

create table placeholders (
  workspace_id $key not null,
  member_id $key not null,
  email $key,
  shown $integer not null,
  created_at $integer not null,
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
create index placeholders_email on placeholders (workspace_id, email) where email is not null;
create index placeholders_hidden on placeholders (created_at) where shown = 0;
`,
};
