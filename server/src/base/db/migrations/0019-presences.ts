import type { Migration } from './migration.ts';

/** Who is viewing which board, for a minute, so that all nodes know. */
export const presences: Migration = {
  name: '0019-presences',
  shared: `
create table presences (
  workspace_id $key not null,
  board_id $key not null,
  user_id $key not null,
  tab_id $key not null,
  card_id $key,
  editing $integer not null,
  said_at $integer not null,
  expires_at $integer not null,
  primary key (workspace_id, board_id, user_id, tab_id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
);
create index presences_expiry on presences (expires_at);
`,
};
