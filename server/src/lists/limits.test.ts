import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { ListLimit } from '../../../contract/lists.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* How many cards a list takes, and its colour. */

const service = await testService();
const ada = await service.signUp('ada');

const listAt = (listPublicId: string) => ({ params: { listPublicId } });
const at = (cardPublicId: string) => ({ params: { cardPublicId } });

const refusing = (cards: number): ListLimit => ({ cards, mode: 'refuse' });
const setLimit = (list: string, limit: ListLimit | null) =>
  ada.call(api.lists.update, { ...listAt(list), body: { limit } });

/** A board whose second list takes one card, and has it. */
async function boardOf() {
  const made = await makeBoard(ada);
  const [todo, doing] = [nth(made.lists, 0), nth(made.lists, 1)];
  const card = await makeCard(ada, doing, { title: 'There' });
  await setLimit(doing, refusing(1));
  return { ...made, todo, doing, card };
}

const listsOf = (boardPublicId: string) => ada.call(api.lists.list, { params: { boardPublicId }, query: {} });
const countOf = async (board: string) => (await listsOf(board)).map(({ cardCount }) => cardCount);

const full = { status: 409, isFull: true };

/** What a request is refused with. */
async function refusal(request: Promise<unknown>) {
  const error = await request.then(
    () => assert.fail('it was taken'),
    (thrown) => thrown,
  );
  return { status: error.status, isFull: /as many cards as it may/.test(error.message) };
}

test('a full list that refuses takes no new card, no moved one and no copy', async () => {
  const { board, todo, doing, card } = await boardOf();
  const other = await makeCard(ada, todo);
  const third = await makeCard(ada, todo);
  const move = { listPublicId: doing };
  assert.deepEqual(await refusal(makeCard(ada, doing)), full);
  assert.deepEqual(await refusal(ada.call(api.cards.update, { ...at(other), body: move })), full);
  const operations = [other, third].map((id) => ({ type: 'move' as const, cardPublicId: id, ...move }));
  await setLimit(doing, refusing(2));
  assert.deepEqual(await refusal(ada.call(api.cards.bulk, { body: { operations } })), full);
  await setLimit(doing, refusing(1));
  assert.deepEqual(await refusal(ada.call(api.cards.duplicate, { ...at(card), body: move })), {
    ...full,
    status: 400,
  });
  assert.deepEqual(await countOf(board), [2, 1]);
  await ada.call(api.cards.update, { ...at(card), body: { index: 0, title: 'Stays' } });
  await ada.call(api.cards.update, { ...at(card), body: { listPublicId: todo } });
  await ada.call(api.cards.update, { ...at(other), body: move });
});

test('archived cards do not count, and come back to a full list', async () => {
  const { board, todo, doing, card } = await boardOf();
  await ada.call(api.cards.archive, at(card));
  const other = await makeCard(ada, doing);
  await ada.call(api.cards.archive, at(other));
  await makeCard(ada, doing);
  await ada.call(api.cards.restore, at(card));
  assert.deepEqual(await countOf(board), [0, 2]);
  await ada.call(api.cards.update, { ...at(other), body: { listPublicId: todo } });
  await ada.call(api.cards.update, { ...at(other), body: { listPublicId: doing } });
});

test('a list that only warns takes any number, and so does one whose limit is lifted', async () => {
  const { board, doing } = await boardOf();
  await setLimit(doing, { cards: 1, mode: 'warn' });
  await makeCard(ada, doing);
  await setLimit(doing, refusing(1));
  assert.deepEqual(await refusal(makeCard(ada, doing)), full);
  await setLimit(doing, null);
  await makeCard(ada, doing);
  assert.deepEqual(await countOf(board), [0, 3]);
});

test('of many cards at once, a list takes no more than it may', async () => {
  const { lists, board } = await makeBoard(ada);
  await setLimit(nth(lists, 0), refusing(3));
  const tried = await Promise.allSettled(Array.from({ length: 8 }, () => makeCard(ada, nth(lists, 0))));
  assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 3);
  assert.deepEqual(await countOf(board), [3, 0]);
});

test('a recurring card comes back to a full list', async () => {
  const { board, doing, card } = await boardOf();
  const recurrence = { rule: 'FREQ=DAILY', from: 'due' as const, timeZone: 'UTC' };
  await ada.call(api.cards.update, { ...at(card), body: { dueDate: '2026-03-01', recurrence } });
  await ada.call(api.cards.update, { ...at(card), body: { completed: true } });
  assert.deepEqual(await countOf(board), [0, 2]);
  assert.deepEqual(await refusal(makeCard(ada, doing)), full);
});

test('colour and limit are shown beyond the shapes that are fixed, and told to webhooks only if they change', async () => {
  const { board } = await makeBoard(ada);
  const limit = refusing(5);
  const reply = await ada.call(api.lists.create, {
    body: { boardPublicId: board, name: 'Shipped', colour: '#0d9488', limit },
  });
  assert.deepEqual(Object.keys(reply), ['publicId', 'name', 'index']);
  const shown = async () => {
    const { lists } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
    return [await listsOf(board), lists].map((all) => all.map(({ colour, limit: of }) => [colour, of]));
  };
  const none = [null, null];
  const set = [none, none, ['#0d9488', limit]];
  assert.deepEqual(await shown(), [set, set]);
  const update = (body: { colour?: string | null; limit?: ListLimit | null }) =>
    service.recorded(() => ada.call(api.lists.update, { ...listAt(reply.publicId), body }));
  assert.deepEqual(await update({ colour: '#0d9488', limit: { ...limit } }), []);
  assert.deepEqual(await update({ limit: { cards: 5, mode: 'warn' } }), ['list.updated']);
  assert.deepEqual(await update({ colour: null, limit: null }), ['list.updated']);
  assert.deepEqual(await shown(), [
    [none, none, none],
    [none, none, none],
  ]);
});

test('a copy of a board, and a board that moves to another workspace, keep them', async () => {
  const { workspace, board, doing } = await boardOf();
  await ada.call(api.lists.update, { ...listAt(doing), body: { colour: '#c86362' } });
  const of = async (boardPublicId: string) =>
    (await listsOf(boardPublicId)).map(({ colour, limit }) => [colour, limit]);
  const expected = [
    [null, null],
    ['#c86362', refusing(1)],
  ];
  const { publicId } = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  assert.deepEqual(await of(publicId), expected);
  await ada.call(api.boards.move, {
    params: { boardPublicId: board },
    body: { targetWorkspacePublicId: await makeWorkspace(ada) },
  });
  assert.deepEqual(await of(board), expected);
});

test('400: limits below one or of another mode, colours that are none', async () => {
  const { todo } = await boardOf();
  for (const body of [
    { limit: { cards: 0, mode: 'warn' } },
    { limit: { cards: 1.5, mode: 'warn' } },
    { limit: { cards: 3, mode: 'never' } },
    { limit: { cards: 3 } },
    { limit: 3 },
    { colour: 'red' },
  ]) {
    const { status } = await refusal(ada.call(api.lists.update, { ...listAt(todo), body: body as never }));
    assert.equal(status, 400, JSON.stringify(body));
  }
});
