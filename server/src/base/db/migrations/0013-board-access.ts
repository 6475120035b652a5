import type { Migration } from './migration.ts';

/*
 * A board is open to its workspace, or only to its members, who have a role on it. Anyone who is removed from a
 * workspace, in whatever way, also loses their board memberships. Log entries about boards record the board and whether
 * it was closed at the time, because not every reader may know of it.
 */
const named = 'guest-of-boards';
const workspaceView = 1;
const role = (id: string, now: string) => `
  insert into roles (workspace_id, id, name, description, level, is_system, permissions, created_at)
  select w.id, ${id}, '${named}', 'Sees only the boards of which it is a member', 300, 1, ${workspaceView}, ${now}
  from workspaces w`;

const removed = `delete from board_members where workspace_id = new.workspace_id and member_id = new.id;`;

export const boardAccess: Migration = {
  name: '0013-board-access',
  shared: `
alter table boards add column access text not null default 'workspace'
  check (access = 'workspace' or access = 'members' and visibility = 'private');
create index boards_closed on boards (workspace_id, id) where access = 'members';

create table board_members (
  workspace_id $key not null,
  board_id $key not null,
  member_id $key not null,
  role_id $key not null,
  created_at $integer not null,
  primary key (workspace_id, board_id, member_id),
  foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade,
  foreign key (workspace_id, role_id) references roles (workspace_id, id)
);
create index board_members_member on board_members (workspace_id, member_id);
create index board_members_role on board_members (workspace_id, role_id);

alter table audit_entries add column of_closed_board $integer not null default 0;
alter table webhook_events add column board_id $key;

update roles set name = name || ' ' || id where lower(name) = '${named}';
`,
  own: {
    sqlite: [
      role('lower(hex(randomblob(8)))', "cast(unixepoch('subsec') * 1000000 as integer)"),
      `create trigger members_leave_boards after update of status on members when new.status = 'removed' begin
        ${removed} end`,
    ],
    postgres: [
      role(
        "substr(replace(gen_random_uuid()::text, '-', ''), 17)",
        '(extract(epoch from clock_timestamp()) * 1000000)::bigint',
      ),
      `create function members_leave_boards() returns trigger language plpgsql as $body$ begin
        ${removed}
        return null; end $body$`,
      `create trigger members_leave_boards after update of status on members for each row
        when (new.status = 'removed') execute function members_leave_boards()`,
    ],
  },
  recounts: ['roles'],
};
