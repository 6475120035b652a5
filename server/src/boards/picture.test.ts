import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { api } from '../../../contract/api.ts';
import { download } from '../testing/exports.ts';
import { makeBoard, makeWorkspace } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { addMember } from '../testing/members.ts';
import { chunk, gif, png } from '../testing/pictures.ts';
import { testService } from '../testing/service.ts';

/* The picture behind the lists of a board. */

const service = await testService();
const ada = await service.signUp('ada');

const at = (boardPublicId: string) => ({ params: { boardPublicId } });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const small = base64(png(40, 30));
const set = async (board: string, picture = small) =>
  (await ada.call(api.boardPictures.set, { ...at(board), body: { picture } })).picture;
const pictureOf = async (board: string) => (await ada.call(api.boards.snapshot, at(board))).board.picture;

const fetched = (board: string, person = ada, headers: Record<string, string> = {}) =>
  fetch(`${service.address}/api/v1/boards/${board}/picture`, {
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  });

const bytesOf = async (board: string) => Buffer.from(await (await fetched(board)).arrayBuffer());

test('a picture is set, replaced and removed; each is an event, and its file is made anew', async () => {
  const { board } = await makeBoard(ada);
  assert.equal(await pictureOf(board), null);
  assert.equal((await fetched(board)).status, 404);
  assert.deepEqual(await service.recorded(() => set(board)), ['board.updated']);
  const first = await pictureOf(board);
  const reply = await fetched(board);
  assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/webp']);
  assert.equal(Buffer.from(await reply.arrayBuffer()).toString('latin1', 8, 12), 'WEBP');
  const etag = reply.headers.get('etag') ?? '';
  assert.equal((await fetched(board, ada, { 'if-none-match': etag })).status, 304);
  const second = await set(board, base64(gif(3)));
  assert.notEqual(second, first);
  assert.equal(await pictureOf(board), second);
  assert.equal((await fetched(board, ada, { 'if-none-match': etag })).status, 200);
  const remove = () => ada.call(api.boardPictures.remove, at(board));
  assert.deepEqual(await service.recorded(remove), ['board.updated']);
  assert.deepEqual(await service.recorded(remove), []);
  assert.equal(await pictureOf(board), null);
});

test('what is no picture, or a broken one, is refused and changes nothing', async () => {
  const { board } = await makeBoard(ada);
  const before = await set(board);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const picture of [
    base64(svg),
    base64(png(40, 30, 12)),
    base64(Buffer.from('hello')),
    'no base64!',
    '',
  ])
    await assert.rejects(set(board, picture), { status: 400 }, picture);
  assert.equal(await pictureOf(board), before);
});

/** A PNG of noise, which cannot be compressed. */
function noise(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), randomBytes(width * 3)]));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('whatever is sent, little is stored', async () => {
  const { board } = await makeBoard(ada);
  await set(board, base64(noise(520, 440)));
  assert.ok((await bytesOf(board)).length <= 128 * 1024);
});

test('who sees a board sees its picture; who may not edit it does not set or remove it', async () => {
  const { board, workspace } = await makeBoard(ada);
  await set(board);
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  assert.equal((await fetched(board, guest)).status, 200);
  await guest.refused(403, api.boardPictures.set, { ...at(board), body: { picture: small } });
  await guest.refused(403, api.boardPictures.remove, at(board));
  const stranger = await service.signUp('stranger');
  const reply = await fetched(board, stranger);
  assert.ok([403, 404].includes(reply.status));
  await ada.call(api.boards.update, { ...at(board), body: { access: 'members' } });
  assert.equal((await fetched(board, guest)).status, 404);
});

test('copies, exports, imports and moves keep the picture', async () => {
  const { board, workspace } = await makeBoard(ada);
  const id = await set(board);
  const content = await bytesOf(board);
  const params = { workspacePublicId: workspace };
  const copy = await ada.call(api.boards.create, {
    params,
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  assert.deepEqual(await bytesOf(copy.publicId), content);
  assert.notEqual(await pictureOf(copy.publicId), id);
  const response = await download(service, ada, `/boards/${board}/export?format=native`);
  const exported = new Uint8Array(await response.arrayBuffer());
  const imported = await importFile(service, ada, { ...params, format: 'native', content: exported });
  assert.deepEqual(await bytesOf(imported.boardPublicId ?? ''), content);
  const targetWorkspacePublicId = await makeWorkspace(ada);
  await ada.call(api.boards.move, { ...at(board), body: { targetWorkspacePublicId } });
  assert.deepEqual(await bytesOf(board), content);
});
