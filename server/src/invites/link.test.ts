import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day } from '../base/clock.ts';
import { makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const nobody = service.caller();
const unknown = '0123456789abcdef';

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const accept = (person: Pick<Person, 'call'>, inviteCode: string) =>
  person.call(api.invites.accept, { body: { inviteCode } });
const rolesOf = async (workspace: string) =>
  (await ada.call(api.workspaces.get, at(workspace))).members.map(({ email, role, status }) => [
    email,
    role,
    status,
  ]);

async function withLink() {
  const workspace = await makeWorkspace(ada);
  return { workspace, ...(await ada.call(api.invites.createLink, at(workspace))) };
}

test('a link is made, shown again, read without login and joins as member', async () => {
  const { workspace, publicId, inviteCode, inviteLink, expiresAt } = await withLink();
  assert.match(inviteCode, /^tbi_[\w-]{28}$/);
  assert.equal(inviteLink, `${service.publicUrl}/invite#${inviteCode}`);
  const left = Date.parse(expiresAt) - service.clock.now() / 1000;
  assert.ok(left > 6.9 * 86_400_000 && left <= 7 * 86_400_000);
  assert.deepEqual(await ada.call(api.invites.link, at(workspace)), {
    inviteCode,
    inviteLink,
    isActive: true,
    expiresAt,
  });
  const { name, slug } = await ada.call(api.workspaces.get, at(workspace));
  assert.deepEqual(await nobody.call(api.invites.get, { params: { code: inviteCode } }), {
    publicId,
    status: 'active',
    workspaceName: name,
    inviterName: 'ada',
    email: null,
    expiresAt,
  });
  const recorded = await service.recorded(async () => {
    const joined = { success: true, workspacePublicId: workspace, workspaceSlug: slug };
    assert.deepEqual(await accept(bob, inviteCode), joined);
    assert.deepEqual(await accept(bob, inviteCode), joined, 'a second time changes nothing');
    assert.deepEqual(await accept(ada, inviteCode), joined, 'who is in stays what they are');
  });
  assert.deepEqual(recorded, ['member.added']);
  assert.deepEqual(await rolesOf(workspace), [
    [ada.email, 'admin', 'active'],
    [bob.email, 'member', 'active'],
  ]);
  const stored = JSON.stringify(await service.sql('select * from invites'));
  assert.ok(!stored.includes(inviteCode), 'the code is stored hashed and sealed');
});

test('what a link opens is shown to who could make it; the others learn only that there is one', async () => {
  const { workspace, inviteCode } = await withLink();
  const add = async (name: string, given: Parameters<typeof addMember>[3]) => {
    const person = await service.signUp(name);
    await addMember(service, workspace, person, given);
    return person;
  };
  const seenBy = (person: Person) => person.call(api.invites.link, at(workspace));
  const inviter = await add('inviter', { granted: ['member:invite'] });
  assert.equal((await seenBy(inviter)).inviteCode, inviteCode);
  const weak = await add('weak', { role: 'guest', granted: ['member:invite'] });
  for (const person of [weak, await add('member', {})]) {
    const { inviteCode: code, inviteLink, isActive } = await seenBy(person);
    assert.deepEqual([code, inviteLink, isActive], [null, null, true]);
  }
  const key = await keyOf(service, ada, ['workspace:view', 'member:invite']);
  assert.equal((await key.call(api.invites.link, at(workspace))).inviteCode, null);
  await (await service.signUp('stranger')).refused(403, api.invites.link, at(workspace));
});

test('one link is open at a time, also when many are made at once', async () => {
  const { workspace, inviteCode: first } = await withLink();
  const made = await Promise.all(
    Array.from({ length: 16 }, () => ada.call(api.invites.createLink, at(workspace))),
  );
  await nobody.refused(404, api.invites.get, { params: { code: first } });
  await bob.refused(400, api.invites.accept, { body: { inviteCode: first } });
  const read = await Promise.allSettled(
    made.map(({ inviteCode }) => nobody.call(api.invites.get, { params: { code: inviteCode } })),
  );
  assert.equal(read.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('E15: the link stops working, and having none is not an error', async () => {
  const { workspace, inviteCode } = await withLink();
  assert.deepEqual(await ada.call(api.invites.deactivateLink, at(workspace)), { success: true });
  assert.deepEqual(await ada.call(api.invites.deactivateLink, at(workspace)), { success: true });
  await bob.refused(400, api.invites.accept, { body: { inviteCode } });
  await nobody.refused(404, api.invites.get, { params: { code: inviteCode } });
  assert.deepEqual(await ada.call(api.invites.link, at(workspace)), {
    inviteCode: null,
    inviteLink: null,
    isActive: false,
    expiresAt: null,
  });
});

test('E15 returns 400, 401, 403 and 404, and leaves the links of others open', async () => {
  const { workspace, inviteCode } = await withLink();
  await makeMember(service, ada, workspace, bob);
  await ada.refused(400, api.invites.deactivateLink, at('short'));
  await nobody.refused(401, api.invites.deactivateLink, at(workspace));
  for (const person of [bob, eve]) await person.refused(403, api.invites.deactivateLink, at(workspace));
  await ada.refused(404, api.invites.deactivateLink, at(unknown));
  await ada.call(api.invites.deactivateLink, at(await makeWorkspace(ada)));
  await nobody.call(api.invites.get, { params: { code: inviteCode } });
});

test('making a link needs member:invite, asking for it workspace:view', async () => {
  const workspace = await makeWorkspace(ada);
  await makeMember(service, ada, workspace, bob);
  for (const operation of [api.invites.createLink, api.invites.link]) {
    await ada.refused(400, operation, at('short'));
    await nobody.refused(401, operation, at(workspace));
    await eve.refused(403, operation, at(workspace));
    await ada.refused(404, operation, at(unknown));
  }
  await bob.refused(403, api.invites.createLink, at(workspace));
});

test('an invalid code opens nothing', async () => {
  const { inviteCode } = await withLink();
  const others = [
    `${inviteCode}x`,
    inviteCode.slice(0, -1),
    inviteCode.replace('tbi_', 'tbs_'),
    'x',
    ada.token,
  ];
  for (const code of others) {
    await nobody.refused(404, api.invites.get, { params: { code } });
    await eve.refused(400, api.invites.accept, { body: { inviteCode: code } });
  }
  await eve.refused(400, api.invites.accept, { body: {} as never });
  await nobody.refused(401, api.invites.accept, { body: { inviteCode } });
  assert.deepEqual(await eve.call(api.workspaces.list), []);
});

test('of 16 calls that accept at once all succeed and one membership is made', async () => {
  const { workspace, inviteCode } = await withLink();
  const cyd = await service.signUp('cyd');
  const recorded = await service.recorded(() =>
    Promise.all(Array.from({ length: 16 }, () => accept(cyd, inviteCode))),
  );
  assert.deepEqual(recorded, ['member.added']);
  assert.deepEqual(await rolesOf(workspace), [
    [ada.email, 'admin', 'active'],
    [cyd.email, 'member', 'active'],
  ]);
});

test('an expired link is 400', async () => {
  const { inviteCode, workspace } = await withLink();
  await service.sql(`update invites set expires_at = expires_at - ${7 * day}`);
  await nobody.refused(400, api.invites.get, { params: { code: inviteCode } });
  const { issues } = await eve.refused(400, api.invites.accept, { body: { inviteCode } });
  assert.match(issues[0]?.message ?? '', /expired/);
  assert.equal((await ada.call(api.invites.link, at(workspace))).isActive, false);
  await ada.call(api.invites.createLink, at(workspace));
  assert.equal((await ada.call(api.invites.link, at(workspace))).isActive, true);
});

test('a link lets in neither paused nor removed members', async () => {
  const { workspace, inviteCode } = await withLink();
  const memberPublicId = await makeMember(service, ada, workspace, bob, 'guest');
  const member = { params: { workspacePublicId: workspace, memberPublicId } };
  await ada.call(api.members.changeStatus, { ...member, body: { status: 'paused' } });
  await bob.refused(403, api.invites.accept, { body: { inviteCode } });
  await ada.call(api.members.remove, member);
  await bob.refused(403, api.invites.accept, { body: { inviteCode } });
  await bob.refused(403, api.workspaces.get, at(workspace));
});

test('a link makes a `member` of those who were invited as more, and of those invited as less', async () => {
  for (const role of ['admin', 'guest']) {
    const { workspace, inviteCode } = await withLink();
    const body = { email: bob.email, role };
    const { publicId: memberPublicId } = await ada.call(api.invites.inviteMember, { ...at(workspace), body });
    await ada.call(api.members.grant, {
      params: { workspacePublicId: workspace, memberPublicId },
      body: { permission: 'member:remove' },
    });
    await accept(bob, inviteCode);
    const mine = await bob.call(api.members.myPermissions, at(workspace));
    assert.equal(mine.role, 'member');
    assert.ok(!mine.permissions.includes('member:remove'));
  }
});

test('the link of a member who is removed stops working', async () => {
  const { workspace } = await withLink();
  const memberPublicId = await makeMember(service, ada, workspace, bob, 'admin');
  const { inviteCode } = await bob.call(api.invites.createLink, at(workspace));
  await ada.call(api.members.remove, { params: { workspacePublicId: workspace, memberPublicId } });
  await eve.refused(400, api.invites.accept, { body: { inviteCode } });
});

test('a key with limits joins nothing', async () => {
  const { inviteCode } = await withLink();
  const { key } = await eve.call(api.users.createApiKey, { body: { name: 'k', permissions: ['card:view'] } });
  await service.caller(key).refused(403, api.invites.accept, { body: { inviteCode } });
});

test('a link ends when its maker may no longer invite', async () => {
  const workspace = await makeWorkspace(ada);
  const [maker, guest] = [await service.signUp('link-maker'), await service.signUp('link-guest')];
  const member = await makeMember(service, ada, workspace, maker, 'admin');
  const { inviteCode } = await maker.call(api.invites.createLink, at(workspace));
  await nobody.call(api.invites.get, { params: { code: inviteCode } });
  const params = { workspacePublicId: workspace, memberPublicId: member };
  await ada.call(api.members.changeRole, { params, body: { role: 'guest' } });
  await nobody.refused(404, api.invites.get, { params: { code: inviteCode } });
  await guest.refused(400, api.invites.accept, { body: { inviteCode } });
  assert.equal((await ada.call(api.invites.link, at(workspace))).isActive, false);
});
