import type { Migration } from './migration.ts';

/*
 * On SQLite, the tables that most changes write to are stored in primary key order, like `changes` and `versions`. A
 * change then dirties fewer pages, which make up most of the cost of a commit: 7.0 instead of 8.6 for toggling a member.
 * The history of a card is on adjacent pages.
 */
export const clustered: Migration = {
  name: '0031-clustered',
  shared: '',
  own: {
    sqlite: [
      `create table activities_in_order (
        workspace_id text not null,
        id text not null,
        card_id text not null,
        type text not null,
        user_id text not null references users (id),
        created_at integer not null,
        group_started_at integer not null,
        from_index integer,
        to_index integer,
        from_title text,
        to_title text,
        from_description text,
        to_description text,
        from_due_at integer,
        to_due_at integer,
        from_list text,
        to_list text,
        label text,
        member_id text,
        comment_id text,
        attachment text,
        api_key text,
        primary key (workspace_id, card_id, created_at),
        foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
      ) without rowid, strict`,
      `insert into activities_in_order select workspace_id, id, card_id, type, user_id, created_at, group_started_at,
        from_index, to_index, from_title, to_title, from_description, to_description, from_due_at, to_due_at,
        from_list, to_list, label, member_id, comment_id, attachment, api_key
        from activities order by workspace_id, card_id, created_at`,
      'drop table activities',
      'alter table activities_in_order rename to activities',
      `create index activities_head on activities (workspace_id, card_id, created_at)
        where created_at = group_started_at`,
      `create table card_members_in_order (
        workspace_id text not null,
        card_id text not null,
        member_id text not null,
        primary key (workspace_id, card_id, member_id),
        foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade,
        foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
      ) without rowid, strict`,
      `insert into card_members_in_order select workspace_id, card_id, member_id from card_members
        order by workspace_id, card_id, member_id`,
      'drop table card_members',
      'alter table card_members_in_order rename to card_members',
      'create index card_members_member on card_members (workspace_id, member_id)',
      `create table card_labels_in_order (
        workspace_id text not null,
        board_id text not null,
        card_id text not null,
        label_id text not null,
        primary key (workspace_id, card_id, label_id),
        foreign key (workspace_id, board_id, card_id) references cards (workspace_id, board_id, id) on delete cascade,
        foreign key (workspace_id, board_id, label_id) references labels (workspace_id, board_id, id)
          on delete cascade
      ) without rowid, strict`,
      `insert into card_labels_in_order select workspace_id, board_id, card_id, label_id from card_labels
        order by workspace_id, card_id, label_id`,
      'drop table card_labels',
      'alter table card_labels_in_order rename to card_labels',
      'create index card_labels_card on card_labels (workspace_id, board_id, card_id)',
      'create index card_labels_label on card_labels (workspace_id, board_id, label_id)',
      // The text comes last, so that counting comments does not read overflow pages.
      `create table comments_in_order (
        workspace_id text not null,
        id text not null,
        card_id text not null,
        created_by text not null references users (id),
        created_at integer not null,
        updated_at integer,
        deleted_at integer,
        comment text not null,
        primary key (workspace_id, card_id, created_at, id),
        foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
      ) without rowid, strict`,
      `insert into comments_in_order select workspace_id, id, card_id, created_by, created_at, updated_at, deleted_at,
        comment from comments order by workspace_id, card_id, created_at, id`,
      'drop table comments',
      'alter table comments_in_order rename to comments',
      'create index comments_id on comments (id)',
      'create index comments_live on comments (workspace_id, card_id, created_at, id) where deleted_at is null',
      `create trigger comments_searched after insert on comments begin
        insert into search_texts (workspace_id, id, kind) values (new.workspace_id, new.id, 'comment'); end`,
      `create trigger comments_searched_again after update of comment on comments
        when new.comment is not old.comment begin update search_texts set title = null, body = null
        where workspace_id = new.workspace_id and id = new.id; end`,
      `create trigger comments_unsearched after delete on comments begin
        delete from search_texts where workspace_id = old.workspace_id and id = old.id; end`,
    ],
    postgres: [],
  },
};
