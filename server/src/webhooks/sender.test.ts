import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day, hour, isoMillis, minute, second } from '../base/clock.ts';
import { makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyWithoutLimits } from '../testing/members.ts';
import { type Answer, receiver } from '../testing/receiver.ts';
import { type Person, testService } from '../testing/service.ts';
import { sendDue, tellingBoard } from '../testing/webhooks.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const person = await service.signUp('ada');
// Weeks pass in these tests, in which a session would expire.
const ada = { ...person, ...(await keyWithoutLimits(service, person)) };

type Board = Awaited<ReturnType<typeof tellingBoard>>;

const deliveriesOf = async ({ at }: Board, person: Person = ada) =>
  (await person.call(api.webhooks.deliveries, { ...at, query: { limit: 100 } })).deliveries;

const nothing = { method: '', url: '', headers: {}, body: '' };

const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end();

test('metrics count what was sent, and tell how late it is', async () => {
  const numberOf = async (name: string) => {
    const text = await (await fetch(`${service.address}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  };
  const attempts = () =>
    Promise.all(
      ['succeeded', 'failed'].map((outcome) => numberOf(`webhook_attempts_total{outcome="${outcome}"}`)),
    );
  await sendDue(service);
  const [succeeded = 0, failed = 0] = await attempts();
  const good = await tellingBoard(ada, (await receiver()).url, ['card.created']);
  const bad = await tellingBoard(ada, (await receiver(answering(500))).url, ['card.created']);
  for (const { lists } of [good, bad]) await makeCard(ada, nth(lists, 0));
  service.clock.pass(90 * second);
  await sendDue(service);
  assert.deepEqual(await attempts(), [succeeded + 1, failed + 1]);
  assert.equal(Math.floor(await numberOf('webhook_delivery_lag_seconds')), 90);
  await sendDue(service);
  assert.equal(await numberOf('webhook_delivery_lag_seconds'), 0);
});

test('what happened is sent, once, and the log says so', async () => {
  const { url, received } = await receiver();
  const board = await tellingBoard(ada, `${url}/hook`, ['card.created']);
  await makeCard(ada, nth(board.lists, 0), { title: 'One' });
  await sendDue(service);
  await sendDue(service);
  assert.equal(received.length, 1);
  const [delivery, ...more] = await deliveriesOf(board);
  assert.deepEqual(more, []);
  const { createdAt: _at, durationMs, ...rest } = delivery ?? { createdAt: '', durationMs: null };
  assert.deepEqual(rest, {
    id: nth(received, 0).headers['webhook-id'],
    event: 'card.created',
    state: 'succeeded',
    attempts: 1,
    statusCode: 200,
    error: null,
    nextAttemptAt: null,
  });
  assert.ok(durationMs !== null && durationMs >= 0);
});

test('a delivery that fails is tried again at exactly these times, nine times', async () => {
  const { url, received } = await receiver(answering(500));
  const board = await tellingBoard(ada, url, ['card.created']);
  await makeCard(ada, nth(board.lists, 0));
  service.clock.hold();
  const pauses = [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ];
  await sendDue(service);
  for (const [tries, pause] of pauses.entries()) {
    const ended = service.clock.now();
    const [delivery] = await deliveriesOf(board);
    assert.deepEqual(
      { state: delivery?.state, attempts: delivery?.attempts, error: delivery?.error },
      { state: 'pending', attempts: tries + 1, error: 'status 500' },
    );
    const due = Date.parse(delivery?.nextAttemptAt ?? '') * 1000;
    assert.ok(Math.abs(due - ended - pause) < 2000, `attempt ${tries + 2}`);
    service.clock.pass(pause - 10_000);
    await sendDue(service);
    assert.equal(received.length, tries + 1, 'not before its time');
    service.clock.pass(10_000);
    await sendDue(service);
    assert.equal(received.length, tries + 2);
  }
  service.clock.pass(day);
  await sendDue(service);
  assert.equal(received.length, 10);
  const [last] = await deliveriesOf(board);
  assert.equal(last?.state, 'failed');
  assert.equal(last?.attempts, 10);
  assert.equal(last?.nextAttemptAt, null);
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(received.map(({ body }) => body)).size, 1);
});

const oneOf = async (board: Board) => {
  const [delivery] = await deliveriesOf(board);
  assert.ok(delivery);
  return delivery;
};

/** Seconds from `from` until the next attempt is due. */
const pauseAfter = async (board: Board, from: number) => {
  const { nextAttemptAt } = await oneOf(board);
  return Math.round((Date.parse(nextAttemptAt ?? '') * 1000 - from) / second);
};

test('Retry-After is honoured, as seconds and as a date, within bounds', async () => {
  const asked: [(now: number) => string, number][] = [
    [() => '120', 120],
    [() => '3', 5],
    [() => '0', 5],
    [() => '99999999999999999999', 24 * 3600],
    [() => 'soon', 5],
    [() => '-7', 5],
    [() => '1.5', 5],
    [(now) => new Date(now / 1000 + 600_000).toUTCString(), 600],
    [(now) => new Date(now / 1000 - 600_000).toUTCString(), 5],
    [() => 'Fri, 31 Dec 9999 23:59:59 GMT', 24 * 3600],
  ];
  for (const [says, seconds] of asked) {
    const { url } = await receiver((response) =>
      answering(429, { 'retry-after': says(service.clock.now()) })(response, nothing),
    );
    const board = await tellingBoard(ada, url, ['card.created']);
    await makeCard(ada, nth(board.lists, 0));
    const before = service.clock.now();
    await sendDue(service);
    const pause = await pauseAfter(board, before);
    // An HTTP date only has whole seconds.
    assert.ok(Math.abs(pause - seconds) <= 1, `${says(before)}: ${pause}`);
  }
});

test('a receiver that is gone is sent nothing more, and admins are notified', async () => {
  const { url, received } = await receiver(answering(410));
  const board = await tellingBoard(ada, url, ['card.created']);
  await service.outbox.idle();
  const mails = service.mails.length;
  for (let n = 0; n < 3; n++) await makeCard(ada, nth(board.lists, 0));
  service.clock.pass(second);
  await sendDue(service);
  assert.ok(received.length >= 1 && received.length <= 3);
  const deliveries = await deliveriesOf(board);
  assert.deepEqual(
    deliveries.map(({ state, nextAttemptAt }) => [state, nextAttemptAt]),
    Array.from({ length: 3 }, () => ['failed', null]),
  );
  assert.ok(deliveries.some(({ error }) => error === 'status 410'));
  assert.equal((await ada.call(api.webhooks.get, board.at)).active, false);
  await service.outbox.idle();
  const [mail, ...more] = service.mails.slice(mails);
  assert.deepEqual(more, []);
  assert.equal(mail?.to, ada.email);
  assert.match(mail?.text ?? '', /gone \(status 410\)/);
  const { entries } = await ada.call(api.audit.list, {
    params: { workspacePublicId: board.workspace },
  });
  const entry = nth(entries, 0);
  assert.equal(entry.type, 'webhook.disabled');
  assert.equal(entry.user, null);
  assert.deepEqual(entry.detail, [
    { field: 'active', from: 'true', to: 'false' },
    { field: 'reason', from: null, to: 'gone' },
  ]);
  await makeCard(ada, nth(board.lists, 0));
  assert.equal((await deliveriesOf(board)).length, 3);
});

test('five days of nothing but failures disable a webhook; enabling it is a fresh start', async () => {
  let status = 500;
  const { url, received } = await receiver((response) => answering(status)(response, nothing));
  const board = await tellingBoard(ada, url, ['card.created']);
  const tell = async () => {
    await makeCard(ada, nth(board.lists, 0));
    await sendDue(service);
  };
  const isActive = async () => (await ada.call(api.webhooks.get, board.at)).active;
  await tell();
  service.clock.pass(5 * day - minute);
  await tell();
  assert.equal(await isActive(), true);
  service.clock.pass(minute);
  const mails = service.mails.length;
  await tell();
  assert.equal(await isActive(), false);
  await service.outbox.idle();
  assert.match(service.mails[mails]?.text ?? '', /for five days/);
  // None of the waiting deliveries is sent, however late it is due.
  assert.ok((await deliveriesOf(board)).every(({ state }) => state === 'failed'));
  const before = received.length;
  service.clock.pass(2 * day);
  await sendDue(service);
  assert.equal(received.length, before);
  const [failed] = await deliveriesOf(board);
  const again = { params: { ...board.at.params, deliveryId: failed?.id ?? '' } };
  await ada.refused(409, api.webhooks.redeliver, again);
  await ada.call(api.webhooks.update, { ...board.at, body: { active: true } });
  await tell();
  assert.equal(await isActive(), true);
  assert.equal(received.length, before + 1);
  status = 200;
  await ada.call(api.webhooks.redeliver, again);
  await sendDue(service);
  assert.equal(nth(received, received.length - 1).headers['webhook-id'], failed?.id);
});

test('one success in five days is enough', async () => {
  let status = 500;
  const { url } = await receiver((response) => answering(status)(response, nothing));
  const board = await tellingBoard(ada, url, ['card.created']);
  for (const each of [500, 500, 200, 500, 500, 500]) {
    status = each;
    await makeCard(ada, nth(board.lists, 0));
    await sendDue(service);
    service.clock.pass(2 * day);
  }
  assert.equal((await ada.call(api.webhooks.get, board.at)).active, true);
});

test('a webhook shows when it last worked, and how often it has failed since', async () => {
  let status = 500;
  const { url } = await receiver((response) => answering(status)(response, nothing));
  const board = await tellingBoard(ada, url, ['card.created']);
  const fares = async () => {
    const { lastSucceededAt, consecutiveFailures } = await ada.call(api.webhooks.get, board.at);
    // The list has it only if it is asked for.
    const params = { workspacePublicId: board.workspace };
    const [plain] = await ada.call(api.webhooks.list, { params });
    const [listed] = await ada.call(api.webhooks.list, { params, query: { include: ['failures'] } });
    assert.ok(plain && !('failures' in plain));
    assert.equal(listed?.failures?.count, consecutiveFailures);
    assert.equal(listed?.failures?.since === null, consecutiveFailures === 0);
    return { lastSucceededAt, consecutiveFailures };
  };
  assert.deepEqual(await fares(), { lastSucceededAt: null, consecutiveFailures: 0 });
  await makeCard(ada, nth(board.lists, 0));
  await sendDue(service);
  assert.deepEqual(await fares(), { lastSucceededAt: null, consecutiveFailures: 1 });
  service.clock.pass(6 * second);
  await sendDue(service);
  assert.equal((await fares()).consecutiveFailures, 2);
  status = 204;
  service.clock.pass(6 * minute);
  const before = service.clock.now();
  await sendDue(service);
  const worked = await fares();
  assert.equal(worked.consecutiveFailures, 0);
  assert.ok((worked.lastSucceededAt ?? '') >= isoMillis(before));
  status = 500;
  await makeCard(ada, nth(board.lists, 0));
  await sendDue(service);
  assert.deepEqual(await fares(), { ...worked, consecutiveFailures: 1 });
});

test('what waits for a webhook that is switched off fails, however much it is', async () => {
  const { url, received } = await receiver();
  const board = await tellingBoard(ada, url, ['card.created']);
  await makeCard(ada, nth(board.lists, 0));
  await service.sql(`insert into webhook_deliveries
    (workspace_id, id, webhook_id, event_id, event, state, attempts, created_at, next_attempt_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 250)
    select workspace_id, 'more' || n, webhook_id, event_id, event, state, attempts, created_at, next_attempt_at
    from webhook_deliveries, numbers where webhook_id = '${board.webhook.publicId}'`);
  await ada.call(api.webhooks.update, { ...board.at, body: { active: false } });
  await sendDue(service);
  assert.equal(received.length, 0);
  const left = await service.sql(`select state, error, count(*) as count from webhook_deliveries
    where webhook_id = '${board.webhook.publicId}' group by state, error`);
  assert.deepEqual(
    left.map((row) => ({ ...row, count: Number(row.count) })),
    [{ state: 'failed', error: 'disabled', count: 251 }],
  );
});

test('events of a board that was closed to the creator meanwhile are not sent', async () => {
  const { url, received } = await receiver();
  const board = await tellingBoard(ada, url, ['card.created', 'board.*']);
  const ben = await service.signUp('ben');
  await addMember(service, board.workspace, ben, { role: 'admin' });
  await makeCard(ada, nth(board.lists, 0));
  await ben.call(api.boards.update, { params: { boardPublicId: board.board }, body: { access: 'members' } });
  await service.sql(`update members set role_id = (
      select id from roles where workspace_id = '${board.workspace}' and name = 'member')
    where workspace_id = '${board.workspace}' and user_id = '${ada.id}'`);
  await sendDue(service);
  assert.deepEqual(received, []);
  const told = await deliveriesOf(board, ben);
  assert.ok(told.length > 0);
  for (const { state, error, attempts } of told) {
    assert.deepEqual({ state, error, attempts }, { state: 'failed', error: 'no access', attempts: 0 });
  }
});
