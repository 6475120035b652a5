import type { Migration } from './migration.ts';

/*
 * Former slugs of workspaces and boards, which still lead to them for a while. A board may have moved to another
 * workspace since, so there is no foreign key for that.
 */
export const oldSlugs: Migration = {
  name: '0010-old-slugs',
  shared: `
create table old_workspace_slugs (
  workspace_id $key not null references workspaces (id) on delete cascade,
  slug $key not null,
  free_at $integer not null,
  primary key (workspace_id, slug)
);
create index old_workspace_slugs_slug on old_workspace_slugs (slug);
create index old_workspace_slugs_age on old_workspace_slugs (free_at);

create table old_board_slugs (
  workspace_id $key not null references workspaces (id) on delete cascade,
  slug $key not null,
  board_id $key not null,
  free_at $integer not null,
  primary key (workspace_id, slug)
);
create index old_board_slugs_board on old_board_slugs (workspace_id, board_id, free_at);
create index old_board_slugs_age on old_board_slugs (free_at);
`,
};
