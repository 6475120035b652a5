import type { Migration } from './migration.ts';

const columns =
  'workspace_id, id, user_id, kind, board_id, card_id, comment_id, actor_id, api_key, times, created_at, told_at, read_at, archived_at';

/**
 * Notifications of more than cards: `data` is what such a one says, as JSON. Those of an account have an empty workspace, which is
 * no row of `workspaces`; SQLite drops a foreign key only with its table.
 */
export const newsOfMore: Migration = {
  name: '0050-news-of-more',
  shared: '',
  own: {
    sqlite: [
      `create table notifications_of_more (
        workspace_id text not null,
        id text not null,
        user_id text not null references users (id),
        kind text not null,
        board_id text,
        card_id text,
        comment_id text,
        actor_id text,
        api_key text,
        data text,
        times integer not null,
        created_at integer not null,
        told_at integer not null,
        read_at integer,
        archived_at integer,
        primary key (workspace_id, id)
      ) strict`,
      `insert into notifications_of_more (${columns}) select ${columns} from notifications`,
      'drop table notifications',
      'alter table notifications_of_more rename to notifications',
      'create index notifications_inbox on notifications (user_id, told_at, id) where archived_at is null',
      'create index notifications_archive on notifications (user_id, told_at, id) where archived_at is not null',
      'create index notifications_unread on notifications (user_id, told_at, id) where archived_at is null and read_at is null',
      'create index notifications_card on notifications (workspace_id, card_id, user_id, kind, created_at)',
      'create index notifications_id on notifications (id, user_id)',
      'create index notifications_told on notifications (told_at)',
    ],
    postgres: [
      'alter table notifications drop constraint notifications_workspace_id_fkey',
      'alter table notifications add column data text',
    ],
  },
};
