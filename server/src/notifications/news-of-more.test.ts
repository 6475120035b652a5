import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, memberOf, setStatus } from '../testing/members.ts';
import { receiver } from '../testing/receiver.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';
import { sendDue } from '../testing/webhooks.ts';

/* What is told that is not about a card: of boards and workspaces, of the account, and of what jobs have done. */

const service = await testService({
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'silent',
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
});
const ada = await service.signUp('ada');
let people = 0;
const someone = () => service.signUp(`person${++people}`);

type Asking = Pick<Person, 'call'>;

const inboxOf = (person: Asking, query: object = {}) => person.call(api.notifications.list, { query });
const textsOf = async (person: Asking) => (await inboxOf(person)).notifications.map(({ text }) => text);

const prove = (person: Person) =>
  service.sql(`update users set email_verified_at = 1 where id = '${person.id}'`);

test('who has an account is told of an invitation once the address is proved, and sees it while it is open', async () => {
  const { workspace } = await makeBoard(ada);
  const [bob, cyd] = [await someone(), await someone()];
  await prove(bob);
  const invite = ({ email }: Person) =>
    ada.call(api.invites.inviteMember, { params: { workspacePublicId: workspace }, body: { email } });
  const cost = async (person: Person) => statementsOf(service, () => invite(person));
  // What an invitation costs does not say whether there is an account, nor whether its address is proved.
  assert.equal(await cost(bob), await cost(cyd));
  const { notifications, unread } = await inboxOf(bob);
  assert.equal(unread, 1);
  const [first] = notifications;
  assert.deepEqual(
    [first?.kind, first?.workspace?.publicId, first?.board, first?.card, first?.about?.role],
    ['invited', workspace, null, null, 'member'],
  );
  assert.match(first?.text ?? '', /^ada invited you to the workspace /);
  assert.deepEqual(await textsOf(cyd), []);
  // Not with a key that is limited to some permissions, nor once the address is no longer proved.
  assert.equal((await inboxOf(await keyOf(service, bob, ['board:view']))).unread, 1);
  await service.sql(`update users set email_verified_at = null where id = '${bob.id}'`);
  assert.equal((await inboxOf(bob)).unread, 0);
  await prove(bob);
  await service.sql(`update members set status = 'removed' where email = '${bob.email}'`);
  assert.deepEqual(await inboxOf(bob), { notifications: [], hasMore: false, nextCursor: null, unread: 0 });
});

test('members are told when they are added to a board and when their role changes, while they may see it', async () => {
  const { workspace, board } = await makeBoard(ada, { name: 'Harbour' });
  const bob = await someone();
  const member = await addMember(service, workspace, bob);
  const { roles } = await ada.call(api.roles.list, { params: { workspacePublicId: workspace } });
  const roleOf = (name: string) => roles.find((role) => role.name === name)?.publicId ?? '';
  const set = (role: string) =>
    ada.call(api.boardMembers.set, {
      params: { boardPublicId: board, workspaceMemberPublicId: member },
      body: { rolePublicId: roleOf(role) },
    });
  await set('guest');
  await set('member');
  await set('member');
  const change = (role: string) =>
    ada.call(api.members.changeRole, {
      params: { workspacePublicId: workspace, memberPublicId: member },
      body: { role },
    });
  await change('guest');
  await change('guest');
  const [inWorkspace, ...onBoard] = await textsOf(bob);
  assert.match(inWorkspace ?? '', /^ada changed your role on .* to guest$/);
  assert.deepEqual(onBoard, [
    'ada changed your role on Harbour to member',
    'ada added you to the board Harbour',
  ]);
  await ada.call(api.boards.delete, { params: { boardPublicId: board } });
  assert.equal((await textsOf(bob)).length, 1);
  assert.equal((await inboxOf(bob)).unread, 1);
  await setStatus(service, member, 'paused');
  assert.deepEqual(await textsOf(bob), []);
  // Nobody is told of their own doing.
  assert.deepEqual(await textsOf(ada), []);
  assert.ok(await memberOf(service, workspace, ada));
});

test('who began an import or an export is told how it ended, once', async () => {
  const bob = await someone();
  const { workspace, board, lists } = await makeBoard(bob);
  await makeCard(bob, nth(lists, 0));
  await bob.call(api.exports.startBoard, { params: { boardPublicId: board }, body: {} });
  await service.jobs.run('exports');
  await service.jobs.run('exports');
  const [ready, ...none] = (await inboxOf(bob)).notifications;
  assert.deepEqual(none, []);
  assert.deepEqual(
    [ready?.kind, ready?.about?.outcome, ready?.board?.publicId, ready?.actor],
    ['export-done', 'completed', board, null],
  );
  assert.match(ready?.text ?? '', /^Your export of board-.* is ready$/);

  const send = async (content: string) => {
    const query = `workspacePublicId=${workspace}&format=boardtool-json`;
    const reply = await service.raw(`/imports/files/upload?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bob.token}`, 'content-type': 'application/octet-stream' },
      body: content,
    });
    assert.equal(reply.status, 200);
    await service.jobs.run('imports');
  };
  await send(JSON.stringify({ name: 'House', lists: [{ id: 'l1', name: 'Cellar', pos: 1 }], cards: [] }));
  await send('{"name":');
  const { notifications } = await inboxOf(bob, { kind: 'import-done' });
  assert.deepEqual(
    notifications.map(({ text, board: to, about }) => [text, to?.name, about?.outcome]),
    [
      ['Your import of boardtool-json failed', undefined, 'failed'],
      ['Your import of House is complete', 'House', 'completed'],
    ],
  );
});

test('the owner of an account, and nobody else, is told what became of its credentials, and where it was used anew', async () => {
  const bob = await someone();
  const password = `password of ${bob.email.split('@')[0]}`;
  const signIn = async (from: string) => {
    const reply = await service.raw('/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, 'user-agent': 'Browser 1' },
      body: JSON.stringify({ email: bob.email, password }),
    });
    assert.equal(reply.status, 200);
  };
  for (const from of ['192.0.2.7', '192.0.2.7', '198.51.100.1']) await signIn(from);
  await bob.call(api.users.createApiKey, { body: { name: 'Nightly' } });
  await bob.call(api.users.changePassword, {
    body: { currentPassword: password, newPassword: 'a better password' },
  });
  const { notifications } = await inboxOf(bob);
  assert.deepEqual(
    notifications.map(({ text, workspace, about }) => [text.replace(/ \(.*/, ''), workspace, about?.event]),
    [
      ['Your password was changed', null, 'password.changed'],
      ['An API key of your account was created', null, 'key.created'],
      ['Your account was signed in to from a new place', null, 'signIn.succeeded'],
      ['Your account was signed in to from a new place', null, 'signIn.succeeded'],
    ],
  );
  assert.deepEqual(
    [notifications[2]?.about?.address, notifications[2]?.about?.userAgent],
    ['198.51.100.1', 'Browser 1'],
  );
  // A key that may do only some things learns nothing of the account.
  const limited = await inboxOf(await keyOf(service, bob, ['card:view']));
  assert.deepEqual(limited, { notifications: [], hasMore: false, nextCursor: null, unread: 0 });
  const told = async () =>
    (await service.sql(`select id from notifications where user_id = '${bob.id}' and workspace_id = ''`))
      .length;
  assert.equal(await told(), 4);
  await bob.call(api.users.deleteMe, { body: { currentPassword: 'a better password' } });
  assert.equal(await told(), 0);
});

for (const [what, status] of [
  ['webhook', 410],
  ['chat', 404],
] as const) {
  test(`admins are told that a ${what} was disabled, once, while they manage it, and mailed where it is`, async () => {
    const { workspace, board, lists } = await makeBoard(ada, { name: 'Harbour' });
    const bob = await someone();
    const member = await addMember(service, workspace, bob);
    const params = { workspacePublicId: workspace, memberPublicId: member };
    await ada.call(api.members.changeRole, { params, body: { role: 'admin' } });
    const { url } = await receiver((response) => void response.writeHead(status).end());
    const events = ['card.created'] as const;
    const { publicId } =
      what === 'webhook'
        ? await ada.call(api.webhooks.create, {
            params: { workspacePublicId: workspace },
            body: { name: 'Builds', url, events: [...events] },
          })
        : await ada.call(api.channels.create, {
            params: { boardPublicId: board },
            body: { kind: 'discord', name: 'Builds', url, events: [...events] },
          });
    await service.outbox.idle();
    const mails = service.mails.length;
    for (const title of ['One', 'Two']) await makeCard(ada, nth(lists, 0), { title });
    await sendDue(service);
    for (const person of [ada, bob]) {
      const { notifications } = await inboxOf(person, {
        kind: 'webhook-disabled',
        workspacePublicId: workspace,
      });
      assert.deepEqual(
        notifications.map(({ text, actor, about, board: on }) => [
          text,
          actor,
          about?.publicId,
          on?.publicId,
        ]),
        [
          what === 'webhook'
            ? ['The webhook Builds was disabled: its receiver does not answer', null, publicId, undefined]
            : [
                'The chat Builds of Harbour was disabled: its messages are not accepted',
                null,
                publicId,
                board,
              ],
        ],
      );
    }
    await service.outbox.idle();
    const page = what === 'webhook' ? `/w/${workspace}/webhooks/${publicId}` : `/b/${board}/channels`;
    const texts = service.mails.slice(mails).map(({ text }) => text);
    assert.equal(texts.filter((text) => text.includes(`${page}\n`)).length, 2, texts.join());
    await ada.call(api.members.changeRole, { params, body: { role: 'member' } });
    assert.deepEqual((await inboxOf(bob, { kind: 'webhook-disabled' })).notifications, []);
  });
}
