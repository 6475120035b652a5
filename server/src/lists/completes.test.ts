import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Lists that complete the cards put there. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const listAt = (listPublicId: string) => ({ params: { listPublicId } });
const at = (cardPublicId: string) => ({ params: { cardPublicId } });

const completes = (list: string, value = true) =>
  ada.call(api.lists.update, { ...listAt(list), body: { completes: value } });

/** A board whose second list completes its cards. */
async function boardOf() {
  const made = await makeBoard(ada);
  const [todo, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  await completes(done);
  return { ...made, todo, done };
}

const update = (card: string, body: BodyOf<typeof api.cards.update>, person: Person = ada) =>
  person.call(api.cards.update, { ...at(card), body });
const workOf = async (card: string) =>
  (await ada.call(api.cards.get, { ...at(card), query: { include: ['work'] } })).work;
const isDone = async (card: string) => (await workOf(card))?.completedAt !== null;
/** The types of a card's activities, oldest first. */
const typesOf = async (card: string) =>
  (await ada.call(api.activities.list, at(card))).activities.map(({ type }) => type).toReversed();

test('a card that is moved into such a list is done, by whoever moved it, and open again when it is moved out', async () => {
  const { workspace, todo, done } = await boardOf();
  await addMember(service, workspace, bob);
  const card = await makeCard(ada, todo);
  await update(card, { listPublicId: done }, bob);
  const work = await workOf(card);
  assert.equal(typeof work?.completedAt, 'string');
  assert.equal(work?.completedBy, bob.id);
  assert.deepEqual((await typesOf(card)).slice(1), ['card.updated.list', 'card.updated.completed']);
  await update(card, { index: 0 });
  assert.equal(
    (await workOf(card))?.completedAt,
    work?.completedAt,
    'a move within the list changes nothing',
  );
  await update(card, { listPublicId: todo });
  assert.deepEqual([(await workOf(card))?.completedAt, (await workOf(card))?.completedBy], [null, null]);
  assert.deepEqual((await typesOf(card)).slice(-2), ['card.updated.list', 'card.updated.reopened']);
});

test('a card that is done keeps its time there, and between two such lists', async () => {
  const { board, todo, done } = await boardOf();
  const other = await ada.call(api.lists.create, {
    body: { boardPublicId: board, name: 'Shipped', completes: true },
  });
  const completedAt = '2026-03-01T09:30:00.000Z';
  const card = await makeCard(ada, todo, { completedAt });
  for (const listPublicId of [done, other.publicId]) {
    await update(card, { listPublicId });
    assert.equal((await workOf(card))?.completedAt, completedAt);
  }
});

test('a card that is done stays so where neither list completes its cards', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { completed: true });
  await update(card, { listPublicId: nth(lists, 1) });
  assert.ok(await isDone(card));
});

test('cards that are created, duplicated, moved in bulk or restored there are done', async () => {
  const { todo, done } = await boardOf();
  const open = await makeCard(ada, todo);
  const made = await makeCard(ada, done);
  const { publicId: copy } = await ada.call(api.cards.duplicate, {
    ...at(open),
    body: { listPublicId: done },
  });
  const moved = await makeCard(ada, todo);
  await ada.call(api.cards.bulk, {
    body: { operations: [{ type: 'move', cardPublicId: moved, listPublicId: done }] },
  });
  await completes(done, false);
  const restored = await makeCard(ada, done);
  await ada.call(api.cards.archive, at(restored));
  await completes(done);
  await ada.call(api.cards.restore, at(restored));
  for (const card of [made, copy, moved, restored]) assert.ok(await isDone(card));
  assert.equal((await workOf(made))?.completedBy, ada.id);
  assert.ok(!(await isDone(open)));
});

test('a request that says whether the card is done is taken at its word', async () => {
  const { todo, done } = await boardOf();
  const completedAt = '2026-03-01T09:30:00.000Z';
  const card = await makeCard(ada, todo);
  await update(card, { listPublicId: done, completed: false });
  assert.ok(!(await isDone(card)));
  await update(card, { listPublicId: todo, completedAt });
  assert.equal((await workOf(card))?.completedAt, completedAt);
  const back = { type: 'move' as const, cardPublicId: card, listPublicId: done, completedAt: null };
  await ada.call(api.cards.bulk, { body: { operations: [back] } });
  assert.ok(!(await isDone(card)));
  assert.ok(!(await isDone(await makeCard(ada, done, { completed: false }))));
});

test('the version in the reply to a move is that of the card after it', async () => {
  const { todo, done } = await boardOf();
  const card = await makeCard(ada, todo);
  const { version } = await update(card, { listPublicId: done });
  assert.equal((await ada.call(api.cards.content, at(card))).version, version);
  await update(card, { completed: false, version });
});

test('who watches a card is told that it is done', async () => {
  const { workspace, board, todo, done } = await boardOf();
  const cyd = await service.signUp('cyd');
  await addMember(service, workspace, cyd);
  await cyd.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  await update(await makeCard(ada, todo), { listPublicId: done });
  const { notifications } = await cyd.call(api.notifications.list, { query: {} });
  assert.ok(notifications.some(({ kind }) => kind === 'completed'));
});

test('whether a list completes its cards is shown beyond the shapes that are fixed, and told to webhooks', async () => {
  const { board, workspace } = await makeBoard(ada);
  const reply = await ada.call(api.lists.create, {
    body: { boardPublicId: board, name: 'Shipped', completes: true },
  });
  assert.deepEqual(Object.keys(reply), ['publicId', 'name', 'index']);
  const params = { boardPublicId: board };
  const shown = async () => [
    (await ada.call(api.lists.list, { params, query: {} })).map((list) => list.completes),
    (await ada.call(api.boards.snapshot, { params })).lists.map((list) => list.completes),
  ];
  assert.deepEqual(await shown(), [
    [false, false, true],
    [false, false, true],
  ]);
  assert.deepEqual(await completes(reply.publicId, false), reply);
  assert.deepEqual(await shown(), [
    [false, false, false],
    [false, false, false],
  ]);
  const types = await service.recorded(() => completes(reply.publicId, false));
  assert.deepEqual(types, [], 'nothing to change');
  const { lists } = nth(await ada.call(api.boards.list, { params: { workspacePublicId: workspace } }), 0);
  assert.deepEqual(Object.keys(nth(lists, 0)).toSorted(), ['index', 'name', 'publicId']);
});

test('a copy of a board, and a board that moves to another workspace, keep it', async () => {
  const { workspace, board, todo, done } = await boardOf();
  const card = await makeCard(ada, todo);
  await update(card, { listPublicId: done });
  const target = await makeWorkspace(ada);
  const of = async (boardPublicId: string) =>
    (await ada.call(api.lists.list, { params: { boardPublicId }, query: {} })).map((list) => list.completes);
  const body = { name: 'Copy', lists: [], labels: [], sourceBoardPublicId: board };
  const copies = [workspace, target].map((workspacePublicId) =>
    ada.call(api.boards.create, { params: { workspacePublicId }, body }),
  );
  for (const { publicId } of await Promise.all(copies)) assert.deepEqual(await of(publicId), [false, true]);
  const [here, there] = await Promise.all(copies);
  const completedBy = async (boardPublicId = '') => {
    const { cards } = await ada.call(api.boards.cards, { params: { boardPublicId }, query: {} });
    return (await workOf(nth(cards, 0).publicId))?.completedBy;
  };
  assert.equal(await completedBy(here?.publicId), ada.id);
  assert.equal(await completedBy(there?.publicId), null, 'who is in another workspace is not named there');
  await ada.call(api.boards.move, {
    params: { boardPublicId: board },
    body: { targetWorkspacePublicId: target },
  });
  assert.deepEqual(await of(board), [false, true]);
  assert.equal((await workOf(card))?.completedBy, ada.id);
});
