import type { Migration } from './migration.ts';

/*
 * The position of a change is a number in its workspace: 1, 2, 3 and so on, without gaps. It is assigned together with
 * the version of what was touched (`changes/versions.ts`), so the latest is stored in the row of the workspace's version.
 *
 * Tables that every change writes to are stored in key order, so that a change touches few pages: on SQLite these two are
 * WITHOUT ROWID tables.
 */
const trigger = `
create trigger users_versioned after update of name, email, image on users begin
  insert into versions (workspace_id, id, version)
  select workspace_id, workspace_id, cast(unixepoch('subsec') * 1000000 as integer)
  from members where user_id = new.id order by workspace_id
  on conflict (workspace_id, id) do update
    set version = case when excluded.version > versions.version then excluded.version else versions.version + 1 end;
end`;

export const changePositions: Migration = {
  name: '0012-change-positions',
  shared: `
alter table changes rename to changes_before;
create table changes (
  workspace_id $key not null,
  position $integer not null,
  type text not null,
  board_id $key,
  card_id $key,
  subject_id $key,
  user_id $key not null,
  created_at $integer not null,
  primary key (workspace_id, position)
) $clustered;
insert into changes (workspace_id, position, type, board_id, card_id, subject_id, user_id, created_at)
  select workspace_id, row_number() over (partition by workspace_id order by transaction_id, id), type, board_id,
    card_id, subject_id, user_id, created_at
  from changes_before;
drop table changes_before;
alter table versions add column position $integer not null default 0;
insert into versions (workspace_id, id, version, position)
  select workspace_id, workspace_id, 0, max(position) from changes
  where workspace_id in (select id from workspaces)
  group by workspace_id
  on conflict (workspace_id, id) do update set position = excluded.position;
`,
  own: {
    sqlite: [
      'drop trigger users_versioned',
      `create table ordered_versions (
        workspace_id text not null references workspaces (id) on delete cascade,
        id text not null,
        version integer not null,
        held_until integer,
        position integer not null default 0,
        primary key (workspace_id, id)
      ) without rowid, strict`,
      `insert into ordered_versions (workspace_id, id, version, held_until, position)
        select workspace_id, id, version, held_until, position from versions`,
      'drop table versions',
      'alter table ordered_versions rename to versions',
      trigger,
    ],
    postgres: [],
  },
  recounts: ['versions'],
};
