import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { QueryOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, board, lists, labels } = await makeBoard(ada);
const [todo, done] = [nth(lists, 0), nth(lists, 1)];
const params = { boardPublicId: board };

for (const [title, list] of 'abcde'.split('').map((each) => [each, todo] as const)) {
  await makeCard(ada, list, { title, labelPublicIds: 'bd'.includes(title) ? [nth(labels, 0)] : [] });
}
for (const title of 'fgh') await makeCard(ada, done, { title, labelPublicIds: [nth(labels, 0)] });

type Query = QueryOf<typeof api.boards.cards>;
const page = (query: Query) => ada.call(api.boards.cards, { params, query });

/** All pages, each as the titles of its cards. */
async function pages(query: Query): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { cards, hasMore, nextCursor } = await page({ ...query, ...(cursor ? { cursor } : {}) });
    assert.equal(hasMore, nextCursor !== null);
    found.push(cards.map(({ title }) => title).join(''));
    cursor = nextCursor;
  }
  return found;
}

test('following the cursors returns every card once, list by list in order', async () => {
  assert.deepEqual(await pages({ limit: 1 }), 'abcdefgh'.split(''));
  assert.deepEqual(await pages({ limit: 3 }), ['abc', 'def', 'gh']);
  assert.deepEqual(await pages({ limit: 4 }), ['abcd', 'efgh']);
  assert.deepEqual(await pages({}), ['abcdefgh']);
});

test('one list, and filters, page as well', async () => {
  assert.deepEqual(await pages({ listPublicId: done, limit: 2 }), ['fg', 'h']);
  assert.deepEqual(await pages({ labels: [nth(labels, 0)], limit: 2 }), ['bd', 'fg', 'h']);
  assert.deepEqual(await pages({ labels: [nth(labels, 0)], listPublicId: todo, limit: 1 }), ['b', 'd']);
  assert.deepEqual(await pages({ lists: [done], query: 'g' }), ['g']);
});

test('the cards of a list are paged through by the address of the list, too', async () => {
  const at = (listPublicId: string) => ({ params: { listPublicId } });
  const first = await ada.call(api.boards.cardsOfList, { ...at(done), query: { limit: 2 } });
  assert.deepEqual(first.cards, (await page({ listPublicId: done, limit: 2 })).cards);
  const query = { limit: 2, cursor: first.nextCursor ?? '' };
  const { cards, hasMore } = await ada.call(api.boards.cardsOfList, { ...at(done), query });
  assert.deepEqual([cards.map(({ title }) => title), hasMore], [['h'], false]);
  await ada.refused(404, api.boards.cardsOfList, { ...at('0123456789abcdef'), query: {} });
  await (await service.signUp('elsewhere')).refused(403, api.boards.cardsOfList, { ...at(done), query: {} });
});

test('a list of another board, or none, has no cards here', async () => {
  const other = await makeBoard(ada, { workspace });
  await makeCard(ada, nth(other.lists, 0));
  assert.deepEqual(await pages({ listPublicId: nth(other.lists, 0) }), ['']);
  assert.deepEqual(await pages({ listPublicId: '0123456789abcdef' }), ['']);
});

test('a card is what the board shows of it, and says which list it is in; filters leave its index', async () => {
  const whole = await ada.call(api.boards.get, { params });
  const expected = whole.lists.flatMap(({ publicId, cards }) =>
    cards.map((card) => ({ ...card, listPublicId: publicId, archivedAt: null })),
  );
  const read = (await page({})).cards;
  assert.deepEqual(
    read.map(({ updatedAt: _, ...card }) => card),
    expected,
  );
  for (const { publicId: cardPublicId, updatedAt } of read) {
    const { activities } = await ada.call(api.activities.list, { params: { cardPublicId } });
    const newest = Math.max(...activities.map(({ createdAt }) => Date.parse(createdAt)));
    assert.equal(Date.parse(updatedAt), newest);
  }
  const { cards } = await page({ query: 'd' });
  assert.deepEqual(
    cards.map(({ title, index }) => [title, index]),
    [['d', 3]],
  );
});

test('archived and deleted cards and lists are left out', async () => {
  const made = await makeBoard(ada);
  const at = { boardPublicId: made.board };
  const titles = async () =>
    (await ada.call(api.boards.cards, { params: at })).cards.map(({ title }) => title).join('');
  const cards: string[] = [];
  for (const title of 'abc') cards.push(await makeCard(ada, nth(made.lists, 0), { title }));
  await makeCard(ada, nth(made.lists, 1), { title: 'd' });
  await ada.call(api.cards.archive, { params: { cardPublicId: nth(cards, 0) } });
  await ada.call(api.cards.delete, { params: { cardPublicId: nth(cards, 1) } });
  assert.equal(await titles(), 'cd');
  await ada.call(api.lists.delete, { params: { listPublicId: nth(made.lists, 0) } });
  assert.equal(await titles(), 'd');
});

test('a page takes three statements, however many cards are on it', async () => {
  assert.equal(await statementsOf(service, () => page({ limit: 1 })), 3);
  assert.equal(await statementsOf(service, () => page({ limit: 500 })), 3);
});

test('400: an invalid cursor, a limit out of range; card:view is needed', async () => {
  for (const cursor of ['x', 'a0', 'a0.', '.a0', "a0.a'", 'a0.a0.a0']) {
    const error = await ada.refused(400, api.boards.cards, { params, query: { cursor } });
    assert.match(nth(error.issues, 0).message, /cursor/);
  }
  for (const limit of [0, 501, -1]) await ada.refused(400, api.boards.cards, { params, query: { limit } });
  const key = await keyOf(service, ada, ['board:view']);
  await key.refused(403, api.boards.cards, { params });
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  assert.equal((await guest.call(api.boards.cards, { params })).cards.length, 8);
});

test('archived cards are paged through, the last archived first, with when that was and where they would stand', async () => {
  const made = await makeBoard(ada);
  const at = { boardPublicId: made.board };
  const archived = async (query: QueryOf<typeof api.boards.cards> = {}) =>
    ada.call(api.boards.cards, { params: at, query: { ...query, archived: true } });
  assert.deepEqual(await archived(), { cards: [], hasMore: false, nextCursor: null });
  const cards: string[] = [];
  for (const title of 'abcd') cards.push(await makeCard(ada, nth(made.lists, 0), { title }));
  const gone = await makeCard(ada, nth(made.lists, 1), { title: 'in a deleted list' });
  for (const card of [nth(cards, 2), nth(cards, 1), gone]) {
    await ada.call(api.cards.archive, { params: { cardPublicId: card } });
  }
  await ada.call(api.lists.delete, { params: { listPublicId: nth(made.lists, 1) } });
  const { cards: found } = await archived();
  assert.deepEqual(
    found.map(({ title, index, listPublicId }) => [title, index, listPublicId]),
    [
      ['b', 1, nth(made.lists, 0)],
      ['c', 1, nth(made.lists, 0)],
    ],
  );
  assert.ok((found[0]?.archivedAt ?? '') >= (found[1]?.archivedAt ?? '-'));
  const first = await archived({ limit: 1 });
  assert.equal(first.hasMore, true);
  const second = await archived({ limit: 1, cursor: first.nextCursor ?? '' });
  assert.deepEqual(
    [first, second].flatMap((each) => each.cards),
    found,
  );
  assert.equal(second.hasMore, false);
  assert.deepEqual(
    (await archived({ query: 'C' })).cards.map(({ title }) => title),
    ['c'],
  );
  await ada.refused(400, api.boards.cards, { params: at, query: { archived: true, cursor: 'a0.a0' } });
  await ada.call(api.cards.restore, { params: { cardPublicId: nth(cards, 1) } });
  assert.deepEqual(
    (await archived()).cards.map(({ title }) => title),
    ['c'],
  );
});
