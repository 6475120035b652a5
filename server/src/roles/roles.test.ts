import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { type Permission, permissions, systemRoles } from '../../../contract/permissions.ts';
import { makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const nobody = service.caller();
const unknown = '0123456789abcdef';

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const of = (workspacePublicId: string, rolePublicId: string) => ({
  params: { workspacePublicId, rolePublicId },
});

const rolesOf = async (workspace: string) => (await ada.call(api.roles.list, at(workspace))).roles;
const idOf = async (workspace: string, name: string) =>
  (await rolesOf(workspace)).find((role) => role.name === name)?.publicId ?? '';
const permissionsOf = async (workspace: string, role: string) =>
  (await ada.call(api.roles.permissions, of(workspace, role))).permissions;
const makeRole = (person: Person, workspace: string, body: BodyOf<typeof api.roles.create>) =>
  person.call(api.roles.create, { ...at(workspace), body });

/** Ada's workspace, in which bob has a role with these permissions. */
async function withBobAs(given: Permission[], hierarchyLevel = 50) {
  const workspace = await makeWorkspace(ada);
  const body = { name: 'moderator', permissions: given, hierarchyLevel };
  const role = await makeRole(ada, workspace, body);
  const member = await makeMember(service, ada, workspace, bob, 'moderator');
  return { workspace, role: role.publicId, member };
}

test('every workspace has the four system roles, highest rank first', async () => {
  const workspace = await makeWorkspace(ada);
  await makeMember(service, ada, workspace, bob, 'guest');
  const roles = await rolesOf(workspace);
  assert.deepEqual(
    roles.map((role) => ({ ...role, publicId: undefined })),
    [
      ['admin', 0, 1],
      ['member', 100, 0],
      ['guest', 200, 1],
      ['guest-of-boards', 300, 0],
    ].map(([name, hierarchyLevel, memberCount]) => ({
      publicId: undefined,
      name,
      description: systemRoles[name as keyof typeof systemRoles].description,
      hierarchyLevel,
      isSystem: true,
      memberCount,
    })),
  );
});

test('E13: all roles with their permissions', async () => {
  const workspace = await makeWorkspace(ada);
  const made = await makeRole(ada, workspace, { name: 'Auditor', permissions: ['card:view', 'board:view'] });
  const reply = await ada.call(api.roles.listPermissions, at(workspace));
  const ids = await rolesOf(workspace);
  assert.deepEqual(reply, {
    roles: [
      { publicId: ids[0]?.publicId, name: 'admin', permissions: [...permissions] },
      { publicId: ids[1]?.publicId, name: 'member', permissions: systemRoles.member.permissions },
      { publicId: made.publicId, name: 'Auditor', permissions: ['board:view', 'card:view'] },
      { publicId: ids[3]?.publicId, name: 'guest', permissions: systemRoles.guest.permissions },
      { publicId: ids[4]?.publicId, name: 'guest-of-boards', permissions: ['workspace:view'] },
    ],
  });
  await ada.refused(400, api.roles.listPermissions, at('short'));
  await nobody.refused(401, api.roles.listPermissions, at(workspace));
  await eve.refused(403, api.roles.listPermissions, at(workspace));
  await ada.refused(404, api.roles.listPermissions, at(unknown));
});

test('E12: the permissions of one role', async () => {
  const workspace = await makeWorkspace(ada);
  const guest = await idOf(workspace, 'guest');
  assert.deepEqual(await ada.call(api.roles.permissions, of(workspace, guest)), {
    rolePublicId: guest,
    name: 'guest',
    permissions: ['workspace:view', 'board:view', 'list:view', 'card:view', 'comment:view', 'member:view'],
  });
  const elsewhere = await idOf(await makeWorkspace(ada), 'guest');
  await ada.refused(400, api.roles.permissions, of(workspace, 'short'));
  await ada.refused(400, api.roles.permissions, of('short', guest));
  await nobody.refused(401, api.roles.permissions, of(workspace, guest));
  await eve.refused(403, api.roles.permissions, of(workspace, guest));
  await ada.refused(404, api.roles.permissions, of(workspace, elsewhere));
  await ada.refused(404, api.roles.permissions, of(workspace, unknown));
  await ada.refused(404, api.roles.permissions, of(unknown, guest));
});

test('a role is created, changed and deleted, and readers are notified', async () => {
  const workspace = await makeWorkspace(ada);
  const recorded = await service.recorded(async () => {
    const given: Permission[] = ['card:edit', 'card:view'];
    const made = await makeRole(ada, workspace, {
      name: ' Editor ',
      description: 'edits',
      permissions: given,
    });
    const { publicId } = made;
    const expected = {
      publicId,
      name: 'Editor',
      description: 'edits',
      hierarchyLevel: 100,
      isSystem: false,
      memberCount: 0,
      permissions: ['card:view', 'card:edit'],
    };
    assert.deepEqual(made, expected);
    const change = (body: BodyOf<typeof api.roles.update>) =>
      ada.call(api.roles.update, { ...of(workspace, publicId), body });
    assert.deepEqual(await change({ name: 'Writer' }), { ...expected, name: 'Writer' });
    const rest = { description: null, permissions: [], hierarchyLevel: 7 };
    assert.deepEqual(await change(rest), { ...expected, name: 'Writer', ...rest });
    assert.deepEqual(await ada.call(api.roles.delete, of(workspace, publicId)), { success: true });
    await ada.refused(404, api.roles.delete, of(workspace, publicId));
    await ada.refused(404, api.roles.permissions, of(workspace, publicId));
  });
  assert.deepEqual(recorded, ['role.created', 'role.updated', 'role.updated', 'role.deleted']);
});

test('a role that breaks a rule is not stored', async () => {
  const workspace = await makeWorkspace(ada);
  const before = await rolesOf(workspace);
  const bodies: unknown[] = [
    {},
    { name: 'x' },
    { name: '', permissions: [] },
    { name: 'x', permissions: ['card:fly'] },
    { name: 'x', permissions: 'card:view' },
    { name: 'x', permissions: ['card:view', 'card:view'] },
    { name: 'x', permissions: [], hierarchyLevel: 0 },
    { name: 'x', permissions: [], hierarchyLevel: 1001 },
    { name: 'x', permissions: [], hierarchyLevel: 1.5 },
  ];
  for (const body of bodies)
    await ada.refused(400, api.roles.create, { ...at(workspace), body: body as never });
  await ada.refused(409, api.roles.create, { ...at(workspace), body: { name: 'ADMIN', permissions: [] } });
  const body = { name: 'x', permissions: [] };
  await nobody.refused(401, api.roles.create, { ...at(workspace), body });
  await eve.refused(403, api.roles.create, { ...at(workspace), body });
  await ada.refused(404, api.roles.create, { ...at(unknown), body });
  assert.deepEqual(await rolesOf(workspace), before);
});

test('of 16 roles of one name made at once, one is stored', async () => {
  const workspace = await makeWorkspace(ada);
  const made = await Promise.allSettled(
    Array.from({ length: 16 }, () => makeRole(ada, workspace, { name: 'Same', permissions: [] })),
  );
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.ok(made.every((each) => each.status === 'fulfilled' || each.reason.status === 409));
});

test('the role admin cannot be changed, member and guest only in what they permit', async () => {
  const workspace = await makeWorkspace(ada);
  const [admin = '', member = '', guest = ''] = (await rolesOf(workspace)).map(({ publicId }) => publicId);
  const one = { permission: 'card:view' as const };
  await ada.refused(403, api.roles.update, { ...of(workspace, admin), body: { description: 'x' } });
  await ada.refused(403, api.roles.grant, { ...of(workspace, admin), body: one });
  await ada.refused(403, api.roles.revoke, { ...of(workspace, admin), body: one });
  for (const role of [admin, member, guest]) {
    await ada.refused(403, api.roles.delete, of(workspace, role));
    await ada.refused(403, api.roles.update, { ...of(workspace, role), body: { name: 'other' } });
    await ada.refused(403, api.roles.update, { ...of(workspace, role), body: { hierarchyLevel: 5 } });
  }
  await ada.call(api.roles.update, { ...of(workspace, guest), body: { permissions: ['card:view'] } });
  assert.deepEqual(await permissionsOf(workspace, guest), ['card:view']);
  assert.deepEqual(await permissionsOf(workspace, admin), [...permissions]);
});

test('a permission is given to a role and taken from it, and acts on the next request', async () => {
  const { workspace, role } = await withBobAs(['workspace:view', 'member:view']);
  const mine = async () => (await bob.call(api.members.myPermissions, at(workspace))).permissions;
  const one = { ...of(workspace, role), body: { permission: 'board:create' as const } };
  assert.deepEqual(await ada.call(api.roles.grant, one), { success: true });
  assert.deepEqual(await mine(), ['workspace:view', 'board:create', 'member:view']);
  assert.deepEqual(await ada.call(api.roles.grant, one), { success: true });
  assert.deepEqual(await ada.call(api.roles.revoke, one), { success: true });
  assert.deepEqual(await ada.call(api.roles.revoke, one), { success: true });
  assert.deepEqual(await mine(), ['workspace:view', 'member:view']);
  await ada.call(api.roles.update, { ...of(workspace, role), body: { permissions: [] } });
  await bob.refused(403, api.members.myPermissions, at(workspace));
  for (const operation of [api.roles.grant, api.roles.revoke]) {
    await ada.refused(400, operation, { ...one, body: { permission: 'all' as never } });
    await nobody.refused(401, operation, one);
    await eve.refused(403, operation, one);
    await bob.refused(403, operation, one);
    await ada.refused(404, operation, { ...of(workspace, unknown), body: one.body });
  }
});

test('a role that members have cannot be deleted; those who were removed do not hold it back', async () => {
  const { workspace, role, member } = await withBobAs(['workspace:view']);
  await ada.refused(409, api.roles.delete, of(workspace, role));
  await ada.call(api.members.remove, { params: { workspacePublicId: workspace, memberPublicId: member } });
  await ada.call(api.invites.inviteMember, {
    ...at(workspace),
    body: { email: 'invited@example.com', role: 'moderator' },
  });
  await ada.refused(409, api.roles.delete, of(workspace, role));
  const { members } = await ada.call(api.workspaces.get, at(workspace));
  const invited = members.find(({ status }) => status === 'invited')?.publicId ?? '';
  await ada.call(api.members.remove, { params: { workspacePublicId: workspace, memberPublicId: invited } });
  await ada.call(api.roles.delete, of(workspace, role));
  assert.deepEqual(
    (await rolesOf(workspace)).map(({ name, memberCount }) => [name, memberCount]),
    [
      ['admin', 1],
      ['member', 0],
      ['guest', 0],
      ['guest-of-boards', 0],
    ],
  );
});

test('a manager of roles can grant only what they hold, and change no role above their own', async () => {
  const held: Permission[] = ['workspace:view', 'workspace:manage', 'member:view', 'card:view'];
  const { workspace, role } = await withBobAs(held);
  const higher = await makeRole(ada, workspace, { name: 'higher', permissions: [], hierarchyLevel: 49 });
  const equal = await makeRole(ada, workspace, {
    name: 'equal',
    permissions: ['board:delete', 'card:view'],
    hierarchyLevel: 50,
  });
  const before = await ada.call(api.roles.listPermissions, at(workspace));
  const refused = (body: BodyOf<typeof api.roles.create>) =>
    bob.refused(403, api.roles.create, { ...at(workspace), body });
  await refused({ name: 'more', permissions: ['card:view', 'card:edit'] });
  await refused({ name: 'above', permissions: [], hierarchyLevel: 49 });
  for (const permission of ['card:edit', 'member:edit', 'workspace:delete'] as const) {
    await bob.refused(403, api.roles.grant, { ...of(workspace, role), body: { permission } });
    const body = { permissions: [...held, permission] };
    await bob.refused(403, api.roles.update, { ...of(workspace, role), body });
  }
  await bob.refused(403, api.roles.update, { ...of(workspace, role), body: { hierarchyLevel: 49 } });
  await bob.refused(403, api.roles.update, { ...of(workspace, higher.publicId), body: { name: 'mine' } });
  await bob.refused(403, api.roles.delete, of(workspace, higher.publicId));
  const one = { permission: 'card:view' as const };
  await bob.refused(403, api.roles.grant, { ...of(workspace, higher.publicId), body: one });
  await bob.refused(403, api.roles.revoke, { ...of(workspace, higher.publicId), body: one });
  assert.deepEqual(await ada.call(api.roles.listPermissions, at(workspace)), before);

  const made = await makeRole(bob, workspace, { name: 'less', permissions: ['card:view'] });
  assert.equal(made.hierarchyLevel, 100);
  const kept = { name: 'still equal', permissions: ['board:delete' as const] };
  const changed = await bob.call(api.roles.update, { ...of(workspace, equal.publicId), body: kept });
  assert.deepEqual(changed.permissions, ['board:delete'], 'what a role permits already is not given');
});

test('a guest who may manage roles makes none that rank above a guest', async () => {
  const workspace = await makeWorkspace(ada);
  const memberPublicId = await makeMember(service, ada, workspace, bob, 'guest');
  await ada.call(api.members.grant, {
    params: { workspacePublicId: workspace, memberPublicId },
    body: { permission: 'workspace:manage' },
  });
  const made = await makeRole(bob, workspace, { name: 'of a guest', permissions: ['card:view'] });
  assert.equal(made.hierarchyLevel, 200);
  const body = { name: 'as member', permissions: [], hierarchyLevel: 100 };
  await bob.refused(403, api.roles.create, { ...at(workspace), body });
});

test('a key grants no more than its own permissions, whatever its owner’s role', async () => {
  const workspace = await makeWorkspace(ada);
  const limits: Permission[] = ['workspace:manage', 'card:view'];
  const { key } = await ada.call(api.users.createApiKey, { body: { name: 'k', permissions: limits } });
  const byKey = service.caller(key);
  const guest = await idOf(workspace, 'guest');
  const body = { name: 'by key', permissions: ['card:edit' as const] };
  await byKey.refused(403, api.roles.create, { ...at(workspace), body });
  await byKey.refused(403, api.roles.grant, { ...of(workspace, guest), body: { permission: 'card:edit' } });
  await byKey.call(api.roles.create, { ...at(workspace), body: { ...body, permissions: ['card:view'] } });
  assert.deepEqual(await permissionsOf(workspace, guest), [...systemRoles.guest.permissions]);
});
