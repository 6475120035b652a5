import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { isoMillis, minute, second } from '../base/clock.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { testService } from '../testing/service.ts';

/* Filtering cards by last change. `etag-every-operation.test.ts` checks that every operation counts as a change. */

const service = await testService();
const ada = await service.signUp('ada');

/** Returns the current time, later than all that happened before, and lets some time pass. */
function markTime(): string {
  service.clock.pass(second);
  const now = isoMillis(service.clock.now());
  service.clock.pass(second);
  return now;
}

async function updated(boardPublicId: string, updatedSince: string, archived = false): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { updatedSince, archived, limit: 2, ...(cursor === undefined ? {} : { cursor }) };
    const page = await ada.call(api.boards.cards, { params: { boardPublicId }, query });
    found.push(...page.cards.map(({ publicId }) => publicId));
    for (const card of page.cards) assert.ok(card.updatedAt >= updatedSince);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

test('a card is updated when it is made, and by what is done to it and on it', async () => {
  const { board, lists } = await makeBoard(ada);
  const [todo, done] = [nth(lists, 0), nth(lists, 1)];
  const start = markTime();
  const cards = [
    await makeCard(ada, todo),
    await makeCard(ada, todo),
    await makeCard(ada, done),
    await makeCard(ada, done),
  ];
  const [first = '', second_ = '', third = '', fourth = ''] = cards;
  assert.deepEqual(await updated(board, start), cards);
  const made = markTime();
  assert.deepEqual(await updated(board, made), []);
  await ada.call(api.comments.create, { params: { cardPublicId: third }, body: { comment: 'Done' } });
  await ada.call(api.cards.update, { params: { cardPublicId: first }, body: { title: 'Another' } });
  assert.deepEqual(await updated(board, made), [first, third]);
  await ada.call(api.cards.archive, { params: { cardPublicId: fourth } });
  assert.deepEqual(await updated(board, made), [first, third]);
  assert.deepEqual(await updated(board, made, true), [fourth]);
  const archived = markTime();
  assert.deepEqual(await updated(board, archived, true), []);
  await ada.call(api.cards.delete, { params: { cardPublicId: second_ } });
  assert.deepEqual(await updated(board, archived), []);
  await ada.call(api.cards.restore, { params: { cardPublicId: second_ } });
  assert.deepEqual(await updated(board, archived), [second_]);
  const { cards: inList } = await ada.call(api.boards.cardsOfList, {
    params: { listPublicId: todo },
    query: { updatedSince: made },
  });
  assert.deepEqual(
    inList.map(({ publicId }) => publicId),
    [first, second_],
  );
});

test('a card is updated by a checklist that moves on it, which is no activity', async () => {
  const { board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const params = { cardPublicId: card };
  await ada.call(api.checklists.create, { params, body: { name: 'One' } });
  const { publicId } = await ada.call(api.checklists.create, { params, body: { name: 'Two' } });
  const since = markTime();
  assert.deepEqual(await updated(board, since), []);
  await ada.call(api.checklists.update, { params: { checklistPublicId: publicId }, body: { index: 0 } });
  assert.deepEqual(await updated(board, since), [card]);
});

test('an imported card is updated when it is imported, however old it is', async () => {
  const since = markTime();
  const workspacePublicId = await makeWorkspace(ada);
  const content = 'title,list,created\nOld,To do,2020-01-01T00:00:00Z\n';
  await ada.call(api.imports.file, { body: { workspacePublicId, format: 'csv', content } });
  const [board] = await ada.call(api.boards.list, { params: { workspacePublicId } });
  assert.equal((await updated(board?.publicId ?? '', since)).length, 1);
  service.clock.pass(minute);
  assert.deepEqual(await updated(board?.publicId ?? '', markTime()), []);
});

test('few updated cards of a large board come in pages like all others', async () => {
  const { board } = await makeLargeBoard(service, ada, await service.signUp('bob'), 4500);
  const since = markTime();
  const cards = await service.sql<{ id: string }>(
    `select id from cards where board_id = '${board}' order by position`,
  );
  const some = [3, 100, 2600, 4499].map((index) => cards[index]?.id ?? '');
  for (const id of some)
    await ada.call(api.cards.update, { params: { cardPublicId: id }, body: { title: 'Another' } });
  assert.deepEqual(await updated(board, since), some);
});

test('a time that is none is refused', async () => {
  const { board } = await makeBoard(ada);
  const query = { updatedSince: 'yesterday' };
  await ada.refused(400, api.boards.cards, { params: { boardPublicId: board }, query });
});
