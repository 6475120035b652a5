import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeMember } from '../testing/fixtures.ts';
import { mailedToken } from '../testing/mails.ts';
import { addMember } from '../testing/members.ts';
import { receiver } from '../testing/receiver.ts';
import { type Person, testService } from '../testing/service.ts';
import { sendDue } from '../testing/webhooks.ts';

/* Entries of the audit log are delivered to webhooks. */

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

interface Delivered {
  type: string;
  timestamp: string;
  data: {
    workspacePublicId: string;
    entry: { publicId: string; type: string; subject: { name: string | null } };
  };
}

/** A workspace of ada's with a webhook of its maker. */
async function telling(events: string[], maker: Person = ada, more: object = {}) {
  const { workspace, board } = await makeBoard(ada);
  if (maker !== ada)
    await addMember(service, workspace, maker, { granted: ['workspace:manage', 'board:view'] });
  const receiving = await receiver();
  const at = { params: { workspacePublicId: workspace } };
  const body = { name: 'Log', url: `${receiving.url}/hook`, events, ...more };
  const webhook = await maker.call(api.webhooks.create, { ...at, body });
  const delivered = async () => {
    await sendDue(service);
    return receiving.received
      .splice(0)
      .map(({ body: text }) => JSON.parse(text) as Delivered)
      .filter(({ type }) => type === 'audit.entry');
  };
  return { workspace, board, at, receiving, webhook, delivered };
}

const typesOf = (all: readonly Delivered[]): string[] => all.map(({ data }) => data.entry.type).sort();

test('each entry is delivered as the log has it, without addresses, and signed', async () => {
  const { workspace, at, receiving, webhook, delivered } = await telling(['audit.entry']);
  await ada.call(api.workspaces.update, { ...at, body: { name: 'Motors' } });
  await sendDue(service);
  for (const { headers } of receiving.received) assert.match(String(headers['webhook-signature']), /^v1,/);
  const all = await delivered();
  const { entries } = await ada.call(api.audit.list, at);
  const expected = entries.slice(0, 2).map(({ user, subject: { email: _email, ...subject }, ...entry }) => ({
    ...entry,
    user: user && { id: user.id, name: user.name, isBot: user.isBot },
    subject,
  }));
  const byId = <T extends { publicId: string }>(list: T[]): T[] =>
    list.toSorted((a, b) => (a.publicId < b.publicId ? -1 : 1));
  assert.deepEqual(byId(all.map(({ data }) => data.entry)), byId(expected));
  assert.deepEqual(typesOf(all), ['webhook.created', 'workspace.updated']);
  const [{ timestamp, data } = all[0] as Delivered] = all;
  assert.equal(data.workspacePublicId, workspace);
  assert.ok(entries.some(({ createdAt }) => createdAt === timestamp));
  const secret = (webhook as { secret: string }).secret;
  assert.ok(!JSON.stringify(all).includes(secret));
  await makeMember(service, ada, workspace, bob, 'guest');
  const joined = await delivered();
  assert.deepEqual(typesOf(joined), ['member.invited', 'member.joined']);
  assert.ok(joined.some(({ data }) => data.entry.subject.name === 'bob'));
  assert.doesNotMatch(JSON.stringify([...all, ...joined]), /@example/);
});

test('`*` and what else is no name of the log does not bring it', async () => {
  for (const events of [['*'], ['board.*', 'member'], ['card']]) {
    const { at, delivered } = await telling(events);
    await ada.call(api.roles.create, { ...at, body: { name: 'Writer', permissions: [] } });
    assert.deepEqual(await delivered(), []);
  }
  for (const events of [['audit'], ['audit.*', '*']]) {
    const { at, delivered } = await telling(events);
    await ada.call(api.roles.create, { ...at, body: { name: 'Writer', permissions: [] } });
    assert.deepEqual(typesOf(await delivered()), ['role.created', 'webhook.created']);
  }
});

test('a webhook for some boards, or for cards that pass a filter, has none of it', async () => {
  const { workspace, board, at, delivered } = await telling(['audit'], ada, { filter: 'is:open' });
  const body = { name: 'x', url: 'http://127.0.0.1:8080/', events: ['audit'], boardPublicIds: [board] };
  await ada.call(api.webhooks.create, { ...at, body });
  await ada.call(api.roles.create, { ...at, body: { name: 'Writer', permissions: [] } });
  assert.deepEqual(await delivered(), []);
  const stored = `select id from webhook_deliveries where workspace_id = '${workspace}'`;
  assert.deepEqual(await service.sql(stored), []);
});

test('nothing is delivered once the creator may not read the log, also not what waits', async () => {
  const { workspace, at, receiving, delivered } = await telling(['audit'], bob);
  const role = (name: string) => ada.call(api.roles.create, { ...at, body: { name, permissions: [] } });
  await role('One');
  assert.deepEqual(typesOf(await delivered()), ['role.created', 'webhook.created']);
  await role('Two');
  await service.sql(
    `update members set granted = 0 where workspace_id = '${workspace}' and user_id = '${bob.id}'`,
  );
  assert.deepEqual(await delivered(), []);
  await role('Three');
  await sendDue(service);
  assert.deepEqual(receiving.received, []);
});

test('the creator of a webhook is not told of closed boards that they do not see', async () => {
  const { board, delivered } = await telling(['audit'], bob);
  const admins = await telling(['audit']);
  await delivered();
  await admins.delivered();
  for (const id of [board, admins.board]) {
    const params = { boardPublicId: id };
    await ada.call(api.boards.update, { params, body: { access: 'members' } });
  }
  assert.deepEqual(await delivered(), []);
  assert.deepEqual(typesOf(await admins.delivered()), ['board.closed']);
});

test('what ends with a password that is reset is delivered, too', async () => {
  const { workspace, delivered } = await telling(['audit']);
  await makeMember(service, ada, workspace, bob, 'member');
  await bob.call(api.users.createApiKey, {
    body: { name: 'robot', permissions: ['card:view'], workspacePublicId: workspace },
  });
  await delivered();
  const nobody = service.caller();
  await nobody.call(api.auth.requestPasswordReset, { body: { email: bob.email } });
  const token = await mailedToken(service, bob.email);
  await nobody.call(api.auth.confirmPasswordReset, { body: { token, newPassword: 'another password of b' } });
  assert.deepEqual(typesOf(await delivered()), ['key.revoked']);
});

test('a chat channel cannot subscribe to it', async () => {
  const { board } = await makeBoard(ada);
  await ada.refused(400, api.channels.create, {
    params: { boardPublicId: board },
    body: { kind: 'slack', url: 'https://hooks.slack.com/x', events: ['audit'] } as never,
  });
});
