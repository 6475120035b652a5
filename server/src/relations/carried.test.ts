import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import type { RelationType } from '../../../contract/relation-types.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { download, filesIn, type Line, linesIn } from '../testing/exports.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Relations go along with their cards: in copies of boards, and in exports that are imported again. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const relate = (card: string, type: RelationType, cardPublicId: string) =>
  ada.call(api.relations.create, { params: { cardPublicId: card }, body: { type, cardPublicId } });

/** The relations of the cards of a board, by title. */
async function relationsOn(boardPublicId: string): Promise<Record<string, string[]>> {
  const { lists } = await ada.call(api.boards.get, { params: { boardPublicId } });
  const found: Record<string, string[]> = {};
  for (const { publicId, title } of lists.flatMap(({ cards }) => cards)) {
    const { relations } = await ada.call(api.relations.list, { params: { cardPublicId: publicId } });
    found[title] = relations.map(({ type, card }) => `${type} ${card.title} on ${card.boardName}`).toSorted();
  }
  return found;
}

async function tilesOf(boardPublicId: string) {
  const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId } });
  return Object.fromEntries(cards.map(({ title, blocked, children }) => [title, { blocked, children }]));
}

/** Two boards: a hull that is the parent of two cards, one blocking the other, and a paint on the other board. */
async function shipyard() {
  const yard = await makeBoard(ada, { name: 'Yard' });
  const store = await makeBoard(ada, { name: 'Store', workspace: yard.workspace });
  const list = nth(yard.lists, 0);
  const hull = await makeCard(ada, list, { title: 'Hull' });
  const sand = await makeCard(ada, list, { title: 'Sand' });
  const paint = await makeCard(ada, list, { title: 'Paint' });
  const order = await makeCard(ada, nth(store.lists, 0), { title: 'Order' });
  await relate(sand, 'parent', hull);
  await relate(hull, 'child', paint);
  await relate(sand, 'blocks', paint);
  await relate(order, 'blocks', paint);
  await relate(order, 'relates', hull);
  return { workspace: yard.workspace, yard, store, hull, sand, paint, order };
}

const amongThemselves = (board: string) => ({
  Hull: [`child Paint on ${board}`, `child Sand on ${board}`],
  Sand: [`blocks Paint on ${board}`, `parent Hull on ${board}`],
  Paint: [`blocked-by Sand on ${board}`, `parent Hull on ${board}`],
});

async function exported(path: string, by: Pick<Person, 'token'> = ada): Promise<Uint8Array> {
  const response = await download(service, by, path);
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}

/** Imports a board of an export; returns the import once it has ended. */
async function importOf(workspacePublicId: string, zip: Uint8Array, more: Record<string, string> = {}) {
  const query = { workspacePublicId, format: 'native', ...more } as const;
  const reply = await service.raw(addressOf(api.imports.upload, {}, query), {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/zip' },
    body: Buffer.from(zip),
  });
  const { importPublicId } = (await reply.json()) as { importPublicId: string };
  await service.jobs.run('imports');
  const ended = await ada.call(api.imports.get, { params: { importPublicId } });
  assert.deepEqual([ended.state, ended.error], ['completed', null]);
  const lost = ended.report.filter(({ kind }) => kind.startsWith('relations'));
  return { board: ended.boardPublicId ?? '', lost: lost.map(({ kind, count }) => `${kind}: ${count}`) };
}

test('the copy of a board keeps the relations among its own cards', async () => {
  const { workspace, yard } = await shipyard();
  const body = { name: 'Copy', sourceBoardPublicId: yard.board };
  for (const params of [workspace, await makeWorkspace(ada)].map((id) => ({ workspacePublicId: id }))) {
    const { publicId } = await ada.call(api.boards.create, { params, body });
    assert.deepEqual(await relationsOn(publicId), amongThemselves('Copy'));
    const { Hull: hull, Paint: paint } = await tilesOf(publicId);
    assert.deepEqual([hull?.children, paint?.blocked], [{ done: 0, total: 2 }, true]);
  }
  await assertConsistent(service);
});

test('a large board is copied with its relations', async () => {
  const { workspace, board, lists } = await makeBoard(ada, { name: 'Large' });
  const parent = await makeCard(ada, nth(lists, 0), { title: 'Parent' });
  const children = await Promise.all(
    Array.from({ length: 80 }, (_, index) => makeCard(ada, nth(lists, 0), { title: `Child ${index}` })),
  );
  for (const child of children) await relate(child, 'parent', parent);
  const { publicId } = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  assert.deepEqual((await tilesOf(publicId)).Parent?.children, { done: 0, total: 80 });
});

test('the duplicate of a card is related to nothing', async () => {
  const { yard, paint } = await shipyard();
  const { publicId } = await ada.call(api.cards.duplicate, {
    params: { cardPublicId: paint },
    body: { listPublicId: nth(yard.lists, 1), copyLabels: true, copyMembers: true, copyChecklists: true },
  });
  const of = { params: { cardPublicId: publicId } };
  assert.deepEqual((await ada.call(api.relations.list, of)).relations, []);
});

test('boards of one export that are imported one by one are related again', async () => {
  const { workspace, yard, store } = await shipyard();
  const zip = await exported(`/workspaces/${workspace}/export?format=native`);
  const there = await makeWorkspace(ada);
  const first = await importOf(there, zip, { board: store.board });
  assert.deepEqual(first.lost, [
    'relations to cards of other boards that are not here: they come with those: 2',
  ]);
  const second = await importOf(there, zip, { board: yard.board });
  assert.deepEqual(second.lost, []);
  const own = amongThemselves('Yard');
  assert.deepEqual(await relationsOn(second.board), {
    ...own,
    Hull: [...own.Hull, 'relates Order on Store'],
    Paint: ['blocked-by Order on Store', ...own.Paint],
  });
  assert.deepEqual(await relationsOn(first.board), {
    Order: ['blocks Paint on Yard', 'relates Hull on Yard'],
  });
  const { Paint: paint } = await tilesOf(second.board);
  assert.equal(paint?.blocked, true);
  await assertConsistent(service);
});

test('a board that comes again where it was is related to the cards that are there', async () => {
  const { workspace, yard, store } = await shipyard();
  const zip = await exported(`/boards/${yard.board}/export?format=native`);
  await ada.call(api.boards.delete, { params: { boardPublicId: yard.board } });
  assert.deepEqual(await relationsOn(store.board), { Order: [] });
  const { lost } = await importOf(workspace, zip);
  assert.deepEqual(lost, []);
  assert.deepEqual(await relationsOn(store.board), {
    Order: ['blocks Paint on Yard', 'relates Hull on Yard'],
  });
  await assertConsistent(service);
});

test('lists that are added to a board bring their relations', async () => {
  const { yard } = await shipyard();
  const zip = await exported(`/boards/${yard.board}/export?format=native`);
  const target = await makeBoard(ada, { name: 'Target' });
  const { lost } = await importOf(target.workspace, zip, { boardPublicId: target.board });
  assert.deepEqual(lost, ['relations to cards of other boards that are not here: they come with those: 2']);
  assert.deepEqual(await relationsOn(target.board), amongThemselves('Target'));
});

test('the Markdown of a card names those that it is related to', async () => {
  const { yard, sand } = await shipyard();
  const { cardPrefix } = (await ada.call(api.boards.get, { params: { boardPublicId: yard.board } }))
    .workspace;
  const files = await filesIn(await download(service, ada, `/boards/${yard.board}/export?format=markdown`));
  const text = [...files.values()].find((each) => each.includes(sand)) ?? '';
  const keys = [`parent ${cardPrefix}-1`, `blocks ${cardPrefix}-3`];
  assert.match(text, new RegExp(`^relations: ${JSON.stringify(keys).replace(/[[\]]/g, '\\$&')}$`, 'm'));
});

test('relations to cards that the reader may not view are not in the export', async () => {
  const { workspace, yard, store, order } = await shipyard();
  await addMember(service, workspace, bob);
  await ada.call(api.boards.update, {
    params: { boardPublicId: store.board },
    body: { access: 'members' },
  });
  const lines = linesIn(
    await filesIn(await download(service, bob, `/boards/${yard.board}/export?format=native`)),
    yard.board,
  );
  assert.doesNotMatch(JSON.stringify(lines.filter(({ type }) => type === 'card')), new RegExp(order));
});

test('what no cards may be to each other is left out of an import, and said', async () => {
  const { board, lists } = await makeBoard(ada, { name: 'Odd' });
  const ids: string[] = [];
  for (const title of ['A', 'B', 'C']) ids.push(await makeCard(ada, nth(lists, 0), { title }));
  const [a = '', b = '', c = ''] = ids;
  const odd: Record<string, [type: RelationType, card: string][]> = {
    [a]: [
      ['blocks', b],
      ['blocks', a],
      ['parent', b],
      ['parent', c],
      ['relates', 'zzzzzzzzzzzzzzzz'],
    ],
    [b]: [
      ['blocks', c],
      ['blocks', c],
      ['parent', a],
    ],
    [c]: [['blocks', a]],
  };
  const files = unzipSync(await exported(`/boards/${board}/export?format=native`));
  const name = `boards/${board}.jsonl`;
  const lines = linesIn(new Map([[name, strFromU8(files[name] ?? new Uint8Array())]]), board).map(
    (line): Line => {
      const relations = odd[String(line.id)]?.map(([type, card]) => ({ type, card, board }));
      return relations && line.type === 'card' ? { ...line, relations } : line;
    },
  );
  files[name] = strToU8(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { board: made, lost } = await importOf(await makeWorkspace(ada), zipSync(files as Zippable));
  assert.deepEqual(lost, [
    'relations to cards that are not in the file left out: 1',
    'relations that are not possible here left out: 4',
  ]);
  assert.deepEqual(await relationsOn(made), {
    A: ['blocks B on Odd', 'parent B on Odd'],
    B: ['blocked-by A on Odd', 'blocks C on Odd', 'child A on Odd'],
    C: ['blocked-by B on Odd'],
  });
  await assertConsistent(service);
});
