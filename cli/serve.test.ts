import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { testDatabase } from '../server/src/testing/database.ts';
import { type RunningTaskboard, serveTaskboard } from '../server/src/testing/taskboard.ts';

const database = await testDatabase();
const running = new Set<RunningTaskboard>();
after(async () => {
  for (const { process } of running) process.kill('SIGKILL');
  await database.remove();
});

const place = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl };

async function serve(settings: Record<string, string> = {}): Promise<RunningTaskboard> {
  const service = await serveTaskboard({ ...place, ...settings });
  running.add(service);
  void service.ended.then(() => running.delete(service));
  return service;
}

const body = JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' });
const head = (path: string) =>
  `POST /api/v1/auth/${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
  `content-length: ${Buffer.byteLength(body)}\r\n\r\n`;

function open({ address }: RunningTaskboard): Socket {
  const { hostname, port } = new URL(address);
  return connect(Number(port), hostname);
}

/** Sends the start of a request. To make sure that it has arrived, waits for the reply to a later request. */
async function begin(service: RunningTaskboard, part: string): Promise<Socket> {
  const socket = open(service);
  socket.write(part);
  await once(socket, 'connect');
  assert.equal((await fetch(`${service.address}/livez`)).status, 200);
  return socket;
}

/** Waits until the service accepts no more connections. */
async function refusing(service: RunningTaskboard): Promise<void> {
  for (;;) {
    const socket = open(service);
    const refused = await Promise.race([
      once(socket, 'connect').then(() => false),
      once(socket, 'error').then(() => true),
    ]).catch(() => true);
    socket.destroy();
    if (refused) return;
    await pause(5);
  }
}

test('SIGTERM ends a service that has nothing to do, and hangs up on idle connections', async () => {
  const service = await serve();
  const idle = open(service);
  idle.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(idle, 'data');
  service.process.kill('SIGTERM');
  await once(idle, 'close');
  assert.deepEqual(await service.ended, [0, null]);
});

test('SIGTERM lets requests under way end, takes no more, and says so to who asks', async () => {
  const service = await serve();
  const request = await begin(service, head('sign-up') + body.slice(0, 10));
  const question = await begin(service, 'GET /readyz HTTP/1.1\r\nhost: x\r\n');
  service.process.kill('SIGTERM');
  await refusing(service);
  question.write('\r\n');
  const ready = await text(question);
  assert.match(ready, /^HTTP\/1\.1 503 /);
  assert.match(ready, /\r\nconnection: close\r\n/i);
  assert.match(ready, /the service is stopping\n$/);
  request.write(body.slice(10));
  const reply = await text(request);
  assert.match(reply, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(reply, /\r\nconnection: close\r\n/i);
  assert.match(reply, /"token":"tbs_/);
  assert.deepEqual(await service.ended, [0, null]);

  const next = await serve();
  const headers = { 'content-type': 'application/json' };
  const again = await fetch(`${next.address}/api/v1/auth/sign-in`, { method: 'POST', headers, body });
  assert.equal(again.status, 200);
  next.process.kill('SIGINT');
  assert.deepEqual(await next.ended, [0, null]);
});

test('a request that does not end in SHUTDOWN_TIMEOUT is cut off', async () => {
  const service = await serve({ SHUTDOWN_TIMEOUT: '1' });
  const request = await begin(service, head('sign-in') + body.slice(0, 10));
  service.process.kill('SIGTERM');
  assert.equal(await text(request).catch(() => ''), '');
  assert.deepEqual(await service.ended, [0, null]);
});

test('another signal ends it at once', async () => {
  const service = await serve({ SHUTDOWN_TIMEOUT: '3600' });
  const request = await begin(service, head('sign-in') + body.slice(0, 10));
  request.on('error', () => {});
  const again = setInterval(() => service.process.kill('SIGTERM'), 100);
  assert.deepEqual(await service.ended, [1, null]);
  clearInterval(again);
});

test('a signal that comes twice within a moment, as npm passes it on, is one', async () => {
  const service = await serve();
  const request = await begin(service, head('sign-in') + body.slice(0, 10));
  service.process.kill('SIGINT');
  service.process.kill('SIGTERM');
  await refusing(service);
  request.write(body.slice(10));
  assert.match(await text(request), /^HTTP\/1\.1 200 OK\r\n/);
  assert.deepEqual(await service.ended, [0, null]);
});
