import type { Migration } from './migration.ts';

/**
 * Addresses at which mails of their owner become cards of a board. They belong to the account; a board keeps its id when it
 * moves. The address is made of the ids and signed, so none can be read here.
 */
export const mailboxes: Migration = {
  name: '0060-mailboxes',
  shared: `
create table mailboxes (
  user_id $key not null references users (id) on delete cascade,
  board_id $key not null,
  id $key not null,
  created_at $integer not null,
  primary key (user_id, board_id)
);
`,
};
