import type { Migration } from './migration.ts';

/** What was done with API keys, as it was before and after, so that it can be undone. */
export const undoSteps: Migration = {
  name: '0093-undo-steps',
  shared: `
create table undo_steps (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  board_id $key not null,
  card_id $key,
  type text not null,
  user_id $key not null,
  session $key not null,
  session_name text not null,
  things text,
  created_at $integer not null,
  primary key (workspace_id, id)
);
create index undo_steps_session on undo_steps (workspace_id, board_id, session, created_at, id, card_id);
create index undo_steps_user on undo_steps (workspace_id, board_id, user_id, created_at, id, card_id);
create index undo_steps_age on undo_steps (created_at);
`,
};
