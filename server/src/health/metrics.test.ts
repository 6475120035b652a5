import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { engine } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { type TestService, testService } from '../testing/service.ts';
import { answerTo } from '../testing/wire.ts';

const read = (service: TestService, headers: Record<string, string> = {}) =>
  fetch(`${service.address}/metrics`, { headers });

/** The values by name and labels, as written in the text. */
async function numbersOf(service: TestService): Promise<Map<string, number>> {
  const reply = await read(service);
  assert.equal(reply.status, 200);
  const lines = (await reply.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(.+) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

suite('the metrics', async () => {
  const service = await testService();
  const ada = await service.signUp('ada');
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const route = 'method="GET",route="/api/v1/cards/:cardPublicId"';

  test('are text that Prometheus reads', async () => {
    const reply = await read(service);
    assert.equal(reply.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    const name = '[a-z_]+';
    const label = '[a-z]+="[^"\\n]*"';
    const line = new RegExp(
      `^(# (HELP ${name} .+|TYPE ${name} (counter|gauge|histogram))|${name}(\\{${label}(,${label})*\\})? [0-9.e+-]+)$`,
    );
    const lines = (await reply.text()).split('\n');
    assert.equal(lines.pop(), '');
    for (const each of lines) assert.match(each, line);
  });

  test('count the replies of a route by status, and how long they took', async () => {
    const before = await numbersOf(service);
    await ada.call(api.cards.get, { params: { cardPublicId: card } });
    await ada.call(api.cards.get, { params: { cardPublicId: card } });
    await service.caller().refused(401, api.cards.get, { params: { cardPublicId: card } });
    const after = await numbersOf(service);
    const risen = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
    assert.equal(risen(`http_requests_total{${route},status="200"}`), 2);
    assert.equal(risen(`http_requests_total{${route},status="401"}`), 1);
    assert.equal(risen(`http_request_duration_seconds_count{${route}}`), 3);
    assert.equal(risen(`http_request_duration_seconds_bucket{${route},le="+Inf"}`), 3);
    assert.ok(risen(`http_request_duration_seconds_sum{${route}}`) > 0);
  });

  test('name routes, never addresses: what is asked for makes no new numbers', async () => {
    await service.raw('/nowhere/1');
    await service.raw('/nowhere/2');
    const numbers = await numbersOf(service);
    assert.equal(numbers.get('http_requests_total{method="",route="",status="404"}'), 2);
    for (const key of numbers.keys()) {
      assert.doesNotMatch(key, /nowhere/);
      assert.ok(!key.includes(card), key);
    }
  });

  test('tell of the database', async () => {
    const before = await numbersOf(service);
    await Promise.all(Array.from({ length: 8 }, () => makeCard(ada, nth(lists, 0))));
    const after = await numbersOf(service);
    const risen = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
    assert.ok(risen('database_statements_total') > 8);
    if (engine === 'sqlite') {
      assert.equal(risen('database_commit_changes_sum'), 8);
      assert.equal(risen('database_commit_changes_bucket{le="64"}'), risen('database_commit_changes_count'));
    } else {
      assert.equal(after.get('database_connections{state="awaited"}'), 0);
      assert.ok((after.get('database_connections{state="idle"}') ?? 0) > 0);
    }
  });

  test('tell of the process, and of an event loop that was held up', async () => {
    const late = (numbers: Map<string, number>) =>
      (numbers.get('nodejs_eventloop_lag_seconds_count') ?? 0) -
      (numbers.get('nodejs_eventloop_lag_seconds_bucket{le="0.1"}') ?? 0);
    const before = await numbersOf(service);
    const end = performance.now() + 200;
    while (performance.now() < end);
    const numbers = await numbersOf(service);
    assert.ok(late(numbers) > late(before));
    assert.ok((numbers.get('process_resident_memory_bytes') ?? 0) > 10_000_000);
    assert.ok((numbers.get('process_cpu_seconds_total') ?? 0) > 0);
  });
});

suite('who reads the metrics', async () => {
  const open = await testService();
  const guarded = await testService({ METRICS_TOKEN: 'token-of-the-operator' });
  const statusOf = async (service: TestService, headers: Record<string, string>) =>
    (await read(service, headers)).status;

  test('is on this machine, and no proxy that passes on what others ask', async () => {
    assert.equal(await statusOf(open, {}), 200);
    for (const header of ['x-forwarded-for', 'X-Real-IP', 'forwarded', 'via']) {
      assert.equal(await statusOf(open, { [header]: '127.0.0.1' }), 403, header);
    }
  });

  test('and asks for it by the name of this machine, not by one that leads to it', async () => {
    const { port } = new URL(open.address);
    const ask = (host: string) =>
      answerTo(open.address, `GET /metrics HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    for (const host of ['localhost', `LOCALHOST:${port}`, `127.0.0.1:${port}`, '127.1.2.3', '[::1]:80']) {
      assert.match(await ask(host), /^HTTP\/1\.1 200 /, host);
    }
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '192.0.2.1',
      '',
    ]) {
      assert.match(await ask(host), /^HTTP\/1\.1 403 /, host);
    }
  });

  test('or has the token', async () => {
    const passedOn = { 'x-forwarded-for': '192.0.2.1' };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    assert.equal(await statusOf(guarded, {}), 200);
    assert.equal(await statusOf(guarded, passedOn), 403);
    assert.equal(await statusOf(guarded, { ...passedOn, ...bearer('token-of-the-operator') }), 200);
    assert.equal(await statusOf(guarded, { ...passedOn, ...bearer('another') }), 403);
    assert.equal(await statusOf(guarded, bearer('another')), 403);
    assert.equal(await statusOf(open, { ...passedOn, ...bearer('undefined') }), 403);
  });
});
