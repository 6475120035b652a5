import type { Migration } from './migration.ts';

/**
 * Who watches what, and what somebody was told. Neither refers to what it is about, so that cards, lists and boards go as fast
 * as before: what is gone, or may no longer be seen, is not shown, and is removed later.
 */
export const notifications: Migration = {
  name: '0046-notifications',
  shared: `
create table watches (
  workspace_id $key not null references workspaces (id) on delete cascade,
  user_id $key not null references users (id),
  target_id $key not null,
  watches $integer not null,
  created_at $integer not null,
  primary key (workspace_id, user_id, target_id)
);
create index watches_target on watches (workspace_id, target_id);
create index watches_user on watches (user_id);
create table notifications (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  user_id $key not null references users (id),
  kind text not null,
  board_id $key,
  card_id $key,
  comment_id $key,
  actor_id $key,
  api_key text,
  times $integer not null,
  created_at $integer not null,
  told_at $integer not null,
  read_at $integer,
  archived_at $integer,
  primary key (workspace_id, id)
);
create index notifications_inbox on notifications (user_id, told_at, id) where archived_at is null;
create index notifications_archive on notifications (user_id, told_at, id) where archived_at is not null;
create index notifications_unread on notifications (user_id, told_at, id) where archived_at is null and read_at is null;
create index notifications_card on notifications (workspace_id, card_id, user_id, kind, created_at);
create index notifications_id on notifications (id, user_id);
create index notifications_told on notifications (told_at);
`,
};
