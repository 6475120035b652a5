import assert from 'node:assert/strict';
import { promises as dns } from 'node:dns';
import { setMaxListeners } from 'node:events';
import net from 'node:net';
import { mock, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { second } from '../base/clock.ts';
import { until } from '../testing/files.ts';
import { makeCard, nth } from '../testing/fixtures.ts';
import { type Answer, listening, receiver } from '../testing/receiver.ts';
import { testService } from '../testing/service.ts';
import { sendDue, tellingBoard } from '../testing/webhooks.ts';

/* Outcomes of deliveries to receivers that are malicious or broken. */

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');

/** A raw TCP server with a custom response to incoming data. */
const rude = async (answer: (socket: net.Socket) => void): Promise<string> => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {}).once('data', () => answer(socket));
  });
  const port = await listening(server);
  return `http://127.0.0.1:${port}/`;
};

/** The logged outcome of a delivery to this address, after one attempt. */
async function outcomeAt(url: string) {
  const board = await tellingBoard(ada, url, ['card.created']);
  await makeCard(ada, nth(board.lists, 0));
  await sendDue(service);
  const { deliveries } = await ada.call(api.webhooks.deliveries, board.at);
  const { state, attempts, statusCode, error } = nth(deliveries, 0);
  return { state, attempts, statusCode, error };
}

const failed = (error: string, statusCode: number | null = null) => ({
  state: 'pending',
  attempts: 1,
  statusCode,
  error,
});

/** Lets the test trigger the timeouts of requests. */
function heldTimeouts() {
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  const asked: number[] = [];
  const mocked = mock.method(AbortSignal, 'timeout', (ms: number) => {
    asked.push(ms);
    return over.signal;
  });
  return { asked, end: () => over.abort(), restore: () => mocked.mock.restore() };
}

/** Sends one byte after another, forever. */
const dripping = (head: string) => (socket: net.Socket) => {
  socket.write(head);
  const timer = setInterval(() => socket.write('x'), 1000).unref();
  socket.once('close', () => clearInterval(timer));
};

test('a receiver that does not answer within 15 seconds has failed', async () => {
  const slow: Record<string, (socket: net.Socket) => void> = {
    'says nothing': () => {},
    'says a byte of its head a second': dripping('HTTP/1.1 200 OK\r\nx: '),
    'says a byte of its body a second': dripping('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n'),
  };
  for (const [what, answer] of Object.entries(slow)) {
    const held = heldTimeouts();
    let asked = false;
    const url = await rude((socket) => {
      asked = true;
      answer(socket);
    });
    const outcome = outcomeAt(url);
    await until(() => asked);
    assert.deepEqual(held.asked, [15_000]);
    held.end();
    assert.deepEqual(await outcome, failed('timeout'), what);
    held.restore();
  }
});

test('a receiver that breaks off or talks nonsense has failed', async () => {
  const answers: Record<string, [(socket: net.Socket) => void, string]> = {
    'a reset': [(socket) => socket.resetAndDestroy(), 'refused'],
    'a reset after the status': [
      (socket) =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx', () => socket.resetAndDestroy()),
      'refused',
    ],
    'no HTTP': [(socket) => void socket.end('no HTTP\r\n\r\n'), 'invalid reply'],
    'a head without an end': [
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
      'invalid reply',
    ],
    'an upgrade nobody asked for': [
      (socket) =>
        void socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      'invalid reply',
    ],
  };
  for (const [what, [answer, error]] of Object.entries(answers)) {
    assert.deepEqual(await outcomeAt(await rude(answer)), failed(error), what);
  }
});

test('a body without an end is not read to its end', async () => {
  const { url } = await receiver((response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  });
  assert.deepEqual(await outcomeAt(url), { state: 'succeeded', attempts: 1, statusCode: 200, error: null });
});

test('a redirect leads nowhere, least of all to this machine', async () => {
  const inside = await receiver();
  for (const status of [301, 302, 303, 307, 308]) {
    const location = inside.url.replace('127.0.0.1', 'localhost');
    const { url } = await receiver((response) => void response.writeHead(status, { location }).end());
    assert.deepEqual(await outcomeAt(url), failed(`status ${status}`, status));
  }
  assert.equal(inside.received.length, 0);
});

test('a name that leads outside when it is saved, and inside when it is sent to, is not sent to', async () => {
  const inside = await receiver();
  let address = '8.8.8.8';
  const looked: string[] = [];
  mock.method(dns, 'Resolver', function resolver() {
    return {
      resolve4: async () => {
        looked.push(address);
        return [address];
      },
      resolve6: async () => [],
      cancel: () => {},
    };
  });
  const board = await tellingBoard(ada, `http://turns.example:${inside.port}/`, ['card.created']);
  address = '127.0.0.2';
  await makeCard(ada, nth(board.lists, 0));
  await sendDue(service);
  mock.restoreAll();
  assert.deepEqual(looked, ['8.8.8.8', '127.0.0.2']);
  const { deliveries } = await ada.call(api.webhooks.deliveries, board.at);
  const { state, attempts, statusCode, error } = nth(deliveries, 0);
  assert.deepEqual({ state, attempts, statusCode, error }, failed('blocked address'));
  assert.equal(inside.received.length, 0);
});

/** Responses that are held until the test releases them. */
function waiting() {
  const held: (() => void)[] = [];
  let most = 0;
  const answer: Answer = (response) => {
    held.push(() => void response.end());
    most = Math.max(most, held.length);
  };
  return { held, answer, most: () => most };
}

test('a receiver that does not answer delays no other, and has four at a time', async () => {
  const dead = waiting();
  const silent = await receiver(dead.answer);
  const live = await receiver();
  const board = await tellingBoard(ada, silent.url, ['card.created']);
  const params = { workspacePublicId: board.workspace };
  const body = { name: 'Live', url: live.url, events: ['card.created'] };
  await ada.call(api.webhooks.create, { params, body });
  for (let n = 0; n < 30; n++) await makeCard(ada, nth(board.lists, 0));
  const sent = sendDue(service);
  await until(() => live.received.length === 30 && dead.held.length === 4);
  // New deliveries are sent too, although the dead webhook has many that were due earlier.
  await makeCard(ada, nth(board.lists, 0));
  await service.jobs.run('webhooks');
  await until(() => live.received.length === 31);
  assert.equal(silent.received.length, 4);
  const answering = setInterval(() => {
    for (const answer of dead.held.splice(0)) answer();
  }, 1);
  await sent;
  clearInterval(answering);
  assert.equal(dead.most(), 4);
  assert.equal(silent.received.length, 31);
});

test('to a receiver whose last answer was a failure there is one delivery at a time', async () => {
  let [open, most] = [0, 0];
  const { url, received } = await receiver((response) => {
    most = Math.max(most, ++open);
    setImmediate(() => {
      open--;
      response.writeHead(503).end();
    });
  });
  const board = await tellingBoard(ada, url, ['card.created']);
  await makeCard(ada, nth(board.lists, 0));
  await sendDue(service);
  for (let n = 0; n < 12; n++) await makeCard(ada, nth(board.lists, 0));
  await sendDue(service);
  assert.equal(received.length, 13);
  assert.equal(most, 1);
});

test('a receiver that asks for a pause is sent nothing for that long', async () => {
  let isBusy = true;
  const { url, received } = await receiver((response) => {
    if (isBusy) response.writeHead(429, { 'retry-after': '60' });
    response.end();
  });
  const board = await tellingBoard(ada, url, ['card.created']);
  for (let n = 0; n < 20; n++) await makeCard(ada, nth(board.lists, 0));
  await sendDue(service);
  const before = received.length;
  assert.ok(before <= 4, `${before} were sent`);
  const claimed = await service.sql(`select id from webhook_deliveries
    where webhook_id = '${board.webhook.publicId}' and claimed_until is not null`);
  assert.deepEqual(claimed, [], 'and nobody holds what was not');
  service.clock.pass(50 * second);
  await makeCard(ada, nth(board.lists, 0));
  await sendDue(service);
  assert.equal(received.length, before);
  isBusy = false;
  service.clock.pass(20 * second);
  await sendDue(service);
  assert.equal(received.length, before + 21);
});

test('what a node had claimed that is no more is sent once its time is over', async () => {
  const { url, received } = await receiver();
  const board = await tellingBoard(ada, url, ['card.created']);
  await makeCard(ada, nth(board.lists, 0));
  const until = service.clock.now() + 20 * second;
  await service.sql(`update webhook_deliveries set claimed_until = ${until}, next_attempt_at = ${until}
    where webhook_id = '${board.webhook.publicId}'`);
  await sendDue(service);
  assert.equal(received.length, 0);
  service.clock.pass(20 * second);
  await sendDue(service);
  assert.equal(received.length, 1);
});

test('what is under way when the service stops is sent by the next one', async () => {
  const dead = waiting();
  const { url, received } = await receiver(dead.answer);
  const board = await tellingBoard(ada, url, ['card.created']);
  for (let n = 0; n < 6; n++) await makeCard(ada, nth(board.lists, 0));
  await service.jobs.run('webhooks');
  await until(() => received.length === 4);
  const patience = mock.method(globalThis, 'setTimeout', (end: () => void) => queueMicrotask(end));
  const stopped = service.sender.stop();
  patience.mock.restore();
  await stopped;
  assert.equal(received.length, 4);
  const { deliveries } = await ada.call(api.webhooks.deliveries, board.at);
  for (const { state, attempts, error, nextAttemptAt } of deliveries) {
    assert.deepEqual({ state, attempts, error }, { state: 'pending', attempts: 0, error: null });
    assert.ok(Date.parse(nextAttemptAt ?? '') * 1000 <= service.clock.now());
  }
  await sendDue(service);
  assert.equal(received.length, 4, 'it begins nothing any more');
});
