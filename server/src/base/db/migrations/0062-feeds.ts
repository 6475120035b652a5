import type { Migration } from './migration.ts';

/*
 * Addresses at which feed readers see what happened on a board, as one of its readers. They belong to the account; a board keeps
 * its id when it moves.
 */
export const feeds: Migration = {
  name: '0062-feeds',
  shared: `
create table feeds (
  user_id $key not null references users (id) on delete cascade,
  board_id $key not null,
  token_hash $key not null unique,
  created_at $integer not null,
  primary key (user_id, board_id)
);
`,
};
