import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day, isoMillis } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { sliceSize } from '../base/jobs/remove.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { keyWithoutLimits } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';
import { lookedAt } from './queries.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');

/** A board in its own workspace, with a webhook for these events. */
async function subscribed(events: string[], active = true) {
  const made = await makeBoard(ada);
  const params = { workspacePublicId: made.workspace };
  const body = { name: 'Chat', url: 'http://127.0.0.1:10009/', events, active };
  const { publicId } = await ada.call(api.webhooks.create, { params, body });
  return { ...made, webhook: publicId, at: { params: { ...params, webhookPublicId: publicId } } };
}

interface Stored extends Record<string, unknown> {
  id: string;
  event: string;
  body: string;
  state: string;
}

const storedOf = (webhook: string) =>
  service.sql<Stored>(
    `select d.id, d.event, e.body, d.state from webhook_deliveries d
      join webhook_events e on e.workspace_id = d.workspace_id and e.id = d.event_id
      where d.webhook_id = '${webhook}' order by d.created_at, d.id`,
  );

const eventsOf = async (webhook: string) => (await storedOf(webhook)).map(({ event }) => event);

test('a change is one delivery for each active webhook that subscribes to it', async () => {
  const { workspace, webhook, lists } = await subscribed(['card.created']);
  const make = (events: string[], active = true) =>
    ada.call(api.webhooks.create, {
      params: { workspacePublicId: workspace },
      body: { name: 'x', url: 'http://127.0.0.1:10009/', events, active },
    });
  // It matches several patterns, but is sent the event once.
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

test('a group of events contains every event in it and nothing else', async () => {
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

test('a group is named with its star or without, and a move by its alias', async () => {
  const { webhook, workspace, lists } = await subscribed(['card.updated']);
  const make = (events: string[]) =>
    ada.call(api.webhooks.create, {
      params: { workspacePublicId: workspace },
      body: { name: 'x', url: 'http://127.0.0.1:10009/', events },
    });
  const moved = await make(['card.moved']);
  const cards = await make(['card']);
  const params = { cardPublicId: await makeCard(ada, nth(lists, 0)) };
  await ada.call(api.cards.update, { params, body: { title: 'New', listPublicId: nth(lists, 1) } });
  const updates = ['card.updated.title', 'card.updated.list'];
  assert.deepEqual(await eventsOf(webhook), updates);
  assert.deepEqual(await eventsOf(moved.publicId), ['card.updated.list']);
  assert.deepEqual(await eventsOf(cards.publicId), ['card.created', ...updates]);
});

test('the body for many webhooks is stored once, by two statements', async () => {
  const { workspace, lists } = await subscribed(['card.*']);
  const params = { workspacePublicId: workspace };
  const body = { name: 'x', url: 'http://127.0.0.1:10009/', events: ['*'] };
  const one = await statementsOf(service, () => makeCard(ada, nth(lists, 0)));
  for (let n = 1; n < 20; n++) await ada.call(api.webhooks.create, { params, body });
  await ada.refused(409, api.webhooks.create, { params, body });
  assert.equal(await statementsOf(service, () => makeCard(ada, nth(lists, 0))), one);
  const count = (table: string) =>
    service.sql<{ id: string }>(`select id from ${table} where workspace_id = '${workspace}'`);
  assert.equal((await count('webhook_events')).length, 2);
  assert.equal((await count('webhook_deliveries')).length, 21);
});

test('after 30 days no deliveries are left, however many they were', async () => {
  const { workspace, webhook, lists } = await subscribed(['*']);
  await fill(workspace, webhook, 5);
  await service.sql(`update webhook_deliveries set state = 'failed', next_attempt_at = null
    where webhook_id = '${webhook}'`);
  const now = service.clock.now();
  for (let n = 0; n < 130; n++) {
    await service.sql(`insert into webhook_events (workspace_id, id, body, created_at)
      values ('${workspace}', 'old${n}', '{}', ${now - 31 * day})`);
  }
  await service.sql(
    `update webhook_events set created_at = ${now - 31 * day} where id in (
      select event_id from webhook_deliveries where webhook_id = '${webhook}')`,
  );
  await makeCard(ada, nth(lists, 0));
  await service.jobs.run('webhook-deliveries');
  assert.deepEqual(await eventsOf(webhook), ['card.created']);
  const left = await service.sql(`select id from webhook_events where workspace_id = '${workspace}'`);
  assert.equal(left.length, 1);
});

test('a waiting delivery is not removed while it is being sent', async () => {
  const { workspace, webhook } = await subscribed(['*']);
  const old = service.clock.now() - 31 * day;
  await fill(workspace, webhook, 6);
  const waiting = await storedOf(webhook);
  // More than a slice of them, older than all others.
  await service.sql(`insert into webhook_events (workspace_id, id, body, created_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${2 * sliceSize})
    select '${workspace}', 'waits' || n, '{}', ${old} - n from numbers`);
  await service.sql(`insert into webhook_deliveries
    (workspace_id, id, webhook_id, event_id, event, state, attempts, created_at, next_attempt_at)
    select workspace_id, id, '${webhook}', id, 'card.created', 'pending', 0, created_at, created_at
    from webhook_events where workspace_id = '${workspace}' and created_at < ${old}`);
  await service.sql(`update webhook_events set created_at = ${old} where id in (
      select event_id from webhook_deliveries where webhook_id = '${webhook}' and created_at > ${old})`);
  await service.jobs.run('webhook-deliveries');
  const left = await storedOf(webhook);
  assert.equal(left.length, 2 * sliceSize + 2);
  assert.ok(left.every(({ state }) => state === 'pending'));
  assert.equal(waiting.length, 6);
});

test('a webhook is removed with all its deliveries, in more than one slice', async () => {
  const { webhook, at, lists } = await subscribed(['card.created']);
  await makeCard(ada, nth(lists, 0));
  const rows = 2 * sliceSize + 50;
  await service.sql(`insert into webhook_deliveries
    (workspace_id, id, webhook_id, event_id, event, state, attempts, created_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    select workspace_id, 'more' || n, webhook_id, event_id, event, state, attempts, created_at
    from webhook_deliveries, numbers where webhook_id = '${webhook}'`);
  const few = await subscribed(['card.created']);
  const ofFew = await statementsOf(service, () => ada.call(api.webhooks.delete, few.at));
  const ofMany = await statementsOf(service, () => ada.call(api.webhooks.delete, at));
  assert.equal(ofMany - ofFew, 2);
  const left = await service.sql(`select id from webhook_deliveries where webhook_id = '${webhook}'`);
  assert.deepEqual(left, []);
  await ada.refused(404, api.webhooks.delete, at);
});

test('the payload says what happened, as it was then', async () => {
  const { webhook, workspace, board, lists } = await subscribed(['card.updated.title']);
  const card = await makeCard(ada, nth(lists, 0), { title: 'First' });
  const params = { cardPublicId: card };
  await ada.call(api.cards.update, { params, body: { title: 'Second' } });
  await ada.call(api.cards.update, { params, body: { title: 'Third' } });
  await ada.call(api.cards.delete, { params });
  const payloads = (await storedOf(webhook)).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  assert.equal(payloads.length, 2);
  const { type, timestamp, data } = nth(payloads, 0);
  assert.equal(type, 'card.updated.title');
  const { activity, ...rest } = data as { activity: Record<string, unknown> };
  assert.deepEqual(rest, {
    workspacePublicId: workspace,
    boardPublicId: board,
    listPublicId: nth(lists, 0),
    card: { publicId: card, cardNumber: 1, title: 'Second' },
    previous: { title: 'First' },
    user: { id: ada.id, name: 'ada' },
    url: `${service.address}/c/${card}`.replace('127.0.0.1', 'localhost'),
  });
  const { publicId, createdAt, ...change } = activity;
  assert.deepEqual(change, { fromTitle: 'First', toTitle: 'Second' });
  assert.equal(timestamp, `${String(createdAt).slice(0, 23)}Z`);
  const feed = await ada.call(api.cards.get, { params: { cardPublicId: await restored(card) } });
  assert.ok(feed.activities.some((each) => each.publicId === publicId && each.createdAt === createdAt));
});

test('a payload tells whole days from times, of due dates, start dates and items', async () => {
  const { webhook, lists } = await subscribed(['card.updated.*']);
  const params = { cardPublicId: await makeCard(ada, nth(lists, 0)) };
  const change = (body: object) => ada.call(api.cards.update, { params, body });
  await change({ dueDate: '2030-01-02' });
  await change({ dueDate: '2030-01-03T00:00:00+00:00' });
  await change({ startDate: '2030-01-01' });
  await change({ dueDate: null });
  const { publicId } = await ada.call(api.checklists.create, { params, body: { name: 'Steps' } });
  await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: publicId },
    body: { title: 'Paint', dueDate: '2030-01-03' },
  });
  const time = '2030-01-03T00:00:00.000Z';
  assert.deepEqual(
    (await storedOf(webhook)).flatMap(({ body }) => JSON.parse(body).data.activity.date ?? []),
    [
      { from: null, to: { date: '2030-01-02' } },
      { from: { date: '2030-01-02' }, to: { time } },
      { from: null, to: { date: '2030-01-01' } },
      { from: { time }, to: null },
      { from: null, to: { date: '2030-01-03' } },
    ],
  );
  const [first] = await storedOf(webhook);
  const { toDueDate, fromDueDate } = JSON.parse(first?.body ?? '').data.activity;
  assert.deepEqual(
    [toDueDate, fromDueDate],
    ['2030-01-02T00:00:00.000Z', undefined],
    'what was there is as it was',
  );
});

test('a payload says what the values were before, and where what it is about is shown', async () => {
  const { webhook, workspace, board, lists, labels } = await subscribed(['*']);
  const params = { cardPublicId: await makeCard(ada, nth(lists, 0), { title: 'First' }) };
  await makeCard(ada, nth(lists, 0));
  const [was] = await service.sql<{ name: string }>(`select name from boards where id = '${board}'`);
  const dueDate = '2030-01-02T03:04:05.000Z';
  await ada.call(api.cards.update, { params, body: { title: 'Second', description: 'Text', dueDate } });
  await ada.call(api.cards.update, { params, body: { index: 1 } });
  await ada.call(api.cards.update, { params, body: { dueDate: null, listPublicId: nth(lists, 1) } });
  const checklist = await ada.call(api.checklists.create, { params, body: { name: 'Steps' } });
  const ofChecklist = { params: { checklistPublicId: checklist.publicId } };
  await ada.call(api.checklists.update, { ...ofChecklist, body: { name: 'Stages' } });
  const item = await ada.call(api.checklists.createItem, { ...ofChecklist, body: { title: 'Paint' } });
  const ofItem = { params: { checklistItemPublicId: item.publicId } };
  await ada.call(api.checklists.updateItem, { ...ofItem, body: { title: 'Sand', completed: true } });
  await ada.call(api.labels.update, {
    params: { labelPublicId: nth(labels, 0) },
    body: { name: 'Very urgent' },
  });
  await ada.call(api.lists.update, { params: { listPublicId: nth(lists, 0) }, body: { index: 1 } });
  await ada.call(api.lists.archive, { params: { listPublicId: nth(lists, 0) } });
  await ada.call(api.lists.restore, { params: { listPublicId: nth(lists, 0) } });
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { name: 'Ship' } });
  await ada.call(api.boards.delete, { params: { boardPublicId: board } });
  const told = (await storedOf(webhook)).map(({ event, body }) => {
    const { data } = JSON.parse(body) as { data: { previous?: unknown; url: string } };
    return [event, data.previous, data.url.replace(/^http:..localhost:\d+/, '')];
  });
  const [onCard, onBoard] = [`/c/${params.cardPublicId}`, `/b/${board}`];
  const [first] = await service.sql<{ name: string }>(`select name from lists where id = '${nth(lists, 0)}'`);
  assert.deepEqual(told.slice(2), [
    ['card.updated.title', { title: 'First' }, onCard],
    ['card.updated.description', { description: null }, onCard],
    ['card.updated.dueDate.added', { dueDate: null }, onCard],
    ['card.updated.index', { index: 0 }, onCard],
    ['card.updated.dueDate.removed', { dueDate }, onCard],
    ['card.updated.list', { list: { publicId: nth(lists, 0), name: first?.name, index: 0 } }, onCard],
    ['card.updated.checklist.added', undefined, onCard],
    ['card.updated.checklist.renamed', { name: 'Steps' }, onCard],
    ['card.updated.checklist.item.added', undefined, onCard],
    ['card.updated.checklist.item.updated', { title: 'Paint' }, onCard],
    ['card.updated.checklist.item.completed', { completed: false }, onCard],
    ['label.updated', { name: 'Urgent' }, onBoard],
    ['list.updated', { index: 0 }, onBoard],
    ['list.updated', undefined, onBoard],
    ['list.updated', undefined, onBoard],
    ['board.updated', { name: was?.name }, onBoard],
    ['board.deleted', undefined, onBoard],
  ]);
  const ofLists = (await storedOf(webhook)).filter(({ event }) => event === 'list.updated').slice(1);
  assert.deepEqual(
    ofLists.map(({ body }) => {
      const { listPublicId, archived, restored: isBack, index } = JSON.parse(body).data;
      return { listPublicId, archived, restored: isBack, index };
    }),
    [
      { listPublicId: nth(lists, 0), archived: true, restored: undefined, index: undefined },
      { listPublicId: nth(lists, 0), archived: undefined, restored: true, index: 1 },
    ],
  );
  const { workspacePublicId } = JSON.parse(nth(await storedOf(webhook), 0).body).data;
  assert.equal(workspacePublicId, workspace);
});

async function restored(card: string): Promise<string> {
  await ada.call(api.cards.restore, { params: { cardPublicId: card } });
  return card;
}

test('a payload says by which API key something was done', async () => {
  const { webhook, lists, board } = await subscribed(['card.created', 'list.created']);
  const { key: _key, ...agent } = await keyWithoutLimits(service, ada);
  for (const caller of [ada, agent]) {
    await caller.call(api.cards.create, { body: { title: 'x', listPublicId: nth(lists, 0) } });
    await caller.call(api.lists.create, { body: { name: 'x', boardPublicId: board } });
  }
  const told = (await storedOf(webhook)).map(({ body }) => JSON.parse(body).data);
  assert.deepEqual(
    told.map(({ user, apiKey }) => [user.id, apiKey?.name]),
    [undefined, undefined, 'a key', 'a key'].map((name) => [ada.id, name]),
  );
});

test('a payload stays under 20 kB, whatever texts it is about', async () => {
  const { webhook, lists } = await subscribed(['*']);
  const card = await makeCard(ada, nth(lists, 0), { title: '😀'.repeat(1000) });
  const params = { cardPublicId: card };
  for (const character of ['x', '\u0085', '€', '"']) {
    await ada.call(api.cards.update, { params, body: { description: character.repeat(10_000) } });
  }
  await ada.call(api.cards.update, { params, body: { description: `x${'😀'.repeat(4_999)}` } });
  await ada.call(api.comments.create, { params, body: { comment: '€'.repeat(10_000) } });
  const stored = await storedOf(webhook);
  assert.ok(stored.length >= 7);
  for (const { body } of stored) {
    assert.ok(Buffer.byteLength(body) < 20_000);
    // A lone surrogate is not valid Unicode: strict receivers refuse the whole body.
    assert.doesNotMatch(body, /\\ud[89a-f]/);
    assert.equal(typeof JSON.parse(body), 'object');
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

/** Inserts deliveries, three with the same time, as if made by one change. */
async function fill(workspace: string, webhook: string, count: number): Promise<string[]> {
  const now = service.clock.now();
  const states = ['pending', 'succeeded', 'failed'];
  const ids: string[] = [];
  const event = newId(now);
  await service.sql(`insert into webhook_events (workspace_id, id, body, created_at)
    values ('${workspace}', '${event}', '{}', ${now})`);
  for (let n = 0; n < count; n++) {
    const id = newId(now);
    ids.push(id);
    await service.sql(`insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event, state, attempts,
        status_code, error, duration_ms, created_at, next_attempt_at)
      values ('${workspace}', '${id}', '${webhook}', '${event}', 'card.created', '${states[n % 3]}', ${n}, 500,
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

test('a page looks at a bounded number of deliveries, and the pages together have all', async () => {
  const { workspace, webhook, at } = await subscribed(['*']);
  const [, , failed = ''] = await fill(workspace, webhook, 3);
  // Newer than those, and filtered out.
  const rows = 2 * lookedAt + 10;
  const padded = `substr('0000000000000000' || n, length('0000000000000000' || n) - 15)`;
  await service.sql(`insert into webhook_deliveries
    (workspace_id, id, webhook_id, event_id, event, state, attempts, created_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    select workspace_id, ${padded}, webhook_id, event_id, event, 'succeeded', 1,
      created_at + 1000 + n / 3
    from webhook_deliveries, numbers where id = '${failed}'`);
  const seen: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const query: { state: 'failed'; cursor?: string } = { state: 'failed', ...(cursor ? { cursor } : {}) };
    const page = await ada.call(api.webhooks.deliveries, { ...at, query });
    seen.push(...page.deliveries.map(({ id }) => id));
    assert.equal(page.hasMore, page.nextCursor !== null);
    cursor = page.nextCursor;
    pages++;
  } while (cursor !== null);
  assert.deepEqual(seen, [failed]);
  assert.equal(pages, 3);
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
  const bodies = (await storedOf(webhook)).map(({ body }) => body);
  assert.deepEqual(bodies, ['{}', '{}', '{}']);
  const other = await subscribed(['*']);
  await ada.refused(404, api.webhooks.redeliver, { params: { ...other.at.params, deliveryId: failed } });
});
