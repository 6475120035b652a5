import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, makeMember, makeWorkspace, nth } from '../testing/fixtures.ts';
import { mailedToken } from '../testing/mails.ts';
import { addMember, makePlaceholder } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const nobody = service.caller();

const passwordOf = ({ email }: Person) => ({ currentPassword: `password of ${email.split('@')[0]}` });
const remove = (person: Person) => person.call(api.users.deleteMe, { body: passwordOf(person) });

/** The tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of 'users members invites sessions api_keys mail_tokens security_events sent_invitations audit_entries activities comments identities idempotency_keys changes'.split(
    ' ',
  )) {
    const rows = await service.sql(`select * from ${table}`);
    if (rows.some((row) => JSON.stringify(row).includes(text))) found.push(table);
  }
  return found;
}

test('who deletes their account is gone, and what they wrote stays under "Deleted user"', async () => {
  const [ada, bob] = [await service.signUp('ada'), await service.signUp('bob')];
  const { workspace, board, lists } = await makeBoard(ada);
  const bobs = await makeMember(service, ada, workspace, bob);
  const alone = await makeWorkspace(bob, 'Of Bob');
  const card = await makeCard(bob, nth(lists, 0), { memberPublicIds: [bobs] });
  const params = { cardPublicId: card };
  await bob.call(api.comments.create, { params, body: { comment: 'By Bob' } });
  await bob.call(api.boards.update, { params: { boardPublicId: board }, body: { favorite: true } });
  const { key } = await bob.call(api.users.createApiKey, { body: { name: 'all' } });
  await nobody.call(api.auth.requestMagicLink, { body: { email: bob.email } });
  const link = await mailedToken(service, bob.email);
  await ada.call(api.invites.inviteMember, {
    params: { workspacePublicId: await makeWorkspace(ada) },
    body: { email: bob.email },
  });

  assert.deepEqual(await remove(bob), { success: true });
  await bob.refused(401, api.users.me);
  await service.caller(key).refused(401, api.users.me);
  await nobody.refused(400, api.auth.verifyMagicLink, { body: { token: link } });
  await nobody.refused(401, api.auth.signIn, { body: { email: bob.email, password: 'password of bob' } });
  assert.deepEqual(await tablesWith(bob.email), []);

  const seen = await ada.call(api.cards.get, { params });
  assert.deepEqual(seen.members, []);
  assert.deepEqual(
    seen.activities.filter(({ type }) => type === 'card.created').map(({ user }) => user?.name),
    ['Deleted user'],
  );
  const { comments } = await ada.call(api.comments.list, { params });
  assert.deepEqual(
    comments.map(({ comment }) => comment),
    ['By Bob'],
  );
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  assert.deepEqual(
    members.map(({ email }) => email),
    [ada.email],
  );
  const [trashed] = await service.sql(`select deleted_at from workspaces where id = '${alone}'`);
  assert.ok(trashed?.deleted_at);

  const again = await service.signUp('bob');
  assert.notEqual(again.id, bob.id);
  assert.deepEqual(await again.call(api.workspaces.list, {}), []);
});

test('what an account was told, and what it watched, goes with it', async () => {
  const [ada, bob] = [await service.signUp('ada-tells'), await service.signUp('bob-told')];
  const { workspace, board, lists } = await makeBoard(ada);
  await makeMember(service, ada, workspace, bob);
  await bob.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  for (let n = 0; n < 3; n++) {
    const params = { cardPublicId: await makeCard(ada, nth(lists, 0)) };
    await ada.call(api.comments.create, { params, body: { comment: 'Hello' } });
  }
  const { notifications } = await bob.call(api.notifications.list, { query: {} });
  const ids = notifications.slice(0, 1).map(({ publicId }) => publicId);
  await bob.call(api.notifications.update, { body: { ids, archived: true } });
  const left = async () => {
    const [row] = await service.sql<{ told: number; watched: number }>(
      `select (select count(*) from notifications where user_id = '${bob.id}') as told,
        (select count(*) from watches where user_id = '${bob.id}') as watched`,
    );
    return [Number(row?.told), Number(row?.watched)];
  };
  assert.deepEqual(await left(), [6, 1]);
  await remove(bob);
  assert.deepEqual(await left(), [0, 0]);
});

test('nobody is waited for by an address whose owner has gone', async () => {
  const [ada, bob, eve] = await Promise.all([
    service.signUp('ada-waits'),
    service.signUp('bob-goes'),
    service.signUp('eve-unproven'),
  ]);
  const workspace = await makeWorkspace(ada);
  for (const person of [bob, eve]) await makeMember(service, ada, workspace, person);
  await service.sql(`update users set email_verified_at = null where id = '${eve.id}'`);
  for (const { email } of [bob, eve]) {
    const stranger = await addMember(service, workspace, await service.signUp(`for-${email.split('@')[0]}`));
    await makePlaceholder(service, stranger, email);
  }
  for (const person of [bob, eve]) await remove(person);
  const rows = await service.sql<{ email: string | null }>(
    `select email from placeholders where workspace_id = '${workspace}' and email is not null`,
  );
  assert.deepEqual(rows, [{ email: eve.email }]);
});

test('a sole admin hands over first: 409 names the workspaces, and nothing has happened', async () => {
  const [cyd, dan] = [await service.signUp('cyd'), await service.signUp('dan')];
  const [engines, other] = [await makeWorkspace(cyd, 'Engines'), await makeWorkspace(cyd, 'Other')];
  const dans = await makeMember(service, cyd, engines, dan);
  const { issues } = await cyd.refused(409, api.users.deleteMe, { body: passwordOf(cyd) });
  assert.match(JSON.stringify(issues), /Engines/);
  assert.doesNotMatch(JSON.stringify(issues), /Other/);
  assert.equal((await cyd.call(api.workspaces.list, {})).length, 2);
  await cyd.call(api.members.changeRole, {
    params: { workspacePublicId: engines, memberPublicId: dans },
    body: { role: 'admin' },
  });
  const recorded = await service.recorded(() => remove(cyd));
  assert.deepEqual(recorded, ['member.removed', 'member.removed', 'workspace.deleted']);
  assert.equal((await dan.call(api.workspaces.list, {})).length, 1);
  const [row] = await service.sql(`select deleted_at from workspaces where id = '${other}'`);
  assert.ok(row?.deleted_at);
});

test('a session alone deletes nothing: the password is asked for, or a code that was just mailed', async () => {
  const eve = await service.signUp('eve');
  for (const body of [{}, { currentPassword: 'wrong password' }]) {
    await eve.refused(400, api.users.deleteMe, { body });
  }
  const { key } = await eve.call(api.users.createApiKey, { body: { name: 'all' } });
  await service.caller(key).refused(403, api.users.deleteMe, { body: passwordOf(eve) });
  await eve.call(api.users.me);

  const email = 'linked@example.com';
  const codeTo = async () => {
    await nobody.call(api.auth.requestMagicLink, { body: { email } });
    return mailedToken(service, email);
  };
  const { token } = await nobody.call(api.auth.verifyMagicLink, { body: { token: await codeTo() } });
  const linked = service.caller(token);
  await linked.refused(400, api.users.deleteMe, { body: {} });
  await linked.call(api.users.deleteMe, { body: { token: await codeTo() } });
  await linked.refused(401, api.users.me);
});

test('a code that was mailed to somebody else proves nothing, and nothing has happened', async () => {
  const [host, eve] = [await service.signUp('host-of-bob'), await service.signUp('eve-mails-herself')];
  const workspace = await makeWorkspace(host);
  const codeTo = async (email: string) => {
    await nobody.call(api.auth.requestMagicLink, { body: { email } });
    return mailedToken(service, email);
  };
  const bobs = 'bob-without-password@example.com';
  const { token } = await nobody.call(api.auth.verifyMagicLink, { body: { token: await codeTo(bobs) } });
  const bob = service.caller(token);
  const { inviteCode } = await host.call(api.invites.createLink, {
    params: { workspacePublicId: workspace },
  });
  await bob.call(api.invites.accept, { body: { inviteCode: inviteCode ?? '' } });

  await bob.refused(400, api.users.deleteMe, { body: { token: await codeTo(eve.email) } });
  assert.equal((await bob.call(api.workspaces.list, {})).length, 1);
});

test('a member of many workspaces leaves them all', async () => {
  const flo = await service.signUp('flo');
  for (let n = 0; n < 60; n++) await makeWorkspace(flo);
  await remove(flo);
  const [row] = await service.sql(
    `select count(*) as left from members where user_id = '${flo.id}' and status <> 'removed'`.replace(
      'as left',
      'as open',
    ),
  );
  assert.equal(row?.open, 0);
});
