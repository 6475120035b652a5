import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

const board = async () => {
  const made = await makeBoard(ada);
  return { ...made, list: nth(made.lists, 0) };
};
const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const update = (card: string, body: BodyOf<typeof api.cards.update>) =>
  ada.call(api.cards.update, { ...at(card), body });
const completedAt = async (card: string): Promise<string | null | undefined> =>
  (await ada.call(api.cards.get, { ...at(card), query: { include: ['work'] } })).work?.completedAt;
const typesOf = async (card: string): Promise<string[]> => {
  const { activities } = await ada.call(api.activities.list, at(card));
  return activities.map(({ type }) => type).filter((type) => /\.(completed|reopened)$/.test(type));
};

test('a card is completed now and opened again, and each is in its history once', async () => {
  const card = await makeCard(ada, (await board()).list);
  const before = Date.now();
  await update(card, { completed: true });
  const first = await completedAt(card);
  assert.ok(Date.parse(first ?? '') >= before && Date.parse(first ?? '') <= Date.now(), String(first));
  await update(card, { completed: true });
  assert.equal(await completedAt(card), first, 'completing it again keeps the time');
  assert.deepEqual(await typesOf(card), ['card.updated.completed']);
  await update(card, { completed: false });
  await update(card, { completed: false });
  assert.equal(await completedAt(card), null);
  assert.deepEqual((await typesOf(card)).sort(), ['card.updated.completed', 'card.updated.reopened']);
});

test('a card is created completed, and completed by PUT and in bulk', async () => {
  const { list } = await board();
  const made = await makeCard(ada, list, { completed: true });
  assert.ok(await completedAt(made));
  const [put, bulk] = [await makeCard(ada, list), await makeCard(ada, list)];
  await ada.call(api.cards.put, { ...at(put), body: { completed: true } });
  assert.ok(await completedAt(put));
  const operation = { type: 'change' as const, cardPublicId: bulk, completed: true };
  const changed = async () =>
    (await ada.call(api.cards.bulk, { body: { operations: [operation] } })).results.map(
      (each) => each.changed,
    );
  assert.deepEqual([await changed(), await changed()], [[true], [false]]);
  assert.ok(await completedAt(bulk));
});

test('a time of completion goes before the mark, and is kept', async () => {
  const card = await makeCard(ada, (await board()).list);
  const past = '2026-03-01T09:30:00.000Z';
  await update(card, { completed: true, completedAt: past });
  assert.equal(await completedAt(card), past);
  await update(card, { completed: true, title: 'Renamed' });
  assert.equal(await completedAt(card), past);
});

test('a completed card is not overdue, on the board and among the cards of a person', async () => {
  const { board: boardPublicId, list, workspace } = await board();
  const dueDate = '2020-01-01T12:00:00.000Z';
  const [open, done] = [await makeCard(ada, list, { dueDate }), await makeCard(ada, list, { dueDate })];
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const memberPublicIds = [nth(members, 0).publicId];
  await update(open, { memberPublicIds });
  await update(done, { memberPublicIds, completed: true });
  const query = { dueDateFilters: ['overdue' as const] };
  const params = { boardPublicId };
  const read = await ada.call(api.boards.get, { params, query });
  assert.deepEqual(
    read.lists.flatMap(({ cards }) => cards.map(({ publicId }) => publicId)),
    [open],
  );
  const page = await ada.call(api.boards.cards, { params, query });
  assert.deepEqual(
    page.cards.map(({ publicId }) => publicId),
    [open],
  );
  const mine = await ada.call(api.cards.mine, { query: { ...query, workspacePublicId: workspace } });
  assert.deepEqual(
    mine.cards.map(({ publicId }) => publicId),
    [open],
  );
});
