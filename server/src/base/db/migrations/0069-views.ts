import type { Migration } from './migration.ts';

/** Saved views of boards: those that are shared, and those of each person. */
export const views: Migration = {
  name: '0069-views',
  shared: `
create table views (
  workspace_id $key not null,
  id $key not null,
  board_id $key not null,
  user_id $key references users (id) on delete cascade,
  name text not null,
  kind text not null,
  settings text not null,
  place $integer not null,
  created_by $key not null,
  created_at $integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
);
create index views_board on views (workspace_id, board_id, user_id);
create index views_user on views (user_id);
`,
};
