import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, mock, suite, test } from 'node:test';
import { ApiError, createClient } from './client.ts';
import type { LiveEvent } from './subscribe.ts';

/* How the typed client follows a workspace over connections that are refused, fail or are lost. Timers are mocked. */

/** The server's answers to successive requests: a reply or a network error. */
type Answers = ((signal: AbortSignal | null | undefined) => Response | Error)[];

const refusal =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ code: 'CODE', message: '', issues: [{ message: 'because' }] }, { status, headers });

const lost = () => new TypeError('fetch failed');

/** A stream that sends the given blocks and ends. */
const telling =
  (...blocks: string[]) =>
  () =>
    new Response(blocks.map((block) => `${block}\n\n`).join(''));

const at = (position: number) => `id: ${position}\nevent: position\ndata: {"position":${position}}`;
const happens = (position: number) => `data: {"position":${position},"type":"card.created"}`;

/** A stream that sends the given blocks and stays open until its request is aborted. */
function silent(...blocks: string[]) {
  let isAborted = false;
  const answer: Answers[number] = (signal) =>
    new Response(
      new ReadableStream({
        start(to) {
          to.enqueue(new TextEncoder().encode(blocks.map((block) => `${block}\n\n`).join('')));
          signal?.addEventListener('abort', () => {
            isAborted = true;
            to.error(signal.reason);
          });
        },
      }),
    );
  return { answer, isAborted: () => isAborted };
}

/** Follows a workspace on a server with these answers; the last one is repeated. */
function following(answers: Answers, { after }: { after?: number } = {}) {
  const ending = new AbortController();
  const asked: string[] = [];
  const events: LiveEvent[] = [];
  const positions: number[] = [];
  const resets: number[] = [];
  const client = createClient({
    baseUrl: 'https://tasks.example/api/v1',
    token: 'token',
    fetch: async (url, { signal }) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)]?.(signal);
      asked.push(new URL(url).search);
      if (!answer || answer instanceof Error) throw answer;
      return answer;
    },
  });
  const ended = client.subscribe({
    workspacePublicId: 'workspace',
    ...(after === undefined ? {} : { after }),
    onEvent: (event) => void events.push(event),
    onPosition: ({ position }) => void positions.push(position),
    onReset: (position) => void resets.push(position),
    signal: ending.signal,
  });
  return { ending, asked, events, positions, resets, ended };
}

/** Runs everything that does not wait for a timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Asserts that the next request is sent after exactly this many milliseconds. */
async function comesAfter(asked: readonly string[], milliseconds: number): Promise<void> {
  await settle();
  const before = asked.length;
  mock.timers.tick(milliseconds - 1);
  await settle();
  assert.equal(asked.length, before, `sooner than after ${milliseconds} ms`);
  mock.timers.tick(1);
  await settle();
  assert.equal(asked.length, before + 1, `not after ${milliseconds} ms`);
}

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 0, 1) });
  // The longest pause that the random jitter can produce.
  mock.method(crypto, 'getRandomValues', (numbers: Uint32Array) => numbers.fill(2 ** 32 - 1));
});
afterEach(() => mock.reset());

suite('following a workspace', { concurrency: 1 }, () => {
  for (const status of [400, 401, 403, 404]) {
    test(`ends with the error where the server answers ${status}, and does not come again`, async () => {
      const { asked, ended } = following([refusal(status)]);
      await assert.rejects(ended, (error) => error instanceof ApiError && error.status === status);
      assert.equal(asked.length, 1);
    });
  }

  for (const [what, answer] of Object.entries({
    'is answered 429': refusal(429),
    'is answered 503': refusal(503),
    'does not reach the server': lost,
  })) {
    test(`comes again where it ${what}, after longer and longer pauses of half a minute at the most`, async () => {
      const { asked, ending, ended } = following([answer]);
      await settle();
      for (const pause of [300, 600, 1200, 2400, 4800, 9600, 19_200, 30_000, 30_000])
        await comesAfter(asked, pause);
      ending.abort();
      await ended;
    });
  }

  test('waits as long as a reply asks it to, in seconds or until a date', async () => {
    const date = new Date(Date.UTC(2026, 0, 1) + 47_000).toUTCString();
    const answers = [
      refusal(429, { 'retry-after': '7' }),
      refusal(503, { 'retry-after': date }),
      refusal(429, { 'retry-after': '0' }),
      refusal(503, { 'retry-after': 'soon' }),
      refusal(503, { 'retry-after': '99999999' }),
    ];
    const { asked, ending, ended } = following(answers);
    for (const pause of [7_000, 40_000, 1200, 2400, 600_000]) await comesAfter(asked, pause);
    ending.abort();
    await ended;
  });

  test('reconnects after the server’s delay once it has received something', async () => {
    const told = telling('retry: 50', at(3));
    const { asked, ending, ended } = following([lost, lost, told, lost]);
    for (const pause of [300, 600, 50, 100, 200]) await comesAfter(asked, pause);
    ending.abort();
    await ended;
  });

  test('resumes from the last position it received, or from the requested start', async () => {
    const answers = [lost, telling(at(5), happens(6)), telling(at(5), happens(6), at(6)), silent().answer];
    const { asked, events, positions, ending, ended } = following(answers, { after: 4 });
    for (const pause of [300, 300, 300]) await comesAfter(asked, pause);
    assert.deepEqual(asked, ['?after=4', '?after=4', '?after=5', '?after=6']);
    assert.deepEqual(
      [events.map(({ position }) => position), positions],
      [
        [6, 6],
        [5, 5, 6],
      ],
    );
    ending.abort();
    await ended;
  });

  for (const block of [
    at(5),
    happens(6),
    'event: reset\ndata: {"position":7}',
    'event: presence\ndata: {}',
  ]) {
    test(`ends with the error of the listener of ${block.split('\n').at(-1)}, and does not call it again`, async () => {
      let asked = 0;
      let told = 0;
      const fault = new Error('a fault of the listener');
      const fail = () => {
        told++;
        throw fault;
      };
      const ended = createClient({
        baseUrl: 'https://tasks.example/api/v1',
        fetch: async () => {
          asked++;
          return telling(block)();
        },
      }).subscribe({
        workspacePublicId: 'workspace',
        onEvent: fail,
        onPosition: fail,
        onPresence: fail,
        onReset: fail,
        signal: new AbortController().signal,
      });
      await assert.rejects(ended, fault);
      assert.deepEqual([asked, told], [1, 1]);
    });
  }

  test('says where it has to be read again, and continues from there', async () => {
    const reset = 'id: 90\nevent: reset\ndata: {"position":90}';
    const { asked, resets, ending, ended } = following([telling(reset), silent().answer], { after: 1 });
    await comesAfter(asked, 300);
    assert.deepEqual([resets, asked], [[90], ['?after=1', '?after=90']]);
    ending.abort();
    await ended;
  });

  test('takes a connection on which nothing comes for 45 seconds for lost', async () => {
    const stream = silent(at(1));
    const { asked, ending, ended } = following([stream.answer]);
    await settle();
    mock.timers.tick(44_999);
    await settle();
    assert.equal(stream.isAborted(), false);
    mock.timers.tick(1);
    await settle();
    assert.equal(stream.isAborted(), true);
    await comesAfter(asked, 300);
    ending.abort();
    await ended;
  });

  test('ends at once when it is aborted: before it begins, while it listens, and while it waits', async () => {
    const before = following([lost]);
    before.ending.abort();
    await before.ended;
    const stream = silent(at(1));
    const listening = following([stream.answer]);
    await settle();
    listening.ending.abort();
    await listening.ended;
    assert.equal(stream.isAborted(), true);
    const waiting = following([lost]);
    await settle();
    waiting.ending.abort();
    await waiting.ended;
    assert.equal(waiting.asked.length, 1);
  });

  test('reads what comes in pieces, wherever they are cut, by the fetch of Node', async () => {
    mock.timers.reset();
    const replies: ServerResponse[] = [];
    const addresses: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      addresses.push(url);
      replies.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ending = new AbortController();
    const names: unknown[] = [];
    const { promise: both, resolve } = Promise.withResolvers<void>();
    const ended = createClient({ baseUrl: `http://127.0.0.1:${port}` }).subscribe({
      workspacePublicId: 'w',
      boardPublicId: 'b',
      onEvent: ({ board }) => {
        names.push(board);
        if (names.length === 2) resolve();
      },
      onReset: () => assert.fail(),
      signal: ending.signal,
    });
    const text = `retry: 1\n\n${at(1)}\n\n:\n\ndata: {"position":2,"board":"Übersicht 長"}\n\n`;
    for (const count of [1, 2]) {
      while (replies.length < count) await settle();
      for (const byte of Buffer.from(text)) replies[count - 1]?.write(Buffer.of(byte));
      while (names.length < count) await settle();
      replies[count - 1]?.destroy();
    }
    await both;
    ending.abort();
    await ended;
    assert.deepEqual(names, ['Übersicht 長', 'Übersicht 長']);
    assert.deepEqual(addresses.slice(0, 2), [
      '/workspaces/w/events?boardPublicId=b',
      '/workspaces/w/events?boardPublicId=b&after=1',
    ]);
    server.closeAllConnections();
    server.close();
  });
});
