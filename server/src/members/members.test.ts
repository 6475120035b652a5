import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { type Permission, permissions, systemRoles } from '../../../contract/permissions.ts';
import { makeBoard, makeCard, makeMember, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const nobody = service.caller();
const unknown = '0123456789abcdef';

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const of = (workspacePublicId: string, memberPublicId: string) => ({
  params: { workspacePublicId, memberPublicId },
});

/** Ada's workspace, with bob as a member. */
async function withBob(role = 'member') {
  const workspace = await makeWorkspace(ada);
  return { workspace, member: await makeMember(service, ada, workspace, bob, role) };
}

const listed = async (workspace: string) =>
  (await ada.call(api.workspaces.get, at(workspace))).members.map(({ email, role, status }) => [
    email,
    role,
    status,
  ]);
const mine = async (workspace: string) =>
  (await bob.call(api.members.myPermissions, at(workspace))).permissions;

test('everyone reads what they may do themselves', async () => {
  const { workspace } = await withBob('guest');
  assert.deepEqual(await bob.call(api.members.myPermissions, at(workspace)), {
    permissions: systemRoles.guest.permissions,
    role: 'guest',
  });
  const { key } = await ada.call(api.users.createApiKey, {
    body: { name: 'k', permissions: ['workspace:view', 'card:edit'] },
  });
  assert.deepEqual(await service.caller(key).call(api.members.myPermissions, at(workspace)), {
    permissions: ['workspace:view', 'card:edit'],
    role: 'admin',
  });
  await ada.refused(400, api.members.myPermissions, at('short'));
  await nobody.refused(401, api.members.myPermissions, at(workspace));
  await eve.refused(403, api.members.myPermissions, at(workspace));
  await ada.refused(404, api.members.myPermissions, at(unknown));
});

test("a member's permissions are the role's, then the overrides, and an override wins", async () => {
  const { workspace, member } = await withBob('guest');
  const body = (permission: Permission) => ({ ...of(workspace, member), body: { permission } });
  const recorded = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.members.grant, body('card:edit')), { success: true });
    assert.deepEqual(await ada.call(api.members.revoke, body('board:view')), { success: true });
    assert.deepEqual(await ada.call(api.members.revoke, body('board:view')), { success: true });
  });
  assert.deepEqual(recorded, ['member.updated', 'member.updated']);
  const expected = ['workspace:view', 'list:view', 'card:view', 'card:edit', 'comment:view', 'member:view'];
  for (const person of [ada, bob]) {
    assert.deepEqual(await person.call(api.members.permissions, of(workspace, member)), {
      memberPublicId: member,
      role: 'guest',
      permissions: expected,
      overrides: [
        { permission: 'board:view', granted: false },
        { permission: 'card:edit', granted: true },
      ],
    });
  }
  assert.deepEqual(await mine(workspace), expected);
  await bob.refused(403, api.boards.list, at(workspace));
  await ada.call(api.members.grant, body('board:view'));
  await bob.call(api.boards.list, at(workspace));
  await nobody.refused(401, api.members.permissions, of(workspace, member));
  await eve.refused(403, api.members.permissions, of(workspace, member));
  await ada.refused(404, api.members.permissions, of(workspace, unknown));
  await ada.refused(404, api.members.permissions, of(await makeWorkspace(ada), member));
  await ada.refused(400, api.members.permissions, of(workspace, 'short'));
});

test('grant and revoke refuse unknown permissions and callers who may not', async () => {
  const { workspace, member } = await withBob();
  for (const operation of [api.members.grant, api.members.revoke]) {
    const body = { permission: 'card:view' as const };
    await ada.refused(400, operation, {
      ...of(workspace, member),
      body: { permission: 'card:fly' as never },
    });
    await nobody.refused(401, operation, { ...of(workspace, member), body });
    for (const person of [bob, eve]) await person.refused(403, operation, { ...of(workspace, member), body });
    await ada.refused(404, operation, { ...of(workspace, unknown), body });
    await ada.refused(404, operation, { ...of(unknown, member), body });
  }
});

test('E14: a reset leaves the permissions of the role alone, at once', async () => {
  const { workspace, member } = await withBob('guest');
  const body = { permission: 'card:edit' as const };
  await ada.call(api.members.grant, { ...of(workspace, member), body });
  assert.ok((await mine(workspace)).includes('card:edit'));
  const first = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.members.reset, of(workspace, member)), { success: true });
  });
  assert.deepEqual(first, ['member.updated']);
  assert.deepEqual(await mine(workspace), systemRoles.guest.permissions);
  assert.deepEqual((await ada.call(api.members.permissions, of(workspace, member))).overrides, []);
  const second = await service.recorded(() => ada.call(api.members.reset, of(workspace, member)));
  assert.deepEqual(second, [], 'a reset of nothing changes nothing');
});

test('E14 returns 400, 401 and 403, and 403 where others would return 404', async () => {
  const { workspace, member } = await withBob();
  await ada.refused(400, api.members.reset, of(workspace, 'short'));
  await ada.refused(400, api.members.reset, of('short', member));
  await nobody.refused(401, api.members.reset, of(workspace, member));
  for (const person of [bob, eve]) await person.refused(403, api.members.reset, of(workspace, member));
  await ada.refused(403, api.members.reset, of(workspace, unknown));
  await ada.refused(403, api.members.reset, of(unknown, member));
  await ada.refused(403, api.members.reset, of(await makeWorkspace(ada), member));
});

test('the overrides of all members are cleared in one call', async () => {
  const { workspace, member } = await withBob();
  const other = await makeMember(service, ada, workspace, eve, 'guest');
  await ada.call(api.members.grant, { ...of(workspace, member), body: { permission: 'board:delete' } });
  await ada.call(api.members.revoke, { ...of(workspace, other), body: { permission: 'card:view' } });
  const recorded = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.members.resetAll, at(workspace)), { success: true });
  });
  assert.deepEqual(recorded, ['member.updated', 'member.updated']);
  for (const each of [member, other]) {
    assert.deepEqual((await ada.call(api.members.permissions, of(workspace, each))).overrides, []);
  }
  assert.deepEqual(await service.recorded(() => ada.call(api.members.resetAll, at(workspace))), []);
  await bob.refused(403, api.members.resetAll, at(workspace));
  await nobody.refused(401, api.members.resetAll, at(workspace));
  await ada.refused(404, api.members.resetAll, at(unknown));
});

test('a role is given by name or by id and acts on the next request; overrides stay', async () => {
  const { workspace, member } = await withBob();
  await ada.call(api.members.grant, { ...of(workspace, member), body: { permission: 'board:delete' } });
  const { roles } = await ada.call(api.roles.list, at(workspace));
  const recorded = await service.recorded(async () => {
    const toGuest = { ...of(workspace, member), body: { role: 'guest' } };
    assert.deepEqual(await ada.call(api.members.changeRole, toGuest), { success: true, role: 'guest' });
    await ada.call(api.members.changeRole, toGuest);
  });
  assert.deepEqual(recorded, ['member.updated']);
  assert.deepEqual(
    (await mine(workspace)).toSorted(),
    [...systemRoles.guest.permissions, 'board:delete'].toSorted(),
  );
  const body = { role: roles[0]?.publicId ?? '' };
  assert.equal((await ada.call(api.members.changeRole, { ...of(workspace, member), body })).role, 'admin');
  assert.deepEqual(await mine(workspace), [...permissions]);
});

test('a role change refuses foreign roles and callers who may not', async () => {
  const { workspace, member } = await withBob();
  const elsewhere = await makeWorkspace(ada);
  const foreign = (await ada.call(api.roles.list, at(elsewhere))).roles[2]?.publicId ?? '';
  for (const role of [foreign, 'nothing', '']) {
    await ada.refused(400, api.members.changeRole, { ...of(workspace, member), body: { role } });
  }
  const body = { role: 'guest' };
  await nobody.refused(401, api.members.changeRole, { ...of(workspace, member), body });
  for (const person of [bob, eve]) {
    await person.refused(403, api.members.changeRole, { ...of(workspace, member), body });
  }
  await ada.refused(404, api.members.changeRole, { ...of(workspace, unknown), body });
  await ada.refused(404, api.members.changeRole, { ...of(elsewhere, member), body });
  assert.deepEqual(await listed(workspace), [
    [ada.email, 'admin', 'active'],
    [bob.email, 'member', 'active'],
  ]);
});

test('a member is paused and let back in', async () => {
  const { workspace, member } = await withBob();
  const to = (status: 'active' | 'paused') => ({ ...of(workspace, member), body: { status } });
  const recorded = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.members.changeStatus, to('paused')), {
      success: true,
      status: 'paused',
    });
    await ada.call(api.members.changeStatus, to('paused'));
    await bob.refused(403, api.workspaces.get, at(workspace));
    assert.deepEqual(await ada.call(api.members.changeStatus, to('active')), {
      success: true,
      status: 'active',
    });
    await bob.call(api.workspaces.get, at(workspace));
  });
  assert.deepEqual(recorded, ['member.updated', 'member.updated']);
  await ada.refused(400, api.members.changeStatus, { ...to('active'), body: { status: 'removed' as never } });
  await nobody.refused(401, api.members.changeStatus, to('paused'));
  for (const person of [bob, eve]) await person.refused(403, api.members.changeStatus, to('paused'));
  await ada.refused(404, api.members.changeStatus, { ...to('paused'), ...of(workspace, unknown) });
});

test('an open invitation cannot be turned into a membership by others', async () => {
  const workspace = await makeWorkspace(ada);
  const body = { email: 'invited@example.com' };
  const { publicId } = await ada.call(api.invites.inviteMember, { ...at(workspace), body });
  for (const status of ['active', 'paused'] as const) {
    await ada.refused(409, api.members.changeStatus, { ...of(workspace, publicId), body: { status } });
  }
});

test('a removed member is out at once, off all cards, without overrides, and gone from the list', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const member = await makeMember(service, ada, workspace, bob);
  await ada.call(api.members.grant, { ...of(workspace, member), body: { permission: 'board:delete' } });
  const memberPublicIds = [member];
  const cards = [
    await makeCard(ada, nth(lists, 0), { memberPublicIds }),
    await makeCard(ada, nth(lists, 1), { memberPublicIds }),
  ];
  const recorded = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.members.remove, of(workspace, member)), { success: true });
  });
  assert.deepEqual(recorded, ['member.removed']);
  await bob.refused(403, api.workspaces.get, at(workspace));
  for (const cardPublicId of cards) {
    assert.deepEqual((await ada.call(api.cards.get, { params: { cardPublicId } })).members, []);
  }
  assert.deepEqual(await listed(workspace), [[ada.email, 'admin', 'active']]);
  await ada.refused(404, api.members.remove, of(workspace, member));
  await ada.refused(404, api.members.permissions, of(workspace, member));
  await ada.refused(404, api.members.changeRole, { ...of(workspace, member), body: { role: 'admin' } });
  await makeMember(service, ada, workspace, bob);
  assert.deepEqual((await ada.call(api.members.permissions, of(workspace, member))).overrides, []);
  assert.equal((await bob.call(api.workspaces.get, at(workspace))).members.length, 2);
});

test('a member who is put on cards while being removed ends up on none', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const cards = await Promise.all(Array.from({ length: 24 }, () => makeCard(ada, nth(lists, 0))));
  const member = await makeMember(service, ada, workspace, bob);
  const put = cards.map(
    (cardPublicId) => () =>
      ada.call(api.cards.toggleMember, { params: { cardPublicId, workspaceMemberPublicId: member } }),
  );
  const removal = () => ada.call(api.members.remove, of(workspace, member));
  const half = cards.length / 2;
  await Promise.allSettled([...put.slice(0, half), removal, ...put.slice(half)].map((call) => call()));
  assert.deepEqual(await service.sql(`select * from card_members where member_id = '${member}'`), []);
});

test('everyone may leave; removing others needs member:remove', async () => {
  const { workspace, member } = await withBob('guest');
  const other = await makeMember(service, ada, workspace, eve, 'guest');
  await bob.refused(403, api.members.remove, of(workspace, other));
  await nobody.refused(401, api.members.remove, of(workspace, other));
  await bob.refused(400, api.members.remove, of(workspace, 'short'));
  await bob.refused(404, api.members.remove, of(unknown, member));
  const { key } = await bob.call(api.users.createApiKey, { body: { name: 'k', permissions: ['card:view'] } });
  await service.caller(key).refused(403, api.members.remove, of(workspace, member));
  const recorded = await service.recorded(() => bob.call(api.members.remove, of(workspace, member)));
  assert.deepEqual(recorded, ['member.removed']);
  await bob.refused(403, api.workspaces.get, at(workspace));
  await ada.call(api.members.remove, of(workspace, other));
  assert.deepEqual(await listed(workspace), [[ada.email, 'admin', 'active']]);
});

test('the members are listed as the workspace shows them', async () => {
  const owner = await service.signUp('owner-of-list');
  const workspace = await makeWorkspace(owner);
  const guest = await service.signUp('guest-of-list');
  await addMember(service, workspace, guest, { role: 'guest' });
  const params = { workspacePublicId: workspace };
  const listed = await owner.call(api.members.list, { params });
  assert.deepEqual(listed, (await owner.call(api.workspaces.get, { params })).members);
  assert.equal(listed.length, 2);
  await service.sql(`update workspaces set show_emails_to_members = 0 where id = '${workspace}'`);
  const seen = await guest.call(api.members.list, { params });
  assert.deepEqual(
    seen.map(({ email }) => email),
    [null, null],
  );
  await (await service.signUp('out-of-list')).refused(403, api.members.list, { params });
});
