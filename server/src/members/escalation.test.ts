import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { type Permission, permissions, systemRoles } from '../../../contract/permissions.ts';
import { makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* Nobody can grant permissions that they do not hold, or change a member whose role ranks above their own. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const cyd = await service.signUp('cyd');

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const of = (workspacePublicId: string, memberPublicId: string) => ({
  params: { workspacePublicId, memberPublicId },
});

/** Ada's workspace, in which bob has a role and additional permissions by overrides. */
async function withBob(role: string, extra: Permission[]) {
  const workspace = await makeWorkspace(ada);
  const bobs = await makeMember(service, ada, workspace, bob, role);
  for (const permission of extra) {
    await ada.call(api.members.grant, { ...of(workspace, bobs), body: { permission } });
  }
  const [first] = (await ada.call(api.workspaces.get, at(workspace))).members;
  return { workspace, bobs, adas: first?.publicId ?? '' };
}

/** Everything that determines permissions in a workspace. */
const rights = (workspace: string) =>
  service.sql(`select m.id, m.status, m.granted, m.revoked, r.name, r.permissions, r.level from members m
    join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
    where m.workspace_id = '${workspace}' order by m.id`);

test('a guest with member:edit grants neither themselves nor others what a guest does not hold', async () => {
  const { workspace, bobs } = await withBob('guest', ['member:edit']);
  const cyds = await makeMember(service, ada, workspace, cyd, 'guest');
  const before = await rights(workspace);
  const held = ['workspace:view', 'board:view', 'list:view', 'card:view', 'comment:view', 'member:view'];
  for (const permission of permissions.filter((each) => ![...held, 'member:edit'].includes(each))) {
    for (const member of [bobs, cyds]) {
      const { issues } = await bob.refused(403, api.members.grant, {
        ...of(workspace, member),
        body: { permission },
      });
      assert.match(issues[0]?.message ?? '', new RegExp(permission));
    }
  }
  for (const role of ['member', 'admin']) {
    for (const member of [bobs, cyds]) {
      await bob.refused(403, api.members.changeRole, { ...of(workspace, member), body: { role } });
    }
  }
  assert.deepEqual(await rights(workspace), before);
  await bob.call(api.members.grant, { ...of(workspace, cyds), body: { permission: 'member:edit' } });
});

test('a member with member:edit and member:remove does not reach an admin', async () => {
  const { workspace, adas } = await withBob('member', ['member:edit', 'member:remove']);
  await makeMember(service, ada, workspace, cyd, 'admin');
  const before = await rights(workspace);
  const admin = of(workspace, adas);
  await bob.refused(403, api.members.changeRole, { ...admin, body: { role: 'guest' } });
  await bob.refused(403, api.members.changeStatus, { ...admin, body: { status: 'paused' } });
  await bob.refused(403, api.members.remove, admin);
  await bob.refused(403, api.members.grant, { ...admin, body: { permission: 'card:view' } });
  await bob.refused(403, api.members.revoke, { ...admin, body: { permission: 'card:view' } });
  await bob.refused(403, api.members.reset, admin);
  assert.deepEqual(await rights(workspace), before);
});

test('a member with all permissions by overrides is still not an admin and cannot make one', async () => {
  const { workspace, bobs } = await withBob('member', [...permissions]);
  await bob.refused(403, api.members.changeRole, { ...of(workspace, bobs), body: { role: 'admin' } });
  const email = 'friend@example.com';
  await bob.refused(403, api.invites.inviteMember, { ...at(workspace), body: { email, role: 'admin' } });
});

test('one cannot lift the restrictions that were put on oneself', async () => {
  const { workspace, bobs } = await withBob('member', ['member:edit']);
  await ada.call(api.members.revoke, { ...of(workspace, bobs), body: { permission: 'board:create' } });
  const before = await rights(workspace);
  await bob.refused(403, api.members.grant, { ...of(workspace, bobs), body: { permission: 'board:create' } });
  await bob.refused(403, api.members.reset, of(workspace, bobs));
  await bob.refused(403, api.members.resetAll, at(workspace));
  assert.deepEqual(await rights(workspace), before);
});

test('a reset of all members is refused as a whole where one of them ranks above', async () => {
  const { workspace, bobs, adas } = await withBob('member', ['member:edit', 'board:delete']);
  await makeMember(service, ada, workspace, cyd, 'admin');
  await cyd.call(api.members.revoke, { ...of(workspace, adas), body: { permission: 'card:view' } });
  const before = await rights(workspace);
  await bob.refused(403, api.members.resetAll, at(workspace));
  assert.deepEqual(await rights(workspace), before);
  await cyd.call(api.members.resetAll, at(workspace));
  assert.deepEqual((await ada.call(api.members.permissions, of(workspace, bobs))).overrides, []);
});

test('a member who may do less cannot reactivate one who may do more', async () => {
  const { workspace } = await withBob('member', ['member:edit']);
  const cyds = await makeMember(service, ada, workspace, cyd);
  await ada.call(api.members.grant, { ...of(workspace, cyds), body: { permission: 'board:delete' } });
  await bob.call(api.members.changeStatus, { ...of(workspace, cyds), body: { status: 'paused' } });
  await bob.refused(403, api.members.changeStatus, { ...of(workspace, cyds), body: { status: 'active' } });
  await ada.call(api.members.changeStatus, { ...of(workspace, cyds), body: { status: 'active' } });
});

test('nobody invites to a role that permits more, or ranks higher, than their own', async () => {
  const { workspace } = await withBob('guest', ['member:invite']);
  const body = { name: 'quiet', permissions: [], hierarchyLevel: 20 };
  await ada.call(api.roles.create, { ...at(workspace), body });
  const before = await rights(workspace);
  const email = 'friend@example.com';
  for (const role of [undefined, 'member', 'admin', 'quiet']) {
    await bob.refused(403, api.invites.inviteMember, { ...at(workspace), body: { email, role } });
  }
  await bob.refused(403, api.invites.createLink, at(workspace));
  assert.deepEqual(await rights(workspace), before);
  await bob.call(api.invites.inviteMember, { ...at(workspace), body: { email, role: 'guest' } });
});

test('who holds all that a member may do, as a guest, still makes no members', async () => {
  const { workspace } = await withBob('guest', [...systemRoles.member.permissions, 'member:invite']);
  await bob.refused(403, api.invites.createLink, at(workspace));
  await bob.refused(403, api.invites.inviteMember, { ...at(workspace), body: { email: 'x@example.com' } });
});

test('an invitation to a higher role is not replaced by those below it, also when it has expired', async () => {
  const { workspace } = await withBob('member', ['member:invite']);
  const body = { email: 'friend@example.com', role: 'admin' };
  await ada.call(api.invites.inviteMember, { ...at(workspace), body });
  await service.sql('update invites set expires_at = 1');
  const before = await rights(workspace);
  await bob.refused(403, api.invites.inviteMember, { ...at(workspace), body: { email: body.email } });
  assert.deepEqual(await rights(workspace), before);
});

test('a key with member:edit alone grants nothing else, though its owner could', async () => {
  const { workspace, bobs } = await withBob('guest', []);
  const limits: Permission[] = ['member:edit', 'member:invite', 'member:view'];
  const { key } = await ada.call(api.users.createApiKey, { body: { name: 'k', permissions: limits } });
  const byKey = service.caller(key);
  const before = await rights(workspace);
  await byKey.refused(403, api.members.grant, { ...of(workspace, bobs), body: { permission: 'card:edit' } });
  await byKey.refused(403, api.members.changeRole, { ...of(workspace, bobs), body: { role: 'member' } });
  await byKey.refused(403, api.invites.inviteMember, { ...at(workspace), body: { email: 'x@example.com' } });
  await byKey.refused(403, api.invites.createLink, at(workspace));
  assert.deepEqual(await rights(workspace), before);
  await byKey.call(api.members.grant, { ...of(workspace, bobs), body: { permission: 'member:invite' } });
});

test('a key for one workspace changes nobody in another', async () => {
  const { workspace, bobs } = await withBob('guest', []);
  const workspacePublicId = await makeWorkspace(ada);
  const { key } = await ada.call(api.users.createApiKey, { body: { name: 'k', workspacePublicId } });
  const byKey = service.caller(key);
  await byKey.refused(403, api.members.changeRole, { ...of(workspace, bobs), body: { role: 'admin' } });
  await byKey.refused(403, api.workspaces.get, at(workspace));
  await byKey.call(api.workspaces.get, at(workspacePublicId));
});
