import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { isoMillis } from '../clock.ts';
import { newId } from '../ids.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');

/** A board in a workspace of its own, with a webhook for these events. */
async function subscribed(events: string[], active = true) {
  const made = await makeBoard(ada);
  const params = { workspacePublicId: made.workspace };
  const body = { name: 'Chat', url: 'http://127.0.0.1:9/', events, active };
  const { publicId } = await ada.call(api.webhooks.create, { params, body });
  return { ...made, webhook: publicId, at: { params: { ...params, webhookPublicId: publicId } } };
}

interface Stored extends Record<string, unknown> {
  id: string;
  event: string;
  payload: string;
  state: string;
}

const storedOf = (webhook: string) =>
  service.sql<Stored>(
    `select id, event, payload, state from webhook_deliveries where webhook_id = '${webhook}' order by created_at, id`,
  );

const eventsOf = async (webhook: string) => (await storedOf(webhook)).map(({ event }) => event);

test('a change is one delivery for each active webhook that subscribes to it', async () => {
  const { workspace, webhook, lists } = await subscribed(['card.created']);
  const make = (events: string[], active = true) =>
    ada.call(api.webhooks.create, {
      params: { workspacePublicId: workspace },
      body: { name: 'x', url: 'http://127.0.0.1:9/', events, active },
    });
  // Matches in two ways, and is told once.
  const twice = await make(['card.*', 'card.created', '*']);
  const other = await make(['list.*', 'card.archived']);
  const inactive = await make(['*'], false);
  const elsewhere = await subscribed(['*']);
  await makeCard(ada, nth(lists, 0));
  assert.deepEqual(await eventsOf(webhook), ['card.created']);
  assert.deepEqual(await eventsOf(twice.publicId), ['card.created']);
  assert.deepEqual(await eventsOf(other.publicId), []);
  assert.deepEqual(await eventsOf(inactive.publicId), []);
  assert.deepEqual(await eventsOf(elsewhere.webhook), []);
});

test('a group tells everything in it and nothing beside it', async () => {
  const { webhook, lists, labels } = await subscribed(['card.updated.*', 'label.*']);
  const card = await makeCard(ada, nth(lists, 0));
  const params = { cardPublicId: card };
  await ada.call(api.cards.update, { params, body: { title: 'New', description: 'More' } });
  await ada.call(api.labels.update, {
    params: { labelPublicId: nth(labels, 0) },
    body: { name: 'Very urgent' },
  });
  await ada.call(api.cards.archive, { params });
  assert.deepEqual(await eventsOf(webhook), [
    'card.updated.title',
    'card.updated.description',
    'label.updated',
  ]);
});

test('the payload says what happened, as it was then', async () => {
  const { webhook, workspace, board, lists } = await subscribed(['card.updated.title']);
  const card = await makeCard(ada, nth(lists, 0), { title: 'First' });
  const params = { cardPublicId: card };
  await ada.call(api.cards.update, { params, body: { title: 'Second' } });
  await ada.call(api.cards.update, { params, body: { title: 'Third' } });
  await ada.call(api.cards.delete, { params });
  const payloads = (await storedOf(webhook)).map(
    ({ payload }) => JSON.parse(payload) as Record<string, unknown>,
  );
  assert.equal(payloads.length, 2);
  const { type, timestamp, data } = nth(payloads, 0);
  assert.equal(type, 'card.updated.title');
  const { activity, ...rest } = data as { activity: Record<string, unknown> };
  assert.deepEqual(rest, {
    workspacePublicId: workspace,
    boardPublicId: board,
    listPublicId: nth(lists, 0),
    card: { publicId: card, cardNumber: 1, title: 'Second' },
    user: { id: ada.id, name: 'ada' },
  });
  const { publicId, createdAt, ...change } = activity;
  assert.deepEqual(change, { fromTitle: 'First', toTitle: 'Second' });
  assert.equal(timestamp, `${String(createdAt).slice(0, 23)}Z`);
  const feed = await ada.call(api.cards.get, { params: { cardPublicId: await restored(card) } });
  assert.ok(feed.activities.some((each) => each.publicId === publicId && each.createdAt === createdAt));
});

async function restored(card: string): Promise<string> {
  await ada.call(api.cards.restore, { params: { cardPublicId: card } });
  return card;
}

test('a payload stays under 20 kB, whatever texts it is about', async () => {
  const { webhook, lists } = await subscribed(['*']);
  const card = await makeCard(ada, nth(lists, 0), { title: '😀'.repeat(1000) });
  const params = { cardPublicId: card };
  for (const character of ['x', '\u0001', '€', '"']) {
    await ada.call(api.cards.update, { params, body: { description: character.repeat(10_000) } });
  }
  await ada.call(api.cards.update, { params, body: { description: `x${'😀'.repeat(4_999)}` } });
  await ada.call(api.comments.create, { params, body: { comment: '€'.repeat(10_000) } });
  const stored = await storedOf(webhook);
  assert.ok(stored.length >= 7);
  for (const { payload } of stored) {
    assert.ok(Buffer.byteLength(payload) < 20_000);
    // Half a character is no Unicode: strict receivers refuse the whole body.
    assert.doesNotMatch(payload, /\\ud[89a-f]/);
    assert.equal(typeof JSON.parse(payload), 'object');
  }
});

test('what was refused or changed nothing is not delivered', async () => {
  const { webhook, lists } = await subscribed(['*']);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Same' });
  const params = { cardPublicId: card };
  await ada.call(api.cards.update, { params, body: { title: 'Same' } });
  await ada.refused(400, api.cards.update, {
    params,
    body: { title: 'New', listPublicId: 'absent0absent000' },
  });
  assert.deepEqual(await eventsOf(webhook), ['card.created']);
});

test('a webhook that is deleted while things change leaves every change whole', async () => {
  const { at, lists } = await subscribed(['*']);
  const changes = Array.from({ length: 32 }, () => makeCard(ada, nth(lists, 0)));
  const [, ...cards] = await Promise.all([ada.call(api.webhooks.delete, at), ...changes]);
  assert.equal(new Set(cards).size, 32);
});

/** Writes deliveries as they are stored, three to a time: they were made by one change. */
async function fill(workspace: string, webhook: string, count: number): Promise<string[]> {
  const now = service.clock.now();
  const states = ['pending', 'succeeded', 'failed'];
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const id = newId(now);
    ids.push(id);
    await service.sql(`insert into webhook_deliveries (workspace_id, id, webhook_id, event, payload, state, attempts,
        status_code, error, duration_ms, created_at, next_attempt_at)
      values ('${workspace}', '${id}', '${webhook}', 'card.created', '{}', '${states[n % 3]}', ${n}, 500,
        'status 500', 12, ${now + Math.floor(n / 3)}, ${n % 3 === 0 ? now : 'null'})`);
  }
  return ids;
}

test('deliveries are listed newest first, page by page, each once', async () => {
  const { workspace, webhook, at } = await subscribed(['*']);
  const ids = (await fill(workspace, webhook, 10)).reverse();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 4, ...(cursor ? { cursor } : {}) };
    const page = await ada.call(api.webhooks.deliveries, { ...at, query });
    assert.ok(page.deliveries.length <= 4);
    assert.equal(page.hasMore, page.nextCursor !== null);
    seen.push(...page.deliveries.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(seen, ids);
  const failed = await ada.call(api.webhooks.deliveries, { ...at, query: { state: 'failed' } });
  assert.deepEqual(
    failed.deliveries.map(({ id }) => id),
    ids.filter((_, n) => n % 3 === 1),
  );
  for (const query of [{ limit: 0 }, { limit: 101 }, { state: 'lost' as 'failed' }, { cursor: 'x' }]) {
    await ada.refused(400, api.webhooks.deliveries, { ...at, query });
  }
});

test('a delivery shows what came of it', async () => {
  const { workspace, webhook, at, lists } = await subscribed(['card.*']);
  await makeCard(ada, nth(lists, 0));
  const [fresh] = (await ada.call(api.webhooks.deliveries, at)).deliveries;
  const { id, createdAt, nextAttemptAt, ...rest } = fresh ?? { id: '', createdAt: '', nextAttemptAt: null };
  assert.deepEqual(rest, {
    event: 'card.created',
    state: 'pending',
    attempts: 0,
    statusCode: null,
    error: null,
    durationMs: null,
  });
  assert.equal(nextAttemptAt, createdAt);
  assert.equal(id.length, 16);
  await fill(workspace, webhook, 3);
  const [failed] = (await ada.call(api.webhooks.deliveries, at)).deliveries;
  assert.equal(failed?.state, 'failed');
  assert.equal(failed?.statusCode, 500);
  assert.equal(failed?.error, 'status 500');
  assert.equal(failed?.durationMs, 12);
  assert.equal(failed?.nextAttemptAt, null);
});

test('a delivery is put in line again with the payload it had', async () => {
  const { workspace, webhook, at } = await subscribed(['card.*']);
  const [, succeeded = '', failed = ''] = await fill(workspace, webhook, 3);
  for (const deliveryId of [succeeded, failed]) {
    const before = service.clock.now();
    const types = await service.recorded(async () => {
      const params = { ...at.params, deliveryId };
      assert.deepEqual(await ada.call(api.webhooks.redeliver, { params }), { success: true });
    });
    assert.deepEqual(types, []);
    const { deliveries } = await ada.call(api.webhooks.deliveries, at);
    const again = deliveries.find(({ id }) => id === deliveryId);
    assert.equal(again?.state, 'pending');
    assert.ok((again?.nextAttemptAt ?? '') >= isoMillis(before));
  }
  const payloads = (await storedOf(webhook)).map(({ payload }) => payload);
  assert.deepEqual(payloads, ['{}', '{}', '{}']);
  const other = await subscribed(['*']);
  await ada.refused(404, api.webhooks.redeliver, { params: { ...other.at.params, deliveryId: failed } });
});
