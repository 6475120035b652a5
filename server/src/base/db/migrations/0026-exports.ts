import type { Migration } from './migration.ts';

/*
 * A background export: its subject, its requester, its progress, and its file. `due_at` states when a node may claim it;
 * the running node keeps postponing that, so that another one starts over if the node dies.
 */
export const exports: Migration = {
  name: '0026-exports',
  shared: `
create table exports (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  board_id $key,
  format text not null,
  filename text not null,
  state text not null,
  done $integer not null,
  total $integer not null,
  size $integer,
  storage_key $key,
  error text,
  attempts $integer not null,
  user_id $key not null references users (id),
  api_key text,
  mask $integer not null,
  created_at $integer not null,
  ended_at $integer,
  due_at $integer,
  primary key (workspace_id, id)
);
create index exports_id on exports (id);
create index exports_user on exports (user_id, created_at, id);
create index exports_due on exports (due_at) where due_at is not null;
create index exports_ended on exports (ended_at) where ended_at is not null;
`,
};
