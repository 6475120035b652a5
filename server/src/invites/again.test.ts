import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day } from '../base/clock.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { mailedCode, mailsTo } from '../testing/mails.ts';
import { addMember } from '../testing/members.ts';
import { type Person, type TestService, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const nobody = service.caller();

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const of = (workspacePublicId: string, memberPublicId: string) => ({
  params: { workspacePublicId, memberPublicId },
});
const codeIn = (link: string): string => new URL(link).hash.slice(1);

async function invited(email: string, role = 'member') {
  const workspace = await makeWorkspace(ada, 'Engines');
  const reply = await ada.call(api.invites.inviteMember, { ...at(workspace), body: { email, role } });
  return { workspace, ...reply, of: of(workspace, reply.publicId) };
}

const isVerified = async ({ id }: Person, on: TestService = service) =>
  (await on.sql<{ at: unknown }>(`select email_verified_at as at from users where id = '${id}'`))[0]?.at !==
  null;

test('the reply says whether a mail was sent', async () => {
  assert.equal((await invited('one@example.com')).mailSent, true);
  const mailer = { isOff: true, send: async () => undefined };
  const silent = await testService({ LOG_LEVEL: 'silent' }, { mailer });
  const eve = await silent.signUp('eve');
  const workspace = await makeWorkspace(eve);
  const reply = await eve.call(api.invites.inviteMember, {
    ...at(workspace),
    body: { email: 'two@example.com' },
  });
  assert.equal(reply.mailSent, false);
  const again = await eve.call(api.invites.inviteAgain, of(workspace, reply.publicId));
  assert.equal(again.mailSent, false);
});

test('an invitation tells its reader who invites whom to what', async () => {
  const { of: member } = await invited('reader@example.com');
  const { name } = await ada.call(api.users.me, {});
  const read = await nobody.call(api.invites.get, {
    params: { code: await mailedCode(service, 'reader@example.com') },
  });
  assert.deepEqual(
    [read.workspaceName, read.inviterName, read.email],
    ['Engines', name, 'reader@example.com'],
  );
  const link = await ada.call(api.invites.createLink, {
    params: { workspacePublicId: member.params.workspacePublicId },
  });
  const open = await nobody.call(api.invites.get, { params: { code: link.inviteCode } });
  assert.deepEqual([open.inviterName, open.email], [name, null]);
});

test('an invitation that is sent again has a new code, and the one before stops working', async () => {
  const { of: member } = await invited('again@example.com', 'guest');
  const first = await mailedCode(service, 'again@example.com');
  const sent = await ada.call(api.invites.inviteAgain, member);
  assert.equal(sent.mailSent, true);
  const second = await mailedCode(service, 'again@example.com');
  assert.notEqual(first, second);
  await nobody.refused(404, api.invites.get, { params: { code: first } });
  const guest = await service.signUp('again@example.com');
  await guest.call(api.invites.accept, { body: { inviteCode: second } });
  assert.equal(await isVerified(guest), true);
  await ada.refused(409, api.invites.inviteAgain, member);
  await ada.refused(409, api.invites.linkOfMember, member);
});

test('an expired invitation can be sent again', async () => {
  const { of: member } = await invited('late@example.com');
  await service.sql(`update invites set expires_at = expires_at - ${7 * day}`);
  await ada.call(api.invites.inviteAgain, member);
  const late = await service.signUp('late@example.com');
  await late.call(api.invites.accept, { body: { inviteCode: await mailedCode(service, late.email) } });
});

test('the link of an invited member is the one that was mailed, until it expires', async () => {
  const { of: member } = await invited('linked@example.com');
  const link = () => ada.call(api.invites.linkOfMember, member);
  const first = await link();
  const mailed = await mailedCode(service, 'linked@example.com');
  assert.equal(first.inviteLink, `${service.publicUrl}/invite#${mailed}`);
  assert.deepEqual(await link(), first);
  assert.equal((await mailsTo(service, 'linked@example.com')).length, 1, 'a link mails nothing');
  await service.sql(`update invites set expires_at = expires_at - ${7 * day}`);
  const next = codeIn((await link()).inviteLink);
  assert.notEqual(next, mailed);
  await nobody.call(api.invites.get, { params: { code: next } });
});

test('a code that an earlier version has mailed cannot be shown, so there is a new one', async () => {
  const { of: member } = await invited('earlier@example.com');
  await service.sql('update invites set code_sealed = null');
  const { inviteLink } = await ada.call(api.invites.linkOfMember, member);
  assert.notEqual(codeIn(inviteLink), await mailedCode(service, 'earlier@example.com'));
  await nobody.call(api.invites.get, { params: { code: codeIn(inviteLink) } });
});

test('a link that was passed on lets in its address alone, and does not prove it', async () => {
  const { workspace, of: member } = await invited('passed@example.com');
  const { inviteLink } = await ada.call(api.invites.linkOfMember, member);
  const inviteCode = codeIn(inviteLink);
  const eve = await service.signUp('eve-a');
  await eve.refused(403, api.invites.accept, { body: { inviteCode } });
  const body = { email: 'passed@example.com', password: 'password of passed', inviteCode };
  const { token } = await nobody.call(api.auth.signUp, { body });
  const passed = service.caller(token);
  await passed.call(api.invites.accept, { body: { inviteCode } });
  await passed.call(api.workspaces.get, at(workspace));
  const { id } = await passed.call(api.users.me, {});
  assert.equal(await isVerified({ id } as Person), false);
});

test('only those who could have invited somebody get the code of their invitation', async () => {
  const { workspace, of: member } = await invited('admin@example.com', 'admin');
  const bob = await service.signUp('bob-b');
  await addMember(service, workspace, bob, { role: 'member' });
  for (const operation of [api.invites.inviteAgain, api.invites.linkOfMember]) {
    await bob.refused(403, operation, member);
    await nobody.refused(401, operation, member);
    await ada.refused(404, operation, of(workspace, '0123456789abcdef'));
  }
});

test('removing an invited member ends their link', async () => {
  const { of: member } = await invited('gone@example.com');
  const { inviteLink } = await ada.call(api.invites.linkOfMember, member);
  await ada.call(api.members.remove, member);
  await nobody.refused(404, api.invites.get, { params: { code: codeIn(inviteLink) } });
});

test('an address gets no more invitations in a day by sending them again', async () => {
  const { of: member } = await invited('many@example.com');
  for (let sent = 1; sent < 10; sent++) await ada.call(api.invites.inviteAgain, member);
  await ada.refused(429, api.invites.inviteAgain, member);
});
