import type { Migration } from './migration.ts';

/*
 * Clients poll whether a board has changed: its version tells, without reading anything else. Each change raises the
 * versions of what it touched (`changes/versions.ts`). A person's name, address and picture are shown in all their
 * workspaces, and written in many places, so a trigger raises those workspaces' versions.
 *
 * Reading a board reads its cards' children: two indexes allow that without reading any text.
 */

/** A version is a time, so that no earlier version recurs after a backup is restored. */
const raise = (now: string, of: 'new') => `
  insert into versions (workspace_id, id, version)
  select workspace_id, workspace_id, ${now} from members where user_id = ${of}.id order by workspace_id
  on conflict (workspace_id, id) do update
    set version = case when excluded.version > versions.version then excluded.version else versions.version + 1 end;`;

const shown = 'update of name, email, image on users';

export const versions: Migration = {
  name: '0004-versions',
  shared: `
create table versions (
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  version $integer not null,
  primary key (workspace_id, id)
);
create index comments_live on comments (workspace_id, card_id, created_at, id) where deleted_at is null;
create index cards_archived on cards (workspace_id, board_id, archived_at, id)
  where archived_at is not null and deleted_at is null;
`,
  own: {
    sqlite: [
      `create trigger users_versioned after ${shown} begin
        ${raise("cast(unixepoch('subsec') * 1000000 as integer)", 'new')} end`,
    ],
    postgres: [
      `create function users_versioned() returns trigger language plpgsql as $body$ begin
        ${raise('(extract(epoch from clock_timestamp()) * 1000000)::bigint', 'new')}
        return null; end $body$`,
      `create trigger users_versioned after ${shown} for each row execute function users_versioned()`,
    ],
  },
};
