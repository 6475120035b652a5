import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { authenticate } from '../base/access/actor.ts';
import { longestPosition } from '../base/ordering/order.ts';
import { updateItem } from '../checklists/actions/items.ts';
import { updateList } from '../lists/actions/lists.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { Order } from '../testing/model/order.ts';
import { testService } from '../testing/service.ts';
import { updateCard } from './actions/update.ts';

/*
 * Moves that make order keys grow as fast as possible, all between the same two neighbours, checked against a model of the
 * order. `HOSTILE_MOVES=100000` makes that many of each kind.
 */

const moves = Number(process.env.HOSTILE_MOVES ?? 1000);

const service = await testService();
const ada = await service.signUp('ada');
const actor = await authenticate(service.db, ada.token, service.clock.now());
assert.ok(actor);

type Move = (turn: number, length: number) => { from: number; to: number };

/** Each of them halves the same gap every turn. */
const ways: Record<string, Move> = {
  'three in turns to the second place': () => ({ from: 3, to: 1 }),
  'the first and the last in turns to the middle': (turn, length) => ({
    from: turn % 2 ? 0 : length - 1,
    to: Math.floor(length / 2),
  }),
  'two by turns over each other in the middle': (turn, length) => {
    const middle = Math.floor(length / 2);
    return { from: turn % 2 ? middle + 1 : middle - 1, to: middle };
  },
};

/** Makes the moves of all kinds, in the model and by `move`. */
async function play(order: string[], move: (id: string, index: number) => Promise<unknown>): Promise<void> {
  for (const [name, next] of Object.entries(ways)) {
    for (let turn = 0; turn < moves / 3; turn++) {
      const { from, to } = next(turn, order.length);
      const [id = ''] = order.splice(from, 1);
      order.splice(to, 0, id);
      await move(id, to).catch((error) => assert.fail(`${name}, turn ${turn}: ${error}`));
    }
  }
}

async function assertKeysAreShort(table: string): Promise<void> {
  const [found] = await service.sql<{ longest: number }>(
    `select max(length(position)) as longest from ${table}`,
  );
  const { longest = 0 } = found ?? {};
  assert.ok(longest <= longestPosition, `the longest key of ${table} has ${longest} characters`);
  assert.ok(longest > 20, `the keys of ${table} did grow: ${longest}`);
}

/** The cards of a board, page by page. */
async function paged(board: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const params = { boardPublicId: board };
    const page = await ada.call(api.boards.cards, { params, query: { limit: 7, cursor } });
    ids.push(...page.cards.map(({ publicId }) => publicId));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
}

test('cards keep short keys and the order of the model, however they are moved; others notice nothing', async () => {
  const { board, lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  const order: string[] = [];
  for (let n = 0; n < 100; n++) order.push(await makeCard(ada, list));
  const before = await service.sql<{ id: string }>('select id from activities');
  await play(order, (id, index) => service.changeAs(actor)((work) => updateCard(work, id, { index })));
  await assertKeysAreShort('cards');
  assert.deepEqual(await paged(board), order);
  const moved = await service.sql<{ n: number }>(
    "select count(*) as n from activities where type = 'card.updated.index'",
  );
  const after = await service.sql<{ id: string }>('select id from activities');
  assert.equal(after.length - before.length, Number(moved[0]?.n), 'nothing but the moves is recorded');
  assert.equal(Number(moved[0]?.n), 3 * Math.ceil(moves / 3));
});

test('archived and deleted cards return to their position after their neighbours got new order keys', async () => {
  const { board, lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  const order = new Order<{ id: string }>();
  const all = [];
  for (let n = 0; n < 30; n++) all.push({ id: await makeCard(ada, list) });
  for (const card of all) order.put(card);
  const away = all.filter((_, n) => n % 4 === 2);
  for (const [n, card] of away.entries()) {
    order.leave(card);
    await ada.call(n % 2 ? api.cards.archive : api.cards.delete, { params: { cardPublicId: card.id } });
  }
  const [first, second, third] = [nth(all, 0), nth(all, 1), nth(all, 3)];
  for (let turn = 0; turn < 700; turn++) {
    const card = nth([first, second, third], turn % 3);
    const index = turn < 350 ? 1 : 12;
    order.put(card, index);
    await service.changeAs(actor)((work) => updateCard(work, card.id, { index }));
  }
  for (const card of away) {
    await ada.call(api.cards.restore, { params: { cardPublicId: card.id } });
    const index = (await paged(board)).indexOf(card.id);
    assert.ok(order.fits(card, index), `${card.id} came back at ${index}`);
    order.comeBack(card, index);
  }
  assert.deepEqual(
    await paged(board),
    order.here.map(({ id }) => id),
  );
});

test('lists keep short keys and their order', async () => {
  const { board } = await makeBoard(ada);
  for (let n = 0; n < 8; n++) {
    await ada.call(api.lists.create, { body: { name: `List ${n}`, boardPublicId: board } });
  }
  const read = () => ada.call(api.boards.get, { params: { boardPublicId: board } });
  const order = (await read()).lists.map(({ publicId }) => publicId);
  await play(order, (id, index) => service.changeAs(actor)((work) => updateList(work, id, { index })));
  await assertKeysAreShort('lists');
  assert.deepEqual(
    (await read()).lists.map(({ publicId }) => publicId),
    order,
  );
});

test('the items of a checklist keep short keys and their order', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const params = { cardPublicId: card };
  const { publicId } = await ada.call(api.checklists.create, { params, body: { name: 'Steps' } });
  const order: string[] = [];
  for (let n = 0; n < 8; n++) {
    const body = { title: `Step ${n}` };
    const item = await ada.call(api.checklists.createItem, { params: { checklistPublicId: publicId }, body });
    order.push(item.publicId);
  }
  await play(order, (id, index) => service.changeAs(actor)((work) => updateItem(work, id, { index })));
  await assertKeysAreShort('checklist_items');
  const { checklists } = await ada.call(api.cards.get, { params });
  assert.deepEqual(
    checklists[0]?.items.map((item) => item.publicId),
    order,
  );
});

test('many who move in one list at once all get through while its keys are spread', async () => {
  const { board, lists } = await makeBoard(ada);
  const cards: string[] = [];
  for (let n = 0; n < 12; n++) cards.push(await makeCard(ada, nth(lists, 0)));
  const move = (id: string) =>
    ada.call(api.cards.update, { params: { cardPublicId: id }, body: { index: 1 } });
  await Promise.all(
    cards.slice(4).map(async (id) => {
      for (let turn = 0; turn < 60; turn++) await move(id);
    }),
  );
  assert.deepEqual((await paged(board)).toSorted(), cards.toSorted());
  await assertKeysAreShort('cards');
});
