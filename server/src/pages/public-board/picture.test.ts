import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { Busy } from '../../base/errors.ts';
import { NoPictures, type PictureProcess } from '../../base/pictures/process.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';
import { drawingOf } from './drawing.ts';
import { BoardPictures } from './pictures.ts';

const service = await testService();
const ada = await service.signUp('ada');

const hostile = `<script>"'&amp;\u0000\u202eكتب \ud83d\ude80 ${'wide 字 '.repeat(60)}`;

test('links to a board are shown with a picture of it, made once for each version', async () => {
  const { workspace, board, lists, labels } = await makeBoard(ada, { name: 'Roadmap' });
  const { slug } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const params = { boardPublicId: board };
  await ada.call(api.boards.update, { params, body: { slug: 'roadmap', visibility: 'public' } });
  const title = hostile.replaceAll('\0', '').replaceAll('\u202e', '');
  await makeCard(ada, nth(lists, 0), { title, labelPublicIds: labels });
  const home = `${service.address}/p/${slug}/roadmap`;
  const page = await (await fetch(home)).text();
  const [, address = ''] = /<meta property="og:image" content="([^"]+)">/.exec(page) ?? [];
  assert.ok(address.startsWith(`${service.publicUrl}/p/${slug}/roadmap/preview.png?v=`));
  const reply = await fetch(`${home}/preview.png`);
  assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/png']);
  const picture = Buffer.from(await reply.arrayBuffer());
  assert.equal(picture.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
  assert.ok(picture.length < 150_000, `${picture.length} bytes`);
  const etag = reply.headers.get('etag') ?? '';
  const again = () => fetch(`${home}/preview.png`, { headers: { 'if-none-match': etag } });
  assert.equal((await again()).status, 304);
  await makeCard(ada, nth(lists, 0));
  assert.equal((await again()).status, 200);
  const next = await (await fetch(home)).text();
  assert.ok(!next.includes(address), 'the address changes with the board');
  await ada.call(api.boards.update, { params, body: { visibility: 'private' } });
  assert.equal((await again()).status, 404);
});

const board = {
  workspaceId: 'w',
  id: 'b',
  versions: '1',
  name: hostile,
  background: null,
  workspaceName: hostile,
  cardPrefix: 'W',
  isIndexed: 0,
};
const tile = {
  publicId: 'c',
  cardNumber: 1,
  title: hostile,
  dueDate: null,
  hasDescription: false,
  commentCount: 0,
  attachmentCount: 0,
  itemCount: 0,
  completedItemCount: 0,
  cover: null,
  labels: [{ publicId: 'l', name: '', colourCode: '"/><script>' }],
};
const list = { id: 'l', name: hostile, tiles: Array.from({ length: 50 }, () => tile), next: null };

test('a drawing is small and well-formed, whatever people have written', () => {
  const drawing = drawingOf(
    board,
    Array.from({ length: 500 }, () => list),
  );
  assert.ok(drawing.length < 20_000, `${drawing.length} characters`);
  assert.doesNotMatch(drawing, /<script/);
  assert.equal(drawing.includes('\u0000'), false);
  assert.ok(drawing.isWellFormed());
  assert.match(drawingOf(board, []), /^<svg .*<\/svg>$/s);
});

const drawn = { width: 1200, height: 630, preview: Buffer.from('picture') };
const processOf = (shrink: PictureProcess['shrink']) => ({ shrink }) as PictureProcess;

test('a picture is asked for once, however many want it, and again after a failure', async () => {
  let asked = 0;
  const pictures = new BoardPictures(
    processOf(async (content) => {
      content.destroy();
      if (asked++ === 0) throw new Error('it crashed');
      return drawn;
    }),
  );
  await assert.rejects(
    pictures.of('1', async () => '<svg/>'),
    /it crashed/,
  );
  const made = await Promise.all(Array.from({ length: 10 }, () => pictures.of('1', async () => '<svg/>')));
  assert.deepEqual(
    made.map((each) => each?.toString()),
    Array.from({ length: 10 }, () => 'picture'),
  );
  assert.equal(asked, 2);
});

test('no more pictures wait than can be made soon', async () => {
  const pictures = new BoardPictures(processOf(async () => drawn));
  const all = Array.from({ length: 25 }, (_, n) => pictures.of(String(n), async () => '<svg/>'));
  const settled = await Promise.allSettled(all);
  const refused = settled.filter((each) => each.status === 'rejected');
  assert.equal(refused.length, 5);
  assert.ok(refused.every(({ reason }) => reason instanceof Busy));
});

test('without the library there is no picture, and pages name none any more', async () => {
  const pictures = new BoardPictures(
    processOf(async () => {
      throw new NoPictures('sharp is not installed');
    }),
  );
  assert.equal(pictures.isPossible, true);
  assert.equal(await pictures.of('1', async () => '<svg/>'), undefined);
  assert.equal(pictures.isPossible, false);
});
