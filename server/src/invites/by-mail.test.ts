import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { day, minute, second } from '../base/clock.ts';
import { makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { mailedCode, mailsTo } from '../testing/mails.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const nobody = service.caller();

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const of = (workspacePublicId: string, memberPublicId: string) => ({
  params: { workspacePublicId, memberPublicId },
});
const invite = (workspace: string, body: BodyOf<typeof api.invites.inviteMember>, by = ada) =>
  by.call(api.invites.inviteMember, { ...at(workspace), body });
const accept = (person: Pick<Person, 'call'>, inviteCode: string) =>
  person.call(api.invites.accept, { body: { inviteCode } });
const membersOf = async (workspace: string) => (await ada.call(api.workspaces.get, at(workspace))).members;

test('an invited address gets a mail, stands in the list without access, and joins as what it was invited to', async () => {
  const workspace = await makeWorkspace(ada, 'Engines');
  const cyd = await service.signUp('cyd');
  const recorded = await service.recorded(async () => {
    const { publicId } = await invite(workspace, { email: '  Cyd@Example.com ', role: 'guest' });
    assert.deepEqual((await membersOf(workspace)).at(-1), {
      publicId,
      email: 'cyd@example.com',
      status: 'invited',
      user: null,
      role: 'guest',
      createdAt: (await membersOf(workspace)).at(-1)?.createdAt,
      isBot: false,
      isPlaceholder: false,
    });
  });
  assert.deepEqual(recorded, ['member.added']);
  await cyd.refused(403, api.workspaces.get, at(workspace));
  const code = await mailedCode(service, cyd.email);
  const mail = service.mails.at(-1);
  assert.equal(mail?.to, 'cyd@example.com');
  assert.equal(mail.subject, 'Invitation to a workspace');
  assert.deepEqual(mail.text.match(/https?:\S+/g), [`${service.publicUrl}/invite#${code}`]);
  assert.match(mail.text, /called "Engines", and the person who invites you is called "ada"\./);
  const read = await nobody.call(api.invites.get, { params: { code } });
  assert.deepEqual([read.workspaceName, read.status], ['Engines', 'active']);

  const types = await service.recorded(async () => {
    const { slug } = await ada.call(api.workspaces.get, at(workspace));
    const joined = { success: true, workspacePublicId: workspace, workspaceSlug: slug };
    assert.deepEqual(await accept(cyd, code), joined);
    assert.deepEqual(await accept(cyd, code), joined);
  });
  assert.deepEqual(types, ['member.updated']);
  const joined = (await membersOf(workspace)).at(-1);
  assert.deepEqual([joined?.status, joined?.role, joined?.user?.id], ['active', 'guest', cyd.id]);
  assert.equal((await nobody.call(api.invites.get, { params: { code } })).status, 'accepted');
});

test('an address without an account signs up and joins; without a role as member', async () => {
  const workspace = await makeWorkspace(ada);
  await invite(workspace, { email: 'new@example.com' });
  const fresh = await service.signUp('NEW@example.com');
  await accept(fresh, await mailedCode(service, 'new@example.com'));
  assert.equal((await fresh.call(api.members.myPermissions, at(workspace))).role, 'member');
});

test('a mailed code is for its address only, also in the hands of members', async () => {
  const workspace = await makeWorkspace(ada);
  await invite(workspace, { email: bob.email, role: 'admin' });
  const code = await mailedCode(service, bob.email);
  await eve.refused(403, api.invites.accept, { body: { inviteCode: code } });
  await makeMember(service, ada, workspace, eve, 'guest');
  await eve.refused(403, api.invites.accept, { body: { inviteCode: code } });
  assert.equal((await eve.call(api.members.myPermissions, at(workspace))).role, 'guest');
  await accept(bob, code);
});

test('of 16 calls that accept a mailed code at once all succeed and one membership is made', async () => {
  const workspace = await makeWorkspace(ada);
  await invite(workspace, { email: bob.email });
  const code = await mailedCode(service, bob.email);
  const recorded = await service.recorded(() =>
    Promise.all(Array.from({ length: 16 }, () => accept(bob, code))),
  );
  assert.deepEqual(recorded, ['member.updated']);
  assert.equal((await membersOf(workspace)).length, 2);
});

test('inviting a member, paused or not, or someone already invited is 409, in any spelling', async () => {
  const workspace = await makeWorkspace(ada);
  const member = await makeMember(service, ada, workspace, bob);
  await invite(workspace, { email: 'open@example.com' });
  await service.outbox.idle();
  const sent = service.mails.length;
  const again = async () => {
    for (const email of [ada.email, bob.email, 'BOB@EXAMPLE.COM', 'Open@example.com']) {
      await ada.refused(409, api.invites.inviteMember, { ...at(workspace), body: { email } });
    }
  };
  await again();
  await ada.call(api.members.changeStatus, { ...of(workspace, member), body: { status: 'paused' } });
  await again();
  await service.outbox.idle();
  assert.equal(service.mails.length, sent, 'what is refused mails nothing');
});

test('of 16 invitations of one address at once, one is made and mailed', async () => {
  const workspace = await makeWorkspace(ada);
  await service.outbox.idle();
  const before = service.mails.length;
  const done = await Promise.allSettled(
    Array.from({ length: 16 }, () => invite(workspace, { email: 'many@example.com' })),
  );
  assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.ok(done.every((each) => each.status === 'fulfilled' || each.reason.status === 409));
  await service.outbox.idle();
  assert.equal(service.mails.length, before + 1);
});

test('bad invitations store and mail nothing', async () => {
  const workspace = await makeWorkspace(ada);
  await makeMember(service, ada, workspace, bob);
  const before = service.mails.length;
  const bodies: unknown[] = [{}, { email: 'x' }, { email: 'x@example.com', role: 'boss' }, { email: 1 }];
  for (const body of bodies) {
    await ada.refused(400, api.invites.inviteMember, { ...at(workspace), body: body as never });
  }
  const body = { email: 'x@example.com' };
  await nobody.refused(401, api.invites.inviteMember, { ...at(workspace), body });
  for (const person of [bob, eve]) {
    await person.refused(403, api.invites.inviteMember, { ...at(workspace), body });
  }
  await ada.refused(404, api.invites.inviteMember, { ...at('0123456789abcdef'), body });
  await service.outbox.idle();
  assert.equal(service.mails.length, before);
  assert.equal((await membersOf(workspace)).length, 2);
});

test('an invitation that has expired is 400, and the address can be invited again', async () => {
  const workspace = await makeWorkspace(ada);
  const first = await invite(workspace, { email: bob.email });
  const old = await mailedCode(service, bob.email);
  await service.sql(`update invites set expires_at = expires_at - ${7 * day}`);
  await bob.refused(400, api.invites.accept, { body: { inviteCode: old } });
  await nobody.refused(400, api.invites.get, { params: { code: old } });
  assert.deepEqual(await invite(workspace, { email: bob.email, role: 'guest' }), first);
  await bob.refused(400, api.invites.accept, { body: { inviteCode: old } });
  await accept(bob, await mailedCode(service, bob.email));
  assert.equal((await bob.call(api.members.myPermissions, at(workspace))).role, 'guest');
});

test('removing an invited member withdraws the code; E15 does not', async () => {
  const workspace = await makeWorkspace(ada);
  const { publicId } = await invite(workspace, { email: bob.email });
  const code = await mailedCode(service, bob.email);
  await ada.call(api.invites.deactivateLink, at(workspace));
  await nobody.call(api.invites.get, { params: { code } });
  assert.deepEqual(await service.recorded(() => ada.call(api.members.remove, of(workspace, publicId))), [
    'member.removed',
  ]);
  await nobody.refused(404, api.invites.get, { params: { code } });
  await bob.refused(400, api.invites.accept, { body: { inviteCode: code } });
});

test('a removed member comes back by a new invitation, as the same member with nothing left from before', async () => {
  const workspace = await makeWorkspace(ada);
  const member = await makeMember(service, ada, workspace, bob, 'admin');
  const old = await mailedCode(service, bob.email);
  await ada.call(api.members.grant, { ...of(workspace, member), body: { permission: 'board:delete' } });
  await ada.call(api.members.remove, of(workspace, member));
  await bob.refused(400, api.invites.accept, { body: { inviteCode: old } });
  const recorded = await service.recorded(async () => {
    const invited = await invite(workspace, { email: bob.email, role: 'guest' });
    assert.deepEqual(invited, { publicId: member, mailSent: true });
    await bob.refused(403, api.workspaces.get, at(workspace));
    await accept(bob, await mailedCode(service, bob.email));
  });
  assert.deepEqual(recorded, ['member.added', 'member.updated']);
  assert.deepEqual((await ada.call(api.members.permissions, of(workspace, member))).overrides, []);
});

test('a paused member is not let in by the code that was mailed once', async () => {
  const workspace = await makeWorkspace(ada);
  const member = await makeMember(service, ada, workspace, bob);
  const code = await mailedCode(service, bob.email);
  await ada.call(api.members.changeStatus, { ...of(workspace, member), body: { status: 'paused' } });
  await bob.refused(403, api.invites.accept, { body: { inviteCode: code } });
});

test('a withdrawal and an acceptance at once leave a member or none, never a code that still works', async () => {
  for (let round = 0; round < 6; round++) {
    const workspace = await makeWorkspace(ada);
    const bob = await service.signUp(`bob-${round}`);
    const { publicId } = await invite(workspace, { email: bob.email });
    const code = await mailedCode(service, bob.email);
    await Promise.allSettled([accept(bob, code), ada.call(api.members.remove, of(workspace, publicId))]);
    assert.deepEqual(
      (await membersOf(workspace)).map(({ email }) => email),
      [ada.email],
    );
    await bob.refused(403, api.workspaces.get, at(workspace));
    await bob.refused(400, api.invites.accept, { body: { inviteCode: code } });
  }
});

test('what strangers wrote stands after what we say, in quotes, short, and is no link', async () => {
  const mallory = await service.signUp('mallory');
  await mallory.call(api.users.update, {
    body: { name: `Your bank https://evil.example/?a=b "now" ${'x'.repeat(200)}` },
  });
  const { publicId } = await mallory.call(api.workspaces.create, { body: { name: 'www.evil.example' } });
  await mallory.call(api.invites.inviteMember, { ...at(publicId), body: { email: 'victim@example.com' } });
  const [mail] = await mailsTo(service, 'victim@example.com');
  assert.ok(mail);
  assert.doesNotMatch(mail.subject, /bank|evil/);
  assert.match(mail.text, /^You are invited/);
  assert.doesNotMatch(mail.text, /evil\.example|https:\/\/evil|x{100}/);
  assert.match(mail.text, /called "www\. evil\. example"/);
});

test('an address gets ten invitations a day from all senders; the eleventh says when to retry', async () => {
  const email = 'often@example.com';
  for (let n = 0; n < 10; n++)
    await invite(await makeWorkspace(n % 2 ? ada : eve), { email }, n % 2 ? ada : eve);
  const workspace = await makeWorkspace(ada);
  const body = { email };
  const { headers } = await ada.refused(429, api.invites.inviteMember, { ...at(workspace), body });
  const retryAfter = Number(headers.get('retry-after'));
  assert.ok(retryAfter > 86_000 && retryAfter <= 86_400);
  assert.deepEqual(
    (await membersOf(workspace)).map((member) => member.email),
    [ada.email],
  );
  await invite(workspace, { email: 'another@example.com' });
  service.clock.pass(retryAfter * second);
  await invite(workspace, { email });
  service.clock.pass(10 * minute);
  await service.jobs.run('sent-invitations');
  assert.equal((await service.sql(`select id from sent_invitations where email = '${email}'`)).length, 1);
});

test('a user invites 200 times in a day, and inviting, removing and inviting again counts', async () => {
  const host = await service.signUp('host');
  const workspace = await makeWorkspace(host);
  await service.sql(`insert into sent_invitations (workspace_id, id, user_id, email, sent_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 199)
    select '${workspace}', cast(i as text), '${host.id}', 'x', ${service.clock.now()} from n`);
  const { publicId } = await invite(workspace, { email: 'last@example.com' }, host);
  await host.call(api.members.remove, of(workspace, publicId));
  const body = { email: 'last@example.com' };
  await host.refused(429, api.invites.inviteMember, { ...at(workspace), body });
});

test('names of several lines cannot write lines of the mail', async () => {
  const name = 'A\n\nSend money to B';
  await ada.refused(400, api.workspaces.create, { body: { name } });
  const workspace = await makeWorkspace(ada);
  await ada.refused(400, api.workspaces.update, { ...at(workspace), body: { name } });
  await ada.refused(400, api.users.update, { body: { name } });
  await invite(workspace, { email: 'careful@example.com' });
  await service.outbox.idle();
  assert.doesNotMatch(service.mails.at(-1)?.text ?? '', /money/);
});
