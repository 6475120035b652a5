import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { Cover } from '../../../contract/cover.ts';
import { download } from '../testing/exports.ts';
import { attach } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { png } from '../testing/pictures.ts';
import { testService } from '../testing/service.ts';

/* What the tile of a card begins with: a picture, a colour or nothing. */

const service = await testService();
const ada = await service.signUp('ada');

const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const colour = { colour: '#0d9488' };

async function boardOf() {
  const made = await makeBoard(ada);
  return { ...made, list: nth(made.lists, 0), card: await makeCard(ada, nth(made.lists, 0)) };
}

/** Attaches a picture; it has a small version afterwards unless it waits for one. */
async function picture(card: string, { waits = false, width = 640 } = {}): Promise<string> {
  const given = { content: png(width, 400), contentType: 'image/png', filename: 'plan.png' };
  await attach(ada, card, given);
  if (!waits) await service.jobs.run('previews');
  const found = await ada.call(api.attachments.list, at(card));
  return found.at(-1)?.publicId ?? '';
}

const choose = (card: string, cover: Cover | null) =>
  ada.call(api.cards.update, { ...at(card), body: { cover } });
const coverOf = async (card: string) =>
  (await ada.call(api.cards.get, { ...at(card), query: { include: ['work'] } })).work?.cover;

/** The cover of the first tile of a board, and what was chosen. */
async function tileOf(boardPublicId: string) {
  const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId } });
  const { cover, coverChoice } = nth(cards, 0);
  return coverChoice === undefined ? { cover } : { cover, coverChoice };
}

const shown = (id: string, width = 640) => ({ attachmentPublicId: id, width, height: 400 });

test('a card shows its newest picture, one that was chosen, a colour, or none', async () => {
  const { board, card } = await boardOf();
  assert.deepEqual([await coverOf(card), await tileOf(board)], [{ newest: true }, { cover: null }]);
  const first = await picture(card);
  const second = await picture(card);
  assert.deepEqual(await tileOf(board), { cover: shown(second) });
  for (const [cover, tile] of [
    [{ attachmentPublicId: first }, shown(first)],
    [colour, colour],
    [null, null],
  ] as const) {
    await choose(card, cover);
    assert.deepEqual(await coverOf(card), cover);
    assert.deepEqual(await tileOf(board), { cover: tile, coverChoice: cover });
  }
  await choose(card, { newest: true });
  assert.deepEqual([await coverOf(card), await tileOf(board)], [{ newest: true }, { cover: shown(second) }]);
  await choose(card, { newest: false });
  assert.deepEqual(await coverOf(card), null);
});

test('a picture is chosen before it has a small version, and shown once it has one', async () => {
  const { board, card } = await boardOf();
  const id = await picture(card, { waits: true, width: 320 });
  await choose(card, { attachmentPublicId: id });
  assert.deepEqual(await tileOf(board), { cover: null, coverChoice: { attachmentPublicId: id } });
  await service.jobs.run('previews');
  assert.deepEqual(await tileOf(board), { cover: shown(id, 320), coverChoice: { attachmentPublicId: id } });
  assert.deepEqual(await service.recorded(() => choose(card, { attachmentPublicId: id })), []);
});

test('a picture that is deleted is no longer the cover, and the history says both', async () => {
  const { board, card } = await boardOf();
  const [first, second] = [await picture(card), await picture(card)];
  await choose(card, { attachmentPublicId: first });
  await ada.call(api.attachments.delete, { params: { attachmentPublicId: first } });
  assert.deepEqual([await coverOf(card), await tileOf(board)], [{ newest: true }, { cover: shown(second) }]);
  const query = { include: ['work' as const], limit: 4 };
  const { activities } = await ada.call(api.activities.list, { ...at(card), query });
  const changes = activities.flatMap(({ type, change }) => (type === 'card.updated.cover' ? [change] : []));
  assert.deepEqual(changes, [
    { from: { attachmentPublicId: first }, to: { newest: true } },
    { from: { newest: true }, to: { attachmentPublicId: first } },
  ]);
});

test('400: pictures of other cards, files that are no pictures, on a new card any, and nothing', async () => {
  const { card, list } = await boardOf();
  const other = await makeCard(ada, list);
  const elsewhere = await picture(other);
  await attach(ada, card, { content: 'text', contentType: 'text/plain', filename: 'a.txt' });
  const [text] = await ada.call(api.attachments.list, at(card));
  const bad = [
    { attachmentPublicId: elsewhere },
    { attachmentPublicId: text?.publicId ?? '' },
    {},
    { colour: 'red' },
  ];
  for (const cover of bad) await assert.rejects(choose(card, cover), { status: 400 }, JSON.stringify(cover));
  const body = { title: 'New', listPublicId: list, cover: { attachmentPublicId: elsewhere } };
  await assert.rejects(ada.call(api.cards.create, { body }), { status: 400 });
  const operations = [
    { type: 'change' as const, cardPublicId: card, cover: { attachmentPublicId: elsewhere } },
  ];
  await assert.rejects(ada.call(api.cards.bulk, { body: { operations } }), /operations\/0\/cover/);
});

test('copies have the colour, and no picture, which stays with its card; a move keeps both', async () => {
  const { workspace, board, card, list } = await boardOf();
  const id = await picture(card);
  const other = await makeCard(ada, list, { cover: colour });
  await choose(card, { attachmentPublicId: id });
  const copies = await Promise.all(
    [card, other].map((each) => ada.call(api.cards.duplicate, { ...at(each), body: { listPublicId: list } })),
  );
  const covers = await Promise.all(copies.map(({ publicId }) => coverOf(publicId)));
  assert.deepEqual(covers, [{ newest: true }, colour]);
  const { publicId } = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: publicId } });
  assert.deepEqual(
    cards.map(({ cover }) => cover),
    [null, colour, null, colour],
  );
  const target = await makeWorkspace(ada);
  await ada.call(api.boards.move, {
    params: { boardPublicId: board },
    body: { targetWorkspacePublicId: target },
  });
  assert.deepEqual(await tileOf(board), { cover: shown(id), coverChoice: { attachmentPublicId: id } });
});

test('an export keeps pictures and colours, and an import brings them', async () => {
  const { workspace, board, card, list } = await boardOf();
  const first = await picture(card);
  await picture(card);
  await choose(card, { attachmentPublicId: first });
  await makeCard(ada, list, { cover: colour });
  await makeCard(ada, list, { cover: null });
  const response = await download(service, ada, `/boards/${board}/export?format=native`);
  const content = new Uint8Array(await response.arrayBuffer());
  const { boardPublicId } = await importFile(service, ada, {
    content,
    format: 'native',
    workspacePublicId: workspace,
  });
  await service.jobs.run('previews');
  const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: boardPublicId ?? '' } });
  const [brought] = await ada.call(api.attachments.list, at(nth(cards, 0).publicId));
  assert.deepEqual(
    cards.map(({ coverChoice }) => coverChoice),
    [{ attachmentPublicId: brought?.publicId }, colour, null],
  );
});
