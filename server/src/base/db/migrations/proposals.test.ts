import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPermissions, bitOf, maskOf } from '../../../../../contract/permissions.ts';
import { type Known, releasedData } from '../../../testing/release.ts';
import { openDatabase } from '../open.ts';

const propose = bitOf('card:propose');
const create = bitOf('card:create');

const custom = ({ workspace }: Known, id: string, permissions: number) =>
  `insert into roles (workspace_id, id, name, level, is_system, permissions, created_at)
    values ('${workspace}', '${id}', '${id}', 50, 0, ${permissions}, 1)`;

const overridden = ({ workspace }: Known, id: string, { granted = 0, revoked = 0 }) =>
  `insert into members (workspace_id, id, email, role_id, status, granted, revoked, created_at)
    select workspace_id, '${id}', '${id}@example.com', id, 'active', ${granted}, ${revoked}, 1 from roles
    where workspace_id = '${workspace}' and name = 'guest'`;

const key = ({ workspace }: Known, name: string, permissions: number | null) =>
  `insert into api_keys (user_id, name, prefix, key_hash, permissions, workspace_id, created_at)
    select created_by, '${name}', 'tbk_', '${name}', ${permissions}, null, 1 from workspaces where id = '${workspace}'`;

test('who could create cards may propose them after the update, and nobody else', async () => {
  const { known, ...database } = await releasedData('v0.1.0');
  for (const statement of [
    custom(known, 'maker', maskOf(['card:view', 'card:create'])),
    custom(known, 'editor', bitOf('card:edit')),
    overridden(known, 'granted', { granted: create }),
    overridden(known, 'revoked', { revoked: create }),
    key(known, 'whole', 2 ** 24 - 1),
    key(known, 'maker', create),
    key(known, 'unlimited', null),
  ])
    await database.sql(statement);
  await (await openDatabase(database)).close();

  const roles = await database.sql<{ name: string; permissions: number }>(
    `select name, permissions from roles where workspace_id = '${known.workspace}'`,
  );
  const proposing = roles.filter(({ permissions }) => (Number(permissions) & propose) !== 0);
  assert.deepEqual(proposing.map(({ name }) => name).sort(), ['admin', 'maker', 'member']);
  const members = await database.sql<{ id: string; granted: number; revoked: number }>(
    "select id, granted, revoked from members where id in ('granted', 'revoked') order by id",
  );
  assert.deepEqual(
    members.map(({ id, granted, revoked }) => [id, Number(granted), Number(revoked)]),
    [
      ['granted', create + propose, 0],
      ['revoked', 0, create + propose],
    ],
  );
  const keys = await database.sql<{ name: string; permissions: number | null }>(
    "select name, permissions from api_keys where key_hash in ('whole', 'maker', 'unlimited') order by name",
  );
  assert.deepEqual(
    keys.map(({ name, permissions }) => [name, permissions === null ? null : Number(permissions)]),
    [
      ['maker', create],
      ['unlimited', null],
      ['whole', allPermissions],
    ],
  );
  await database.remove();
});
