import type { Migration } from './migration.ts';

/*
 * Bits as in contract/permissions.ts at the time: `board:share` is 2^24, `workspace:manage` and `board:edit` together are
 * 72, and all 24 earlier permissions are 2^24 - 1.
 */

/**
 * Publishing and closing boards requires a permission of its own. Granted to roles that could edit boards and manage the
 * workspace, including admins, to members with both permissions by an override, and to API keys with all permissions.
 */
export const boardSharing: Migration = {
  name: '0032-board-sharing',
  shared: `
alter table workspaces add column allow_public_boards $integer not null default 1;

update members set granted = granted | 16777216 where (granted & 72) <> 0 and exists (
  select 1 from roles r where r.workspace_id = members.workspace_id and r.id = members.role_id
    and (r.permissions & 72) <> 72 and ((r.permissions | members.granted) & ~members.revoked & 72) = 72
);
update roles set permissions = permissions | 16777216 where (permissions & 72) = 72;
update api_keys set permissions = 33554431 where permissions = 16777215;
`,
};
