import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { ApiError } from '../../../contract/client.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.9, hooks.test' });
const ada = await service.signUp('ada');
const workspace = await makeWorkspace(ada);
const params = { workspacePublicId: workspace };

type Body = BodyOf<typeof api.webhooks.create>;

const plain: Body = {
  name: 'Chat',
  url: 'http://127.0.0.9/hook?token=1',
  events: ['card.created', 'board.*'],
};
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

const create = (given: Partial<Body> = {}) =>
  ada.call(api.webhooks.create, { params, body: { ...plain, ...given } });
const addressOf = ({ publicId }: { publicId: string }) => ({ ...params, webhookPublicId: publicId });
const stored = () => service.sql('select * from webhooks order by id');

test('a webhook is made with a secret that is shown once', async () => {
  let made: Awaited<ReturnType<typeof create>> | undefined;
  const types = await service.recorded(async () => {
    made = await create({ name: '  Chat ' });
  });
  assert.deepEqual(types, []);
  const { secret = '', ...webhook } = made ?? {};
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const { publicId, createdAt, ...rest } = webhook as { publicId: string; createdAt: string };
  assert.deepEqual(rest, { ...plain, active: true, updatedAt: null });
  assert.ok(Date.parse(createdAt) > 0);
  const listed = await ada.call(api.webhooks.list, { params });
  assert.deepEqual(
    listed.find((each) => each.publicId === publicId),
    webhook,
  );
  assert.ok(!JSON.stringify(listed).includes('secret'));
  assert.ok(!JSON.stringify(await stored()).includes(secret.slice(6)));
});

test('webhooks are listed oldest first, those of other workspaces not', async () => {
  const other = await makeWorkspace(ada);
  const made = [];
  for (const name of ['one', 'two', 'three']) {
    made.push(
      await ada.call(api.webhooks.create, { params: { workspacePublicId: other }, body: { ...plain, name } }),
    );
  }
  const listed = await ada.call(api.webhooks.list, { params: { workspacePublicId: other } });
  assert.deepEqual(
    listed.map(({ publicId }) => publicId),
    made.map(({ publicId }) => publicId),
  );
});

test('a secret may be given, and must be a safe one', async () => {
  for (const bytes of [24, 64])
    assert.equal((await create({ secret: secretOf(bytes) })).secret, secretOf(bytes));
  for (const secret of ['a secret of sixteen', 'x'.repeat(16), '😀'.repeat(256), ' \t'.repeat(8)]) {
    assert.equal((await create({ secret })).secret, secret);
  }
  await service.sql("delete from webhooks where name = 'Chat'");
  const before = await stored();
  for (const secret of [
    secretOf(23),
    secretOf(65),
    'x'.repeat(15),
    'x'.repeat(257),
    'whsec_',
    `whsec_${'ä'.repeat(32)}`,
    `${secretOf(24)}\n`,
    '',
  ]) {
    const { issues } = await ada.refused(400, api.webhooks.create, { params, body: { ...plain, secret } });
    assert.match(nth(issues, 0).message, /body\/secret/, secret);
  }
  assert.deepEqual(await stored(), before);
});

test('an address inside a private network is refused when it is saved', async () => {
  const webhook = await create();
  const before = await stored();
  for (const url of [
    'http://localhost/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://0/',
    'http://user:password@127.0.0.9/',
    'http://',
    'ftp://127.0.0.1/',
    'javascript:alert(1)',
    'x',
    ' ',
    `http://127.0.0.9/${'x'.repeat(2048)}`,
  ]) {
    const made = await ada.refused(400, api.webhooks.create, { params, body: { ...plain, url } });
    assert.match(nth(made.issues, 0).message, /body\/url/, url);
    const changed = await ada.refused(400, api.webhooks.update, {
      params: addressOf(webhook),
      body: { url },
    });
    assert.match(nth(changed.issues, 0).message, /body\/url/, url);
  }
  assert.deepEqual(await stored(), before);
});

test('one user has at most four addresses looked up at a time', async () => {
  const made = Promise.withResolvers<void>();
  const refusal = mock.method(service.outgoing, 'refusal', () => made.promise.then(() => undefined));
  const five = Array.from({ length: 5 }, () => create());
  const first = await Promise.race(five.map((each) => each.catch((error: unknown) => error)));
  assert.equal((first as ApiError).status, 429);
  const bob = await service.signUp('asking');
  const own = bob.call(api.webhooks.create, {
    params: { workspacePublicId: await makeWorkspace(bob) },
    body: plain,
  });
  made.resolve();
  await own;
  const settled = await Promise.allSettled(five);
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 4);
  refusal.mock.restore();
  await create();
  await service.sql("delete from webhooks where name = 'Chat'");
});

test('addresses that the operator allows, and names that do not resolve yet, are saved', async () => {
  for (const url of ['http://127.0.0.9/', 'https://hooks.test:8443/x', `https://${'x'.repeat(64)}.test/`]) {
    assert.equal((await create({ url: ` ${url} ` })).url, url);
  }
});

test('known events and their groups can be subscribed to, each once', async () => {
  const events = [
    '*',
    'card.*',
    'card',
    'card.updated',
    'card.moved',
    'card.updated.*',
    'card.updated.checklist.item.*',
    'member.added',
    'import.*',
  ];
  assert.deepEqual((await create({ events: [...events, 'card.*'] })).events, events);
  const before = await stored();
  for (const wrong of [
    [],
    ['webhook'],
    ['card.'],
    ['card.opened'],
    ['webhook.test'],
    ['*.created'],
    ['ca*'],
    [1],
    '*',
  ]) {
    const body = { ...plain, events: wrong as string[] };
    const { issues } = await ada.refused(400, api.webhooks.create, { params, body });
    assert.match(nth(issues, 0).message, /body\/events/, JSON.stringify(wrong));
  }
  assert.deepEqual(await stored(), before);
});

test('what a webhook needs must be given', async () => {
  for (const field of ['name', 'url', 'events'] as const) {
    const { [field]: _left, ...body } = plain;
    await ada.refused(400, api.webhooks.create, { params, body: body as Body });
  }
  for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(256) }, { active: 'true' }, { active: null }]) {
    await ada.refused(400, api.webhooks.create, { params, body: { ...plain, ...wrong } as Body });
  }
});

test('a webhook whose maker may no longer manage webhooks keeps working, and is shown as orphaned', async () => {
  const bob = await service.signUp('bob');
  const member = await addMember(service, workspace, bob, { role: 'admin' });
  const webhook = await bob.call(api.webhooks.create, { params, body: plain });
  const read = () => ada.call(api.webhooks.get, { params: addressOf(webhook) });
  const { secret: _secret, ...shown } = webhook;
  const unused = { boardPublicIds: null, filter: null, lastSucceededAt: null, consecutiveFailures: 0 };
  assert.deepEqual(await read(), { ...shown, orphaned: false, ...unused });
  for (const change of ["status = 'paused'", "status = 'active', revoked = -1"]) {
    await service.sql(`update members set ${change} where id = '${member}'`);
    assert.deepEqual(await read(), { ...shown, orphaned: true, ...unused });
  }
  await bob.refused(403, api.webhooks.get, { params: addressOf(webhook) });
  await ada.refused(404, api.webhooks.get, {
    params: { ...addressOf(webhook), webhookPublicId: 'absent0absent000' },
  });
});

test('any field can be changed, and the others stay', async () => {
  const { secret: _secret, ...made } = await create();
  const at = { params: addressOf(made) };
  const renamed = await ada.call(api.webhooks.update, { ...at, body: { name: ' Log ' } });
  assert.deepEqual({ ...renamed, updatedAt: null }, { ...made, name: 'Log' });
  assert.ok(renamed.updatedAt !== null);
  const body = { url: 'http://127.0.0.9/new', events: ['list.*'], active: false };
  const changed = await ada.call(api.webhooks.update, { ...at, body });
  assert.deepEqual({ ...changed, updatedAt: null }, { ...made, name: 'Log', ...body });
  const listed = await ada.call(api.webhooks.list, { params });
  assert.deepEqual(
    listed.find(({ publicId }) => publicId === made.publicId),
    changed,
  );
  const again = await ada.call(api.webhooks.update, { ...at, body });
  assert.equal(again.updatedAt, changed.updatedAt, 'what stays the same is not written');
  await ada.refused(400, api.webhooks.update, { ...at, body: {} });
  await ada.refused(400, api.webhooks.update, { ...at, body: { events: [] } });
});

test('switching a webhook on again forgets since when it has failed', async () => {
  const webhook = await create();
  const at = { params: addressOf(webhook) };
  const failing = async () =>
    (await service.sql(`select failing_since from webhooks where id = '${webhook.publicId}'`))[0];
  await service.sql(`update webhooks set failing_since = 5, active = 0 where id = '${webhook.publicId}'`);
  await ada.call(api.webhooks.update, { ...at, body: { name: 'other' } });
  assert.deepEqual(await failing(), { failing_since: 5 });
  await ada.call(api.webhooks.update, { ...at, body: { active: true } });
  assert.deepEqual(await failing(), { failing_since: null });
});

test('a deleted webhook is gone with its deliveries', async () => {
  const { workspace: other, lists } = await makeBoard(ada);
  const webhook = await ada.call(api.webhooks.create, { params: { workspacePublicId: other }, body: plain });
  await makeCard(ada, nth(lists, 0));
  const at = { params: { workspacePublicId: other, webhookPublicId: webhook.publicId } };
  const { deliveries } = await ada.call(api.webhooks.deliveries, at);
  assert.equal(deliveries.length, 1);
  assert.deepEqual(await ada.call(api.webhooks.delete, at), { success: true });
  assert.deepEqual(await ada.call(api.webhooks.list, { params: { workspacePublicId: other } }), []);
  const left = await service.sql(
    `select id from webhook_deliveries where webhook_id = '${webhook.publicId}'`,
  );
  assert.deepEqual(left, []);
  await ada.refused(404, api.webhooks.delete, at);
});

test('changes of one webhook at once leave one of them whole', async () => {
  const webhook = await create();
  const names = Array.from({ length: 16 }, (_, n) => `name ${n}`);
  await Promise.all(
    names.map((name) =>
      ada.call(api.webhooks.update, {
        params: addressOf(webhook),
        body: { name, url: `http://127.0.0.9/${encodeURIComponent(name)}` },
      }),
    ),
  );
  const listed = await ada.call(api.webhooks.list, { params });
  const left = listed.find(({ publicId }) => publicId === webhook.publicId);
  assert.equal(left?.url, `http://127.0.0.9/${encodeURIComponent(left?.name ?? '')}`);
});

test('only who manages the workspace reaches its webhooks, and only by its own address', async () => {
  const webhook = await create();
  const other = await makeWorkspace(ada);
  const member = await service.signUp('member');
  await addMember(service, workspace, member);
  const outsider = await service.signUp('outsider');
  const delivery = { deliveryId: 'absent0absent000' };
  const {
    list,
    create: make,
    update,
    delete: remove,
    rotateSecret,
    test: send,
    deliveries,
    redeliver,
  } = api.webhooks;
  for (const person of [member, outsider]) {
    await person.refused(403, list, { params });
    await person.refused(403, make, { params, body: { ...plain, url: 'http://10.0.0.1/' } });
    await person.refused(403, update, { params: addressOf(webhook), body: { url: 'http://10.0.0.1/' } });
    await person.refused(403, remove, { params: addressOf(webhook) });
    await person.refused(403, rotateSecret, { params: addressOf(webhook) });
    await person.refused(403, send, { params: addressOf(webhook) });
    await person.refused(403, deliveries, { params: addressOf(webhook) });
    await person.refused(403, redeliver, { params: { ...addressOf(webhook), ...delivery } });
  }
  for (const elsewhere of [
    { workspacePublicId: other, webhookPublicId: webhook.publicId },
    { workspacePublicId: workspace, webhookPublicId: 'absent0absent000' },
  ]) {
    await ada.refused(404, update, { params: elsewhere, body: { name: 'x' } });
    await ada.refused(404, remove, { params: elsewhere });
    await ada.refused(404, rotateSecret, { params: elsewhere });
    await ada.refused(403, send, { params: elsewhere });
    await ada.refused(404, deliveries, { params: elsewhere });
    await ada.refused(404, redeliver, { params: { ...elsewhere, ...delivery } });
  }
  await ada.refused(404, redeliver, { params: { ...addressOf(webhook), ...delivery } });
  await ada.refused(404, list, { params: { workspacePublicId: 'absent0absent000' } });
});

test('a webhook gets events of a closed board if its creator sees it, and nobody else can redirect them', async () => {
  const { workspace: within, board, lists } = await makeBoard(ada);
  const there = { workspacePublicId: within };
  const manager = await service.signUp('manager');
  await addMember(service, within, manager, { granted: ['workspace:manage'] });
  const body = { name: 'hook', url: 'http://127.0.0.9/', events: ['card.*'] };
  const [byAdmin, byManager] = [
    await ada.call(api.webhooks.create, { params: there, body }),
    await manager.call(api.webhooks.create, { params: there, body }),
  ];
  const told = async (webhook: { publicId: string }) => {
    const of = { ...there, webhookPublicId: webhook.publicId };
    return (await ada.call(api.webhooks.deliveries, { params: of })).deliveries.length;
  };
  await makeCard(ada, nth(lists, 0));
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  await makeCard(ada, nth(lists, 0));
  assert.deepEqual([await told(byAdmin), await told(byManager)], [2, 1]);
  const of = { params: { ...there, webhookPublicId: byAdmin.publicId } };
  await manager.refused(403, api.webhooks.update, { ...of, body: { url: 'http://127.0.0.9/elsewhere' } });
  await manager.refused(403, api.webhooks.update, { ...of, body: { secret: 'a secret of the manager' } });
  await manager.refused(403, api.webhooks.rotateSecret, of);
  await manager.call(api.webhooks.update, { ...of, body: { name: 'renamed' } });
  const own = { params: { ...there, webhookPublicId: byManager.publicId } };
  for (const person of [manager, ada]) await person.call(api.webhooks.rotateSecret, own);
});

test('deliveries about a closed board are for those who see it, and pages stay whole', async () => {
  const { workspace: within, board, lists } = await makeBoard(ada);
  const { lists: open } = await makeBoard(ada, { workspace: within });
  const there = { workspacePublicId: within };
  const manager = await service.signUp('another-manager');
  await addMember(service, within, manager, { granted: ['workspace:manage'] });
  const body = { name: 'hook', url: 'http://127.0.0.9/', events: ['card.*'] };
  const { publicId } = await ada.call(api.webhooks.create, { params: there, body });
  const of = { ...there, webhookPublicId: publicId };
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  for (const list of [nth(open, 0), nth(lists, 0), nth(open, 0)]) await makeCard(ada, list);
  const { deliveries: all } = await ada.call(api.webhooks.deliveries, { params: of });
  const ids = all.map(({ id }) => id);
  assert.equal(ids.length, 3);
  const first = await manager.call(api.webhooks.deliveries, { params: of, query: { limit: 1 } });
  const cursor = first.nextCursor ?? '';
  const second = await manager.call(api.webhooks.deliveries, { params: of, query: { limit: 1, cursor } });
  const pages = [first, second].map(({ deliveries, hasMore }) => [
    ...deliveries.map(({ id }) => id),
    hasMore,
  ]);
  assert.deepEqual(pages, [
    [ids[0], true],
    [ids[2], false],
  ]);
  await manager.refused(404, api.webhooks.redeliver, { params: { ...of, deliveryId: nth(ids, 1) } });
  await manager.call(api.webhooks.redeliver, { params: { ...of, deliveryId: nth(ids, 0) } });
  await ada.call(api.webhooks.redeliver, { params: { ...of, deliveryId: nth(ids, 1) } });
});
