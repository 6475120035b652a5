import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { QueryOf } from '../../../contract/operation.ts';
import { day, isoMillis } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, board, lists, labels } = await makeBoard(ada);
const [todo, done] = [nth(lists, 0), nth(lists, 1)];
const [urgent, later] = [nth(labels, 0), nth(labels, 1)];
const bob = await addMember(service, workspace, await service.signUp('bob'));
const cleo = await addMember(service, workspace, await service.signUp('cleo'));
const unknown = '0123456789abcdef';

// The clock is stopped half an hour before midnight UTC, so that a day in another time zone, or 24 hours from now, would be
// a different day.
const midnight = Math.ceil(service.clock.now() / day) * day;
service.clock.pass(midnight + day - 30 * 60_000_000 - service.clock.now());
service.clock.hold();
const today = midnight;
/** The last millisecond of the day that is `days` from today, or the first one if `first` is true. */
const dueOn = (days: number, first = false) =>
  isoMillis(first ? today + days * day : today + (days + 1) * day - 1000);

type Filters = QueryOf<typeof api.boards.get>;

/** Titles of the cards that match. The board and its pages must agree. */
async function passing(query: Filters, boardPublicId = board): Promise<string[]> {
  const params = { boardPublicId };
  const found = await ada.call(api.boards.get, { params, query });
  const titles = found.lists.flatMap(({ cards }) => cards.map(({ title }) => title));
  const { cards } = await ada.call(api.boards.cards, { params, query: { ...query, limit: 500 } });
  assert.deepEqual(
    cards.map(({ title }) => title),
    titles,
  );
  return titles;
}

await makeCard(ada, todo, { title: 'plain' });
await makeCard(ada, todo, { title: 'urgent', labelPublicIds: [urgent], description: 'Grüße aus ÄGYPTEN' });
await makeCard(ada, todo, { title: 'both', labelPublicIds: [urgent, later], memberPublicIds: [bob] });
await makeCard(ada, done, { title: 'bob and cleo', memberPublicIds: [bob, cleo] });
await makeCard(ada, done, { title: '100% done_or so \\' });

test('no filter lets every card pass', async () => {
  assert.equal((await passing({})).length, 5);
});

test('several values of one filter widen it', async () => {
  assert.deepEqual(await passing({ labels: [later] }), ['both']);
  assert.deepEqual(await passing({ labels: [urgent, later] }), ['urgent', 'both']);
  assert.deepEqual(await passing({ members: [cleo] }), ['bob and cleo']);
  assert.deepEqual(await passing({ members: [cleo, bob] }), ['both', 'bob and cleo']);
  assert.deepEqual(await passing({ lists: [done] }), ['bob and cleo', '100% done_or so \\']);
  assert.equal((await passing({ lists: [todo, done] })).length, 5);
});

test('several filters narrow each other down', async () => {
  assert.deepEqual(await passing({ labels: [urgent, later], members: [bob] }), ['both']);
  assert.deepEqual(await passing({ lists: [done], members: [bob] }), ['bob and cleo']);
  assert.deepEqual(await passing({ lists: [done], labels: [urgent] }), []);
  assert.deepEqual(await passing({ query: 'o', members: [bob], lists: [todo] }), ['both']);
});

test('a filter that matches nothing returns no cards, never all', async () => {
  assert.deepEqual(await passing({ labels: [unknown] }), []);
  assert.deepEqual(await passing({ members: [unknown] }), []);
  assert.deepEqual(await passing({ lists: [unknown] }), []);
  assert.deepEqual(await passing({ query: 'no card says this' }), []);
  assert.deepEqual(await passing({ dueDateFilters: ['today'] }), []);
  assert.deepEqual(await passing({ labels: [unknown], members: [bob] }), []);
  assert.deepEqual(await passing({ labels: [bob], members: [urgent] }), []);
});

test('a value that matches nothing takes nothing away from the others', async () => {
  assert.deepEqual(await passing({ labels: [unknown, later] }), ['both']);
});

test('labels and members of another board or workspace match nothing', async () => {
  const other = await makeBoard(ada);
  await makeCard(ada, nth(other.lists, 0), { labelPublicIds: [nth(other.labels, 0)] });
  assert.deepEqual(await passing({ labels: [nth(other.labels, 0)] }), []);
  assert.deepEqual(await passing({ lists: other.lists }), []);
});

test('filters leave the index of a card, the labels and the names of all lists as they are', async () => {
  const query = { labels: [later], lists: [todo] };
  const found = await ada.call(api.boards.get, { params: { boardPublicId: board }, query });
  assert.deepEqual(
    found.lists.map(({ publicId, index, cards }) => [publicId, index, cards.map((card) => card.index)]),
    [[todo, 0, [2]]],
  );
  assert.deepEqual(
    found.allLists.map(({ publicId }) => publicId),
    lists,
  );
  assert.equal(found.labels.length, 2);
  const none = await ada.call(api.boards.get, {
    params: { boardPublicId: board },
    query: { lists: [unknown] },
  });
  assert.deepEqual(none.lists, []);
  assert.equal(none.allLists.length, 2);
});

test('query looks into titles and descriptions, whatever the case, and takes every character as it is', async () => {
  assert.deepEqual(await passing({ query: 'BOTH' }), ['both']);
  assert.deepEqual(await passing({ query: 'grüsse' }), []);
  assert.deepEqual(await passing({ query: 'ägypt' }), ['urgent']);
  assert.deepEqual(await passing({ query: 'GRÜß' }), ['urgent']);
  assert.deepEqual(await passing({ query: '100%' }), ['100% done_or so \\']);
  assert.deepEqual(await passing({ query: '0_' }), []);
  assert.deepEqual(await passing({ query: 'e_o' }), ['100% done_or so \\']);
  assert.deepEqual(await passing({ query: '%' }), ['100% done_or so \\']);
  assert.deepEqual(await passing({ query: '\\' }), ['100% done_or so \\']);
  assert.deepEqual(await passing({ query: "' or 1 = 1 --" }), []);
});

test('due dates go by the day in UTC', async () => {
  const made = await makeBoard(ada, { workspace });
  const list = nth(made.lists, 0);
  const due: Record<string, string> = {
    'long ago': '1969-07-20T20:17:40Z',
    'end of yesterday': dueOn(-1),
    'start of today': dueOn(0, true),
    'end of today': dueOn(0),
    'start of tomorrow': dueOn(1, true),
    'end of tomorrow': dueOn(1),
    'end of day 2': dueOn(2),
    'end of day 7': dueOn(7),
    'start of day 8': dueOn(8, true),
    'end of day 30': dueOn(30),
    'start of day 31': dueOn(31, true),
  };
  for (const [title, dueDate] of Object.entries(due)) await makeCard(ada, list, { title, dueDate });
  await makeCard(ada, list, { title: 'never' });
  const on = (...dueDateFilters: NonNullable<Filters['dueDateFilters']>) =>
    passing({ dueDateFilters }, made.board);

  assert.deepEqual(await on('overdue'), ['long ago', 'end of yesterday']);
  assert.deepEqual(await on('today'), ['start of today', 'end of today']);
  assert.deepEqual(await on('tomorrow'), ['start of tomorrow', 'end of tomorrow']);
  assert.deepEqual(await on('next-week'), [
    'start of today',
    'end of today',
    'start of tomorrow',
    'end of tomorrow',
    'end of day 2',
    'end of day 7',
  ]);
  assert.deepEqual(await on('next-month'), ['start of day 8', 'end of day 30']);
  assert.deepEqual(await on('no-due-date'), ['never']);
  assert.deepEqual(await on('overdue', 'no-due-date', 'tomorrow'), [
    'long ago',
    'end of yesterday',
    'start of tomorrow',
    'end of tomorrow',
    'never',
  ]);
});

test('a list may be given once, many times, or under a name with brackets', async () => {
  const count = async (query: string) => {
    const headers = { authorization: `Bearer ${ada.token}` };
    const response = await service.raw(`/boards/${board}?${query}`, { headers });
    assert.equal(response.status, 200, query);
    const { lists: found } = (await response.json()) as { lists: { cards: unknown[] }[] };
    return found.flatMap(({ cards }) => cards).length;
  };
  assert.equal(await count(`labels=${urgent}`), 2);
  assert.equal(await count(`labels=${later}&labels=${urgent}`), 2);
  assert.equal(await count(`labels[]=${later}`), 1);
  assert.equal(await count(`labels%5B%5D=${later}&labels%5b%5d=${urgent}`), 2);
  assert.equal(await count(`labels[]=${unknown}`), 0);
  assert.equal(await count(`query=a[]=b`), 0);
});

test('cards are filtered by whether they are completed, also with a due date, and in pages', async () => {
  const made = await makeBoard(ada);
  const list = nth(made.lists, 0);
  const dueDate = dueOn(0);
  await makeCard(ada, list, { title: 'open' });
  await makeCard(ada, list, { title: 'open today', dueDate });
  await makeCard(ada, list, { title: 'done', completed: true });
  await makeCard(ada, list, { title: 'done today', dueDate, completed: true });
  const on = (query: Filters) => passing(query, made.board);
  assert.deepEqual(await on({ completed: true }), ['done', 'done today']);
  assert.deepEqual(await on({ completed: false }), ['open', 'open today']);
  assert.deepEqual(await on({ completed: true, dueDateFilters: ['today'] }), ['done today']);
  const params = { listPublicId: list };
  const { cards } = await ada.call(api.boards.cardsOfList, { params, query: { completed: true, limit: 1 } });
  assert.deepEqual(
    cards.map(({ title }) => title),
    ['done'],
  );
});

test('400: ids that are too short, due dates that are none, an empty or a long query, too many values', async () => {
  const headers = { authorization: `Bearer ${ada.token}` };
  const bad = [
    'labels=short',
    'labels=',
    'members=x',
    'lists=&lists=',
    'dueDateFilters=yesterday',
    'dueDateFilters=today&dueDateFilters=',
    'query=',
    'query=%20',
    `query=${'x'.repeat(101)}`,
    'type=none',
    Array.from({ length: 101 }, () => `labels=${unknown}`).join('&'),
  ];
  for (const query of bad) {
    for (const path of [`/boards/${board}`, `/boards/${board}/cards`]) {
      assert.equal((await service.raw(`${path}?${query}`, { headers })).status, 400, `${path}?${query}`);
    }
  }
});
