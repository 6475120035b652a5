import type { Migration } from './migration.ts';

/**
 * Indexes for looking up comments by id, and the cards and boards of a member. SQLite has no row counts, estimates ten
 * rows per workspace, and read all of them by the table's key rather than a few through the existing indexes.
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
