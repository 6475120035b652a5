import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { createClient } from '../../../contract/client.ts';
import { testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { startNode } from '../testing/nodes.ts';
import { testService } from '../testing/service.ts';
import { dial, until } from '../testing/wire.ts';

/* The connections of streams, which the HTTP server has handed over. */

const service = await testService({ CORS_ORIGINS: 'https://pages.example' });
const ada = await service.signUp('ada');
const { workspace, lists } = await makeBoard(ada);

const requestOf = (path: string, token: string, version = '1.1') =>
  `GET /api/v1${path} HTTP/${version}\r\nhost: x\r\norigin: https://pages.example\r\nauthorization: Bearer ${token}\r\n\r\n`;

const follow = requestOf(`/workspaces/${workspace}/events`, ada.token);
const me = requestOf('/users/me', ada.token);

/** Sends bytes on a new connection and collects the response. */
function send(bytes: string): { socket: Socket; got: () => string } {
  const socket = dial(service.address);
  let got = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    got += chunk;
  });
  socket.write(bytes);
  return { socket, got: () => got };
}

const hasBegun = ({ got }: { got: () => string }) => until(() => got().includes('event: position'));

const begun = (): number => {
  const requests = service.metrics().find(({ name }) => name === 'http_requests_total');
  return (requests?.samples ?? [])
    .filter(({ labels }) => labels?.route === '/api/v1/workspaces/:workspacePublicId/events')
    .reduce((sum, { value }) => sum + value, 0);
};

test('the head says what every head says, whatever the version of HTTP', async () => {
  for (const version of ['1.0', '1.1']) {
    const stream = send(requestOf(`/workspaces/${workspace}/events`, ada.token, version));
    await hasBegun(stream);
    const head = stream.got().split('\r\n\r\n')[0]?.replaceAll('\r', '') ?? '';
    for (const line of [
      /^HTTP\/1\.1 200 OK$/m,
      /^content-type: text\/event-stream; charset=utf-8$/m,
      /^cache-control: no-store$/m,
      /^access-control-allow-origin: https:\/\/pages\.example$/m,
      /^x-content-type-options: nosniff$/m,
      /^x-request-id: [\w-]+$/m,
      /^date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/m,
      /^connection: close$/m,
    ])
      assert.match(head, line);
    assert.doesNotMatch(head, /transfer-encoding|content-length/);
    stream.socket.destroy();
  }
});

test('a stream is counted as a request that is answered when it begins', async () => {
  const before = begun();
  const stream = send(follow);
  await hasBegun(stream);
  assert.equal(begun(), before + 1);
  stream.socket.destroy();
});

test('what is sent on it afterwards is nobody’s request, and disturbs no other connection', async () => {
  const [first, second] = [send(follow), send(`${follow}${me}`)];
  await hasBegun(first);
  const others = Array.from({ length: 8 }, () => send(me));
  first.socket.write(me.slice(0, 30));
  for (const { socket } of others) socket.write(me);
  first.socket.write(me.slice(30));
  for (const { got } of others) await until(() => got().split('HTTP/1.1 200 OK').length === 3);
  const card = await makeCard(ada, nth(lists, 0));
  await until(() => first.got().includes(card));
  for (const { got } of [first, second]) assert.doesNotMatch(got(), /"email"/);
  for (const { socket } of [first, second, ...others]) socket.destroy();
});

test('who closes the sending half has left', async () => {
  const stream = send(follow);
  await hasBegun(stream);
  stream.socket.end();
  await once(stream.socket, 'close');
});

test('a refused reader gets an error, on a connection that stays usable', async () => {
  const stream = send(requestOf('/workspaces/mi8f3k2a7q0x4v9z/events', ada.token));
  await until(() => stream.got().includes('"issues"'));
  assert.match(stream.got(), /^HTTP\/1\.1 404 /);
  stream.socket.write(me);
  await until(() => stream.got().includes('HTTP/1.1 200 OK'));
  stream.socket.destroy();
});

test('that readers are cut off, or leave, is no error', async () => {
  const database = await testDatabase();
  after(() => database.remove());
  const node = await startNode(database);
  const baseUrl = `${node.address}/api/v1`;
  const body = { email: 'cleo@example.com', password: 'correct horse battery' };
  const { token } = await createClient({ baseUrl }).call(api.auth.signUp, { body });
  const cleo = createClient({ baseUrl, token });
  const { publicId } = await cleo.call(api.workspaces.create, { body: { name: 'Cleo' } });
  const board = await cleo.call(api.boards.create, {
    params: { workspacePublicId: publicId },
    body: { name: 'Board', lists: ['List'] },
  });
  const { lists: made } = await cleo.call(api.boards.get, {
    params: { boardPublicId: board.publicId },
    query: {},
  });
  const card = { title: 'Card', listPublicId: nth(made, 0).publicId };
  const { publicId: cardPublicId } = await cleo.call(api.cards.create, { body: card });
  const readers = Array.from({ length: 2 }, () => dial(node.address));
  for (const reader of readers) {
    reader.write(requestOf(`/workspaces/${publicId}/events`, token));
    await once(reader, 'readable');
  }
  const [slow, leaves] = readers as [Socket, Socket];
  // More than all buffers hold: the longest texts, with three bytes per character.
  const pieces = 500;
  const comment = '長'.repeat(10_000);
  for (let sent = 0; sent < pieces; sent += 10) {
    const writes = Array.from({ length: 10 }, () =>
      cleo.call(api.comments.create, { params: { cardPublicId }, body: { comment } }),
    );
    await Promise.all(writes);
    if (sent === 0) leaves.resetAndDestroy();
  }
  const got = await text(slow).catch(() => '');
  assert.ok(got.length < pieces * comment.length);
  assert.equal(await node.stop(), 0);
  assert.equal(node.log(), '');
});
