import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { makeHeavyCard } from '../testing/heavy-card.ts';
import { listen } from '../testing/live.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Where it can be read when an item of a checklist is due, and whose it is. */

const service = await testService();
const ada = await service.signUp('ada');
const include: 'work'[] = ['work'];
const time = '2030-01-02T03:04:05.000Z';
let people = 0;

/** A card whose checklist has an item with a day, one with a time, one with a member and one with nothing. */
async function made() {
  const board = await makeBoard(ada);
  const bob = await service.signUp(`bob${++people}`);
  const member = await addMember(service, board.workspace, bob);
  const list = nth(board.lists, 0);
  const card = await makeCard(ada, list, { title: 'Paint the harbour', dueDate: '2031-05-01' });
  const params = { cardPublicId: card };
  const { publicId: checklist } = await ada.call(api.checklists.create, { params, body: { name: 'Parts' } });
  const add = (body: BodyOf<typeof api.checklists.createItem>) =>
    ada.call(api.checklists.createItem, { params: { checklistPublicId: checklist }, body });
  const items = [
    await add({ title: 'Seal', dueDate: '2030-01-02', memberPublicId: member }),
    await add({ title: 'Valve', dueDate: '2030-01-02T00:00:00+00:00' }),
    await add({ title: 'Pipe', dueDate: time }),
    await add({ title: 'Hose', memberPublicId: member }),
    await add({ title: 'Tap' }),
  ];
  return { ...board, bob, member, list, card, checklist, items };
}

/** What `made` has stored. */
const expected = (member: string) => [
  ['Seal', { date: '2030-01-02' }, member],
  ['Valve', { time: '2030-01-02T00:00:00.000Z' }, null],
  ['Pipe', { time }, null],
  ['Hose', null, member],
  ['Tap', null, null],
];

interface Shown {
  title: string;
  due?: object | null;
  memberPublicId?: string | null;
}

const workOf = (items: readonly Shown[]) =>
  items.map(({ title, due, memberPublicId }) => [title, due, memberPublicId]);

test('a card, its content and one of its items say when items are due, as days or times, and whose they are', async () => {
  const { card, member, items } = await made();
  const params = { cardPublicId: card };
  const whole = await ada.call(api.cards.get, { params, query: { include } });
  assert.deepEqual(workOf(nth(whole.checklists, 0).items), expected(member));
  const content = await ada.call(api.cards.content, { params });
  assert.deepEqual(workOf(nth(content.checklists, 0).items), expected(member));
  assert.deepEqual([content.due, content.start], [{ date: '2031-05-01' }, null]);
  const { publicId: checklistItemPublicId } = nth(items, 1);
  const item = await ada.call(api.checklists.getItem, { params: { checklistItemPublicId } });
  assert.deepEqual(workOf([item]), [expected(member)[1]]);
});

test('pages of cards say so where work is asked for, also of cards too long for one read, and else are as before', async () => {
  const { board, list, member, items } = await made();
  const params = { boardPublicId: board };
  const page = await ada.call(api.boards.cards, { params, query: { include } });
  assert.deepEqual(workOf(nth(nth(page.cards, 0).checklists, 0).items), expected(member));
  const plain = await ada.call(api.boards.cards, { params, query: {} });
  assert.deepEqual(
    nth(nth(plain.cards, 0).checklists, 0).items,
    items.map((each, index) => ({ ...each, index })),
  );
  const heavy = await makeHeavyCard(service, ada, list);
  const of = `checklist_id in (select id from checklists where card_id = '${heavy}')`;
  const last = `select id from checklist_items where ${of} order by title limit 1`;
  await service.sql(
    `update checklist_items set member_id = '${member}', due_at = 86400000000 where id = (${last})`,
  );
  const again = await ada.call(api.boards.cards, { params, query: { include } });
  const long = again.cards.find(({ publicId }) => publicId === heavy);
  const worked = (long?.checklists ?? []).flatMap((each) => each.items.filter(({ due }) => due !== null));
  assert.deepEqual(
    worked.map(({ due, memberPublicId }) => [due, memberPublicId]),
    [[{ date: '1970-01-02' }, member]],
  );
});

test('the stream tells others when an item is due, and whose it has become', async () => {
  const { workspace, bob, member, items } = await made();
  const stream = await listen(service, bob, workspace);
  const params = { checklistItemPublicId: nth(items, 4).publicId };
  const body = { dueDate: '2032-02-29', memberPublicId: member };
  await ada.call(api.checklists.updateItem, { params, body });
  const [row] = await service.sql<{ at: number }>(
    `select max(position) as at from changes where workspace_id = '${workspace}'`,
  );
  await stream.reached(Number(row?.at));
  const told = stream.events.findLast(({ checklist }) => checklist)?.checklist as { items: Shown[] };
  assert.deepEqual(workOf(told.items), [
    ...expected(member).slice(0, 4),
    ['Tap', { date: '2032-02-29' }, member],
  ]);
});

test('one’s cards come with one’s own open items, those due first, and with their work, where that is asked for', async () => {
  const { bob, workspace, card, checklist, member, items } = await made();
  const query = { workspacePublicId: workspace };
  const [plain] = (await bob.call(api.cards.mine, { query })).cards;
  assert.deepEqual([plain?.publicId, plain?.work, plain?.items], [card, undefined, undefined]);
  const mine = async () => (await bob.call(api.cards.mine, { query: { ...query, include } })).cards;
  const [shown] = await mine();
  assert.deepEqual(shown?.items, [
    { publicId: nth(items, 0).publicId, title: 'Seal', due: { date: '2030-01-02' } },
    { publicId: nth(items, 3).publicId, title: 'Hose', due: null },
  ]);
  assert.deepEqual([shown?.work?.due, shown?.work?.completedAt], [{ date: '2031-05-01' }, null]);
  const recurrence = { rule: 'FREQ=DAILY', from: 'due' as const, timeZone: 'Europe/Vienna' };
  const body = { reminders: [60], recurrence };
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body });
  const { work } = await ada.call(api.cards.get, { params: { cardPublicId: card }, query: { include } });
  assert.deepEqual((await mine())[0]?.work, work);
  await bob.call(api.checklists.updateItem, {
    params: { checklistItemPublicId: nth(items, 0).publicId },
    body: { completed: true },
  });
  for (let n = 0; n < 30; n++)
    await ada.call(api.checklists.createItem, {
      params: { checklistPublicId: checklist },
      body: {
        title: `Nail ${n}`,
        memberPublicId: member,
        dueDate: `2029-01-${String(n + 1).padStart(2, '0')}`,
      },
    });
  const [again] = await mine();
  assert.deepEqual(
    again?.items?.map(({ title }) => title),
    Array.from({ length: 20 }, (_, n) => `Nail ${n}`),
  );
});
