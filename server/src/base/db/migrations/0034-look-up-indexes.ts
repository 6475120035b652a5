import type { Migration } from './migration.ts';

/**
 * Indexes by which comments are looked up by their ids, and the cards and boards of a member. SQLite knows nothing of how many
 * rows there are, takes those of a workspace for ten, and read all of them by the key of the table rather than a few by the
 * indexes as they were.
 */
export const lookUpIndexes: Migration = {
  name: '0034-look-up-indexes',
  shared: `
drop index comments_id;
create unique index comments_id on comments (id, workspace_id);
drop index card_members_member;
create index card_members_member on card_members (workspace_id, member_id, card_id);
drop index board_members_member;
create index board_members_member on board_members (workspace_id, member_id, board_id);
`,
};
