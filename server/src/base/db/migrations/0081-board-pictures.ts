import type { Migration } from './migration.ts';

/** The pictures behind the lists of boards: small ones, so that backups, copies and moves of boards need no files for them. */
export const boardPictures: Migration = {
  name: '0081-board-pictures',
  shared: `
create table board_pictures (
  workspace_id $key not null,
  board_id $key not null,
  id $key not null,
  content text not null,
  primary key (workspace_id, board_id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
);
`,
};
