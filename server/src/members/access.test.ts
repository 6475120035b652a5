import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, makeMember, nth } from '../testing/fixtures.ts';
import { mailedCode } from '../testing/mails.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const { workspace } = made;
const card = await makeCard(ada, nth(made.lists, 0));

const inWorkspace = { params: { workspacePublicId: workspace } };
const onCard = { params: { cardPublicId: card } };
const of = (memberPublicId: string) => ({ params: { workspacePublicId: workspace, memberPublicId } });

/** Asserts that reads and writes of every kind are refused, with input that an admin could send. */
async function refusedEverything(person: Person, member: string): Promise<void> {
  const before = await service.sql('select * from changes');
  await person.refused(403, api.workspaces.get, inWorkspace);
  await person.refused(403, api.workspaces.update, { ...inWorkspace, body: { name: 'mine' } });
  await person.refused(403, api.workspaces.delete, inWorkspace);
  await person.refused(403, api.boards.list, inWorkspace);
  await person.refused(403, api.boards.create, { ...inWorkspace, body: { name: 'x' } });
  await person.refused(403, api.cards.get, onCard);
  await person.refused(403, api.cards.update, { ...onCard, body: { title: 'x' } });
  await person.refused(403, api.cards.create, { body: { title: 'x', listPublicId: nth(made.lists, 0) } });
  await person.refused(403, api.comments.create, { ...onCard, body: { comment: 'x' } });
  await person.refused(403, api.roles.list, inWorkspace);
  await person.refused(403, api.members.myPermissions, inWorkspace);
  await person.refused(403, api.members.changeStatus, { ...of(member), body: { status: 'active' } });
  await person.refused(403, api.members.remove, of(member));
  await person.refused(403, api.invites.createLink, inWorkspace);
  await person.refused(403, api.invites.inviteMember, { ...inWorkspace, body: { email: 'x@example.com' } });
  assert.deepEqual(await person.call(api.workspaces.list), []);
  assert.deepEqual(await service.sql('select * from changes'), before);
}

test('invited, paused and removed members have no access at all, whatever their role', async () => {
  const bob = await service.signUp('bob');
  const body = { email: bob.email, role: 'admin' };
  const { publicId } = await ada.call(api.invites.inviteMember, { ...inWorkspace, body });
  await refusedEverything(bob, publicId);
  await bob.call(api.invites.accept, { body: { inviteCode: await mailedCode(service, bob.email) } });
  await bob.call(api.cards.get, onCard);
  await ada.call(api.members.changeStatus, { ...of(publicId), body: { status: 'paused' } });
  await refusedEverything(bob, publicId);
  await ada.call(api.members.remove, of(publicId));
  await refusedEverything(bob, publicId);
  await ada.call(api.invites.inviteMember, { ...inWorkspace, body });
  await refusedEverything(bob, publicId);
});

test('an API key of a removed member opens nothing', async () => {
  const cyd = await service.signUp('cyd');
  const member = await makeMember(service, ada, workspace, cyd);
  const { key } = await cyd.call(api.users.createApiKey, {
    body: { name: 'k', workspacePublicId: workspace },
  });
  await service.caller(key).call(api.cards.get, onCard);
  await ada.call(api.members.remove, of(member));
  await service.caller(key).refused(403, api.cards.get, onCard);
});

test('webhooks are sent who joined, changed and left, without addresses', async () => {
  const fay = await service.signUp('fay');
  await service.sql(`insert into webhooks (workspace_id, id, name, url, secret_sealed, events, active, created_at)
    values ('${workspace}', '0123456789abcdef', 'x', 'https://192.0.2.1/', 'x', '["member.*"]', 1, 1)`);
  const member = await makeMember(service, ada, workspace, fay, 'guest');
  await ada.call(api.members.changeRole, { ...of(member), body: { role: 'member' } });
  await ada.call(api.members.remove, of(member));
  const sent = await service.sql<{ body: string }>('select body from webhook_events order by id');
  const user = { id: ada.id, name: 'ada' };
  const url = `${service.publicUrl}/w/${workspace}`;
  const told = { workspacePublicId: workspace, memberPublicId: member, url };
  assert.deepEqual(
    sent.map(({ body }) => ({ ...JSON.parse(body), timestamp: '' })),
    [
      ['member.added', 'guest', 'invited', user, undefined] as const,
      ['member.updated', 'guest', 'active', { id: fay.id, name: 'fay' }, { status: 'invited' }] as const,
      ['member.updated', 'member', 'active', user, { role: 'guest' }] as const,
      ['member.removed', 'member', 'removed', user, { status: 'active' }] as const,
    ].map(([type, role, status, by, previous]) => ({
      type,
      timestamp: '',
      data: { ...told, role, status, user: by, ...(previous ? { previous } : {}) },
    })),
  );
});

test('a workspace can hide email addresses from those who may not edit members', async () => {
  const dan = await service.signUp('dan');
  const member = await makeMember(service, ada, workspace, dan);
  const seenBy = async (person: Pick<Person, 'call'>) => {
    const { members } = await person.call(api.workspaces.get, inWorkspace);
    return members.flatMap(({ email, user }) => [email, user?.email]).filter((email) => email?.includes('@'));
  };
  assert.ok((await seenBy(dan)).includes(ada.email));
  const hide = { ...inWorkspace, body: { showEmailsToMembers: false } };
  const reply = await ada.call(api.workspaces.update, hide);
  assert.ok(reply.members.every(({ email }) => email !== null));
  assert.deepEqual(await seenBy(dan), []);
  assert.ok((await seenBy(ada)).includes(dan.email));
  // The reply to a change of the workspace follows the same rule.
  await ada.call(api.members.grant, { ...of(member), body: { permission: 'workspace:edit' } });
  const changed = await dan.call(api.workspaces.update, { ...inWorkspace, body: { description: 'x' } });
  assert.ok(changed.members.every(({ email, user }) => email === null && !user?.email));
  const { key } = await ada.call(api.users.createApiKey, {
    body: { name: 'k', permissions: ['workspace:view'] },
  });
  assert.deepEqual(await seenBy(service.caller(key)), []);
  await ada.call(api.members.grant, { ...of(member), body: { permission: 'member:edit' } });
  assert.ok((await seenBy(dan)).includes(ada.email));
});
