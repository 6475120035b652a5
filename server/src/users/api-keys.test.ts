import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { bitOf, permissions } from '../../../contract/permissions.ts';
import { hour, isoMillis, minute } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const card = { cardPublicId: await makeCard(ada, nth(made.lists, 0)) };
const elsewhere = await makeBoard(ada);
const cardElsewhere = { cardPublicId: await makeCard(ada, nth(elsewhere.lists, 0)) };

const keyOf = (person: Person, given: Partial<BodyOf<typeof api.users.createApiKey>> = {}) =>
  person.call(api.users.createApiKey, { body: { name: 'key', ...given } });

test('a key is shown once; afterwards only what tells it from others', async () => {
  const bea = await service.signUp('bea');
  const { key, ...shown } = await keyOf(bea, { name: '  Nightly export ' });
  assert.deepEqual(
    { ...shown, createdAt: '' },
    {
      id: shown.id,
      name: 'Nightly export',
      prefix: key.slice(0, 12),
      createdAt: '',
      lastUsedAt: null,
      expiresAt: null,
      permissions: null,
      workspacePublicId: null,
      boardPublicIds: null,
      application: null,
    },
  );
  assert.deepEqual(await bea.call(api.users.apiKeys), [shown]);
});

test('only the hash of a key is stored', async () => {
  const { key } = await keyOf(ada);
  const stored = JSON.stringify(await service.sql('select * from api_keys'));
  assert.ok(stored.includes(key.slice(0, 12)));
  assert.ok(!stored.includes(key.slice(0, 20)));
});

test('a key without limits acts for the whole account', async () => {
  const { key } = await keyOf(ada);
  const byKey = service.caller(key);
  await byKey.call(api.cards.update, { params: card, body: { title: 'By key' } });
  await byKey.call(api.cards.get, { params: cardElsewhere });
  await byKey.call(api.users.update, { body: { name: 'Ada' } });
});

test('a key with some permissions can do that and nothing else', async () => {
  const { key, permissions: granted } = await keyOf(ada, { permissions: ['comment:view', 'card:view'] });
  assert.deepEqual(granted, ['card:view', 'comment:view']);
  const byKey = service.caller(key);
  await byKey.call(api.cards.get, { params: card });
  await byKey.call(api.cards.get, { params: cardElsewhere });
  await byKey.refused(403, api.cards.update, { params: card, body: { title: 'No' } });
  await byKey.refused(403, api.cards.delete, { params: card });
  await byKey.refused(403, api.boards.list, { params: { workspacePublicId: made.workspace } });
});

test('a key for one workspace can do all there and nothing elsewhere', async () => {
  const { id, key, workspacePublicId } = await keyOf(ada, { workspacePublicId: made.workspace });
  assert.equal(workspacePublicId, made.workspace);
  const listed = (await ada.call(api.users.apiKeys)).find((each) => each.id === id);
  assert.equal(listed?.workspacePublicId, made.workspace);
  const byKey = service.caller(key);
  await byKey.call(api.cards.update, { params: card, body: { title: 'Here' } });
  await byKey.refused(403, api.cards.get, { params: cardElsewhere });
  await byKey.refused(403, api.cards.update, { params: cardElsewhere, body: { title: 'There' } });
  await byKey.refused(403, api.boards.list, { params: { workspacePublicId: elsewhere.workspace } });
});

test('both limits hold together', async () => {
  const { key } = await keyOf(ada, { permissions: ['card:view'], workspacePublicId: made.workspace });
  const byKey = service.caller(key);
  await byKey.call(api.cards.get, { params: card });
  await byKey.refused(403, api.cards.update, { params: card, body: { title: 'No' } });
  await byKey.refused(403, api.cards.get, { params: cardElsewhere });
});

test('a key with limits, however wide, reaches no account settings', async () => {
  const keys = [
    await keyOf(ada, { permissions: ['card:view'] }),
    await keyOf(ada, { permissions: [...permissions] }),
    await keyOf(ada, { workspacePublicId: made.workspace }),
  ];
  const settings = [
    ...Object.values(api.auth),
    ...Object.values(api.users),
    ...Object.values(api.integrations),
  ];
  const ofAccount = settings.filter(({ access }) => access === 'account' || access === 'session');
  assert.ok(ofAccount.length > 12);
  for (const { key } of keys) {
    for (const operation of ofAccount) {
      const path = addressOf(operation, { id: '1', sessionId: '0123456789abcdef', provider: 'codehost' });
      const response = await service.raw(path, {
        method: operation.method,
        headers: { authorization: `Bearer ${key}` },
      });
      assert.equal(response.status, 403, operation.id);
    }
    await service.caller(key).call(api.users.me);
  }
  await ada.call(api.users.me);
});

test('a key makes no key that outlives it, and takes no session away', async () => {
  const { key } = await keyOf(ada, { expiresAt: isoMillis(service.clock.now() + minute) });
  const byKey = service.caller(key);
  await byKey.call(api.users.me);
  const before = await ada.call(api.users.apiKeys);
  await byKey.refused(403, api.users.createApiKey, { body: { name: 'for ever' } });
  await byKey.refused(403, api.users.apiKeys);
  for (const { id } of await ada.call(api.auth.sessions)) {
    await byKey.refused(403, api.auth.endSession, { params: { sessionId: id } });
  }
  assert.deepEqual(
    (await ada.call(api.users.apiKeys)).map(({ id }) => id),
    before.map(({ id }) => id),
  );
});

test('a key permits no more than its owner has', async () => {
  const { key } = await keyOf(ada, { permissions: ['card:view', 'card:edit'] });
  const byKey = service.caller(key);
  const where = `where workspace_id = '${elsewhere.workspace}'`;
  await byKey.call(api.cards.update, { params: cardElsewhere, body: { title: 'Yes' } });
  await service.sql(`update members set revoked = ${bitOf('card:edit')} ${where}`);
  await byKey.refused(403, api.cards.update, { params: cardElsewhere, body: { title: 'No' } });
  await byKey.call(api.cards.get, { params: cardElsewhere });
  await service.sql(`update members set revoked = 0, status = 'paused' ${where}`);
  await byKey.refused(403, api.cards.get, { params: cardElsewhere });
  await service.sql(`update members set status = 'active' ${where}`);
  await byKey.call(api.cards.get, { params: cardElsewhere });
});

test('a revoked key is dead at once; a second time it is 404', async () => {
  const { id, key } = await keyOf(ada);
  const params = { id };
  assert.deepEqual(await ada.call(api.users.deleteApiKey, { params }), { success: true });
  await service.caller(key).refused(401, api.users.me);
  await ada.refused(404, api.users.deleteApiKey, { params });
  assert.ok(!(await ada.call(api.users.apiKeys)).some((each) => each.id === id));
});

test('the keys of others are not listed and cannot be revoked', async () => {
  const eve = await service.signUp('eve');
  const { id, key } = await keyOf(ada);
  assert.deepEqual(await eve.call(api.users.apiKeys), []);
  await eve.refused(404, api.users.deleteApiKey, { params: { id } });
  await service.caller(key).call(api.users.me);
});

test('a key works until it expires, and stays on the list', async () => {
  const expiresAt = isoMillis(service.clock.now() + hour);
  const { id, key, expiresAt: shown } = await keyOf(ada, { expiresAt });
  assert.equal(shown, expiresAt);
  service.clock.pass(59 * minute);
  await service.caller(key).call(api.users.me);
  service.clock.pass(minute);
  await service.caller(key).refused(401, api.users.me);
  assert.equal((await ada.call(api.users.apiKeys)).find((each) => each.id === id)?.expiresAt, expiresAt);
});

test('a key may be made for a time that is very far away', async () => {
  const { key, expiresAt } = await keyOf(ada, { expiresAt: '2999-12-31T23:59:59+00:00' });
  assert.equal(expiresAt, '2999-12-31T23:59:59.000Z');
  await service.caller(key).call(api.users.me);
  assert.equal((await ada.call(api.users.apiKeys))[0]?.expiresAt, expiresAt);
});

test('a key tells when it was last used', async () => {
  const { id, key } = await keyOf(ada);
  await service.caller(key).call(api.users.me);
  await service.lastUsed.flush();
  const listed = (await ada.call(api.users.apiKeys)).find((each) => each.id === id);
  assert.ok(Date.parse(listed?.lastUsedAt ?? '') >= Date.parse(listed?.createdAt ?? ''));
});

test('a key is for a workspace in which the caller is an active member', async () => {
  const flo = await service.signUp('flo');
  const forWorkspace = (workspacePublicId: string) => ({ body: { name: 'key', workspacePublicId } });
  await flo.refused(403, api.users.createApiKey, forWorkspace(made.workspace));
  const { issues } = await flo.refused(400, api.users.createApiKey, forWorkspace('0123456789abcdef'));
  assert.match(JSON.stringify(issues), /body\/workspacePublicId/);
  await flo.refused(400, api.users.createApiKey, forWorkspace('short'));
  assert.deepEqual(await flo.call(api.users.apiKeys), []);
});

test('what breaks a rule is refused and makes no key', async () => {
  const grace = await service.signUp('grace');
  const bodies: Record<string, unknown>[] = [
    {},
    { name: '  ' },
    { name: 'x'.repeat(256) },
    { name: 'x', expiresAt: isoMillis(service.clock.now() - minute) },
    { name: 'x', expiresAt: 'tomorrow' },
    { name: 'x', expiresAt: 4102444800 },
    { name: 'x', permissions: [] },
    { name: 'x', permissions: ['card:fly'] },
    { name: 'x', permissions: ['card:view', 'card:view'] },
    { name: 'x', permissions: 'card:view' },
  ];
  for (const body of bodies) await grace.refused(400, api.users.createApiKey, { body: body as never });
  assert.deepEqual(await grace.call(api.users.apiKeys), []);
  for (const id of ['0', '-1', 'x', '1.5', '99999999999999999999']) {
    await grace.refused(400, api.users.deleteApiKey, { params: { id } as never });
  }
  await grace.refused(404, api.users.deleteApiKey, { params: { id: Number.MAX_SAFE_INTEGER } });
});

test('without a credential there is nothing to see, make or revoke', async () => {
  const nobody = service.caller();
  await nobody.refused(401, api.users.apiKeys);
  await nobody.refused(401, api.users.createApiKey, { body: { name: 'x' } });
  await nobody.refused(401, api.users.deleteApiKey, { params: { id: 1 } });
});
