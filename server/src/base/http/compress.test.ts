import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';
import { acceptsGzip } from './compress.ts';

const service = await testService();
const ada = await service.signUp('ada');
const { board, lists } = await makeBoard(ada);
const description = 'All work and no play. '.repeat(450);
const card = await makeCard(ada, nth(lists, 0), { description });

const get = (path: string, headers: Record<string, string>) =>
  service.raw(path, { headers: { authorization: `Bearer ${ada.token}`, ...headers } });
const paths = [`/boards/${board}`, `/cards/${card}`, `/boards/${board}/cards`];

test('a large reply is compressed for those who accept it, and only for them', async () => {
  for (const path of paths) {
    const plain = await get(path, { 'accept-encoding': 'identity' });
    const zipped = await get(path, { 'accept-encoding': 'gzip' });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(zipped.headers.get('content-encoding'), 'gzip');
    for (const reply of [plain, zipped]) assert.match(reply.headers.get('vary') ?? '', /accept-encoding/);
    assert.ok(Number(zipped.headers.get('content-length')) < Number(plain.headers.get('content-length')) / 5);
    const [sent, same] = [await plain.json(), await zipped.json()];
    assert.deepEqual({ ...(same as object), attachments: null }, { ...(sent as object), attachments: null });
  }
});

test('a small reply is left alone', async () => {
  const reply = await get('/users/me', { 'accept-encoding': 'gzip' });
  assert.equal(reply.headers.get('content-encoding'), null);
  assert.equal(reply.headers.get('vary'), null);
});

test('the tag of a compressed reply is another one, and as good', async () => {
  for (const path of paths.slice(0, 2)) {
    const plain = (await get(path, { 'accept-encoding': 'identity' })).headers.get('etag') ?? '';
    const zipped = (await get(path, { 'accept-encoding': 'gzip' })).headers.get('etag') ?? '';
    assert.notEqual(zipped, plain);
    for (const known of [plain, zipped, `W/${zipped}`]) {
      const reply = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': known });
      assert.equal(reply.status, 304, known);
      assert.equal(reply.headers.get('etag'), known.replace(/^W\//, ''));
      assert.match(reply.headers.get('vary') ?? '', /accept-encoding/);
    }
  }
});

test('If-Match takes the tag of a compressed reply', async () => {
  const etag = (await get(`/cards/${card}`, { 'accept-encoding': 'gzip' })).headers.get('etag') ?? '';
  const change = () =>
    service.raw(`/cards/${card}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'application/json',
        'if-match': etag,
      },
      body: JSON.stringify({ title: 'Another' }),
    });
  assert.equal((await change()).status, 200);
  assert.equal((await change()).status, 412);
});

test('what is accepted is read as RFC 9110 says', () => {
  for (const header of ['gzip', 'br, gzip;q=0.5', 'GZIP', '*', 'deflate, *;q=0.1', 'x-gzip']) {
    assert.equal(acceptsGzip(header), true, header);
  }
  for (const header of [undefined, '', 'br', 'gzip;q=0', 'gzip;q=0, *', 'identity', '*;q=0', 'gzip;q=x']) {
    assert.equal(acceptsGzip(header), false, header);
  }
});

test('HEAD tells of a board what GET does, without reading more of it than that', async () => {
  const reply = await service.raw(`/boards/${board}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${ada.token}` },
  });
  assert.equal(reply.status, 200);
  assert.ok(reply.headers.get('etag'));
  await ada.call(api.boards.get, { params: { boardPublicId: board } });
});
