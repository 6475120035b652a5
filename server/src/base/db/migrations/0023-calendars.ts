import type { Migration } from './migration.ts';

/*
 * Addresses at which calendar programs read a board as one of its readers. They belong to the account; a board keeps its
 * id when it moves. Also an index of cards by due date.
 */
export const calendars: Migration = {
  name: '0023-calendars',
  shared: `
create table calendars (
  user_id $key not null references users (id) on delete cascade,
  board_id $key not null,
  token_hash $key not null unique,
  created_at $integer not null,
  primary key (user_id, board_id)
);
create index cards_due on cards (workspace_id, board_id, due_at, id)
  where due_at is not null and archived_at is null and deleted_at is null;
`,
};
