import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
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
const inDays = (days: number) => isoMillis(service.clock.now() + days * day);

await makeCard(ada, todo, { title: 'Crème brûlée', description: 'With ÄPFEL', labelPublicIds: [urgent] });
await makeCard(ada, todo, { title: 'plain', dueDate: inDays(3) });
await makeCard(ada, todo, { title: 'both', labelPublicIds: [urgent, later], memberPublicIds: [bob] });
await makeCard(ada, done, { title: 'long ago', dueDate: inDays(-3), memberPublicIds: [bob] });

/** Titles of the cards that pass. The board and its pages must agree. */
async function passing(filter: string): Promise<string[]> {
  const params = { boardPublicId: board };
  const found = await ada.call(api.boards.get, { params, query: { filter } });
  const titles = found.lists.flatMap(({ cards }) => cards.map(({ title }) => title));
  const { cards } = await ada.call(api.boards.cards, { params, query: { filter, limit: 500 } });
  assert.deepEqual(
    cards.map(({ title }) => title),
    titles,
  );
  return titles;
}

test('a filter narrows a board and its pages down', async () => {
  const expected: Record<string, string[]> = {
    '': ['Crème brûlée', 'plain', 'both', 'long ago'],
    brulee: ['Crème brûlée'],
    'label:URGENT': ['Crème brûlée', 'both'],
    [`label:${urgent} -label:later`]: ['Crème brûlée'],
    'description:äpfel': ['Crème brûlée'],
    'text:apf or plain': ['Crème brûlée', 'plain'],
    'due:<7d': ['plain', 'long ago'],
    'due:<7d -is:overdue': ['plain'],
    'no:due (@bob OR label:any)': ['Crème brûlée', 'both'],
    [`list:${done} @bob`]: ['long ago'],
    '@me': [],
    'creator:me -(plain OR both)': ['Crème brûlée', 'long ago'],
    'label:nothing': [],
    '-label:nothing no:member': ['Crème brûlée', 'plain'],
    '#2': ['plain'],
    'WEB-3 or web-4': ['both', 'long ago'],
    'created:today updated:>-1d is:open': ['Crème brûlée', 'plain', 'both', 'long ago'],
    'number:2..3 items:0': ['plain', 'both'],
  };
  for (const [filter, titles] of Object.entries(expected))
    assert.deepEqual(await passing(filter), titles, filter);
});

test('a broken filter is refused with its position', async () => {
  for (const operation of [api.boards.get, api.boards.cards]) {
    const query = { filter: 'plain is:odd' };
    const error = await ada.refused(400, operation, { params: { boardPublicId: board }, query });
    assert.match(error.message, /character 9: “odd” is no value of “is”/);
  }
});

test('a page goes on where the last one ended', async () => {
  const params = { boardPublicId: board };
  const query = { filter: 'has:label or has:due', limit: 2 };
  const first = await ada.call(api.boards.cards, { params, query });
  const cursor = first.nextCursor ?? undefined;
  const second = await ada.call(api.boards.cards, { params, query: { ...query, cursor } });
  assert.deepEqual(
    [...first.cards, ...second.cards].map(({ title }) => title),
    ['Crème brûlée', 'plain', 'both', 'long ago'],
  );
  assert.equal(second.nextCursor, null);
});
