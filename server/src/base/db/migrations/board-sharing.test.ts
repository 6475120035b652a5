import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPermissions, bitOf, maskOf } from '../../../../../contract/permissions.ts';
import { type Known, releasedData } from '../../../testing/release.ts';
import { openDatabase } from '../open.ts';

const share = bitOf('board:share');
/** All that there were before it. */
const earlier = share - 1;
const manages = maskOf(['workspace:manage', 'board:edit']);

const custom = ({ workspace }: Known, id: string, permissions: number) =>
  `insert into roles (workspace_id, id, name, level, is_system, permissions, created_at)
    values ('${workspace}', '${id}', '${id}', 50, 0, ${permissions}, 1)`;

const overridden = ({ workspace }: Known, id: string, granted: number) =>
  `insert into members (workspace_id, id, email, role_id, status, granted, revoked, created_at)
    select workspace_id, '${id}', '${id}@example.com', id, 'active', ${granted}, 0, 1 from roles
    where workspace_id = '${workspace}' and name = 'member'`;

const key = ({ workspace }: Known, name: string, permissions: number | null) =>
  `insert into api_keys (user_id, name, prefix, key_hash, permissions, workspace_id, created_at)
    select created_by, '${name}', 'tbk_', '${name}', ${permissions}, null, 1 from workspaces where id = '${workspace}'`;

test('who could edit boards and manage the workspace may share boards after the update, and nobody else', async () => {
  const { known, ...database } = await releasedData('v0.1.0');
  for (const statement of [
    custom(known, 'manager', manages),
    custom(known, 'editor', bitOf('board:edit')),
    overridden(known, 'manages', bitOf('workspace:manage')),
    overridden(known, 'invites', bitOf('member:invite')),
    key(known, 'whole', earlier),
    key(known, 'most', earlier & ~bitOf('card:delete')),
    key(known, 'unlimited', null),
  ])
    await database.sql(statement);
  await (await openDatabase(database)).close();

  const roles = await database.sql<{ name: string; permissions: number }>(
    `select name, permissions from roles where workspace_id = '${known.workspace}'`,
  );
  const sharing = roles.filter(({ permissions }) => (permissions & share) !== 0);
  assert.deepEqual(sharing.map(({ name }) => name).sort(), ['admin', 'manager']);
  assert.equal(roles.find(({ name }) => name === 'admin')?.permissions, allPermissions);
  const members = await database.sql<{ id: string }>(
    `select id from members where (granted & ${share}) <> 0`,
  );
  assert.deepEqual(members, [{ id: 'manages' }]);
  const keys = await database.sql<{ name: string; permissions: number | null }>(
    "select name, permissions from api_keys where key_hash in ('whole', 'most', 'unlimited') order by name",
  );
  assert.deepEqual(
    keys.map(({ name, permissions }) => [name, permissions]),
    [
      ['most', earlier & ~bitOf('card:delete')],
      ['unlimited', null],
      ['whole', allPermissions],
    ],
  );
  await database.remove();
});
