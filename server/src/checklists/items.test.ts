import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const list = nth(made.lists, 0);
const unknown = '0123456789abcdef';

type Change = BodyOf<typeof api.checklists.updateItem>;

interface Made {
  card: string;
  checklist: string;
  items: string[];
}

/** A card with a checklist of items with these titles. */
async function makeItems(...titles: string[]): Promise<Made> {
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  const { publicId: checklist } = await ada.call(api.checklists.create, { params, body: { name: 'List' } });
  const items = [];
  for (const title of titles) items.push(await addItem(checklist, { title }));
  return { card, checklist, items };
}

const addItem = async (checklist: string, body: { title: string; index?: number }) =>
  (await ada.call(api.checklists.createItem, { params: { checklistPublicId: checklist }, body })).publicId;

const changeItem = (item: string, body: Change, person: Pick<Person, 'call'> = ada) =>
  person.call(api.checklists.updateItem, { params: { checklistItemPublicId: item }, body });

const readCard = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });

/** The items of the only checklist of a card, in order; their indexes count up from 0. */
async function itemsOn(card: string) {
  const { items } = nth((await readCard(card)).checklists, 0);
  assert.deepEqual(
    items.map(({ index }) => index),
    items.map((_, index) => index),
  );
  return items;
}

const titlesOn = async (card: string) => (await itemsOn(card)).map(({ title }) => title);

/** What the newest activities of a card record about items, newest first. */
async function told(card: string, count: number) {
  const { activities } = await readCard(card);
  return activities
    .toReversed()
    .slice(0, count)
    .map(({ type, fromTitle, toTitle, fromIndex, toIndex }) => {
      const what = type.replace('card.updated.checklist.item.', '');
      return { what, titles: [fromTitle, toTitle], indexes: [fromIndex, toIndex] };
    });
}

const noIndexes = [null, null];

test('an item is added at the end, or where the index says', async () => {
  const { card, checklist } = await makeItems('a', 'b');
  const params = { checklistPublicId: checklist };
  const added = await ada.call(api.checklists.createItem, { params, body: { title: ' c ' } });
  assert.deepEqual(added, { publicId: added.publicId, title: 'c', completed: false });
  await addItem(checklist, { title: 'first', index: 0 });
  await addItem(checklist, { title: 'third', index: 2 });
  await addItem(checklist, { title: 'last', index: 99 });
  assert.deepEqual(await titlesOn(card), ['first', 'a', 'third', 'b', 'c', 'last']);
  assert.deepEqual(await told(card, 1), [{ what: 'added', titles: [null, 'last'], indexes: noIndexes }]);
});

test('a title has 1 to 500 characters after trimming; anything else stores nothing', async () => {
  const { card, checklist, items } = await makeItems('kept');
  const item = nth(items, 0);
  await addItem(checklist, { title: 'x'.repeat(500) });
  const types = await service.recorded(async () => {
    for (const title of ['', ' \t ', 'x'.repeat(501), 1, true, null]) {
      const body = { title } as { title: string };
      await ada.refused(400, api.checklists.createItem, { params: { checklistPublicId: checklist }, body });
      await ada.refused(400, api.checklists.updateItem, { params: { checklistItemPublicId: item }, body });
    }
  });
  assert.deepEqual(types, []);
  assert.deepEqual(await titlesOn(card), ['kept', 'x'.repeat(500)]);
});

test('`completed` alone ticks an item and unticks it, and changes nothing else', async () => {
  const { card, items } = await makeItems('a', 'b');
  const item = nth(items, 1);
  assert.deepEqual(await changeItem(item, { completed: true }), {
    publicId: item,
    title: 'b',
    completed: true,
  });
  assert.deepEqual(
    (await itemsOn(card)).map(({ title, completed }) => [title, completed]),
    [
      ['a', false],
      ['b', true],
    ],
  );
  assert.deepEqual(await told(card, 1), [{ what: 'completed', titles: [null, 'b'], indexes: noIndexes }]);
  assert.equal((await changeItem(item, { completed: false })).completed, false);
  assert.deepEqual(await told(card, 1), [{ what: 'uncompleted', titles: [null, 'b'], indexes: noIndexes }]);
});

test('a new title keeps whether the item is done', async () => {
  const { card, items } = await makeItems('old');
  const item = nth(items, 0);
  await changeItem(item, { completed: true });
  assert.deepEqual(await changeItem(item, { title: 'new' }), {
    publicId: item,
    title: 'new',
    completed: true,
  });
  assert.deepEqual(await told(card, 1), [{ what: 'updated', titles: ['old', 'new'], indexes: noIndexes }]);
});

test('an index moves the item within its checklist', async () => {
  const { card, checklist, items } = await makeItems('a', 'b', 'c', 'd');
  const { publicId: other } = await ada.call(api.checklists.create, {
    params: { cardPublicId: card },
    body: { name: 'Other' },
  });
  await addItem(other, { title: 'elsewhere' });
  const move = async (n: number, index: number) => {
    await changeItem(nth(items, n), { index });
    return (await titlesOn(card)).join('');
  };
  assert.equal(await move(3, 0), 'dabc');
  assert.equal(await move(3, 2), 'abdc');
  assert.equal(await move(0, 2), 'bdac');
  assert.deepEqual(await told(card, 1), [{ what: 'updated', titles: [null, 'a'], indexes: [0, 2] }]);
  assert.equal(await move(1, 1000), 'dacb');
  const types = await service.recorded(() => move(1, 3));
  assert.deepEqual(types, [], 'a place it has already is no move');
  await addItem(checklist, { title: 'e' });
  assert.deepEqual(await titlesOn(card), ['d', 'a', 'c', 'b', 'e']);
});

test('everything at once: the title and the place are one activity, ticking is another', async () => {
  const { card, items } = await makeItems('a', 'b');
  const types = await service.recorded(() =>
    changeItem(nth(items, 0), { title: 'z', completed: true, index: 1 }),
  );
  assert.deepEqual(types, ['card.updated.checklist.item.updated', 'card.updated.checklist.item.completed']);
  assert.deepEqual(await told(card, 2), [
    { what: 'completed', titles: [null, 'z'], indexes: noIndexes },
    { what: 'updated', titles: ['a', 'z'], indexes: [0, 1] },
  ]);
  assert.deepEqual(await titlesOn(card), ['b', 'z']);
});

test('what stays the same is not recorded', async () => {
  const { items } = await makeItems('same');
  const types = await service.recorded(() =>
    changeItem(nth(items, 0), { title: ' same ', completed: false, index: 0 }),
  );
  assert.deepEqual(types, []);
});

test('a change needs at least one of the fields, each of its type', async () => {
  const { card, items } = await makeItems('kept');
  const params = { checklistItemPublicId: nth(items, 0) };
  const bad = [
    {},
    { unknown: true },
    { completed: 'true' },
    { completed: 1 },
    { completed: null },
    { index: -1 },
    { index: 1.5 },
    { index: '0' },
    { title: 'fine', index: -1 },
    { completed: true, title: '' },
  ];
  const types = await service.recorded(async () => {
    for (const body of bad)
      await ada.refused(400, api.checklists.updateItem, { params, body: body as Change });
  });
  assert.deepEqual(types, []);
  const [item] = await itemsOn(card);
  assert.deepEqual([item?.title, item?.completed], ['kept', false]);
});

test('an item is deleted, once', async () => {
  const { card, items } = await makeItems('a', 'b', 'c');
  const params = { checklistItemPublicId: nth(items, 1) };
  assert.deepEqual(await ada.call(api.checklists.deleteItem, { params }), { success: true });
  assert.deepEqual(await titlesOn(card), ['a', 'c']);
  assert.deepEqual(await told(card, 1), [{ what: 'deleted', titles: ['b', null], indexes: noIndexes }]);
  await ada.refused(404, api.checklists.deleteItem, { params });
  await ada.refused(404, api.checklists.updateItem, { params, body: { completed: true } });
});

test('an unknown id returns 404, one that is too short 400', async () => {
  const body = { completed: true };
  for (const [status, id] of [
    [404, unknown],
    [404, made.board],
    [400, 'short'],
  ] as const) {
    const params = { checklistItemPublicId: id };
    await ada.refused(status, api.checklists.updateItem, { params, body });
    await ada.refused(status, api.checklists.deleteItem, { params });
    await ada.refused(status, api.checklists.createItem, {
      params: { checklistPublicId: id },
      body: { title: 'x' },
    });
  }
});

test('the items of a card in the trash address nothing', async () => {
  const { card, items } = await makeItems('a');
  const params = { checklistItemPublicId: nth(items, 0) };
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  await ada.refused(404, api.checklists.updateItem, { params, body: { completed: true } });
  await ada.refused(404, api.checklists.deleteItem, { params });
});

test('only who may edit cards changes items: no outsider, guest, inactive member, or key with too little', async () => {
  const { card, items } = await makeItems('kept');
  const params = { checklistItemPublicId: nth(items, 0) };
  const refusedAs = async (person: Pick<Person, 'refused'>, status: number) => {
    await person.refused(status, api.checklists.updateItem, { params, body: { completed: true } });
    await person.refused(status, api.checklists.deleteItem, { params });
  };
  const ben = await service.signUp('ben');
  const member = await addMember(service, made.workspace, ben);
  const types = await service.recorded(async () => {
    await refusedAs(service.caller(), 401);
    await refusedAs(service.caller('tbs_forged'), 401);
    await refusedAs(await service.signUp('outsider'), 403);
    await refusedAs(await keyOf(service, ada, ['card:view', 'card:create']), 403);
    const guest = await service.signUp('guest');
    await addMember(service, made.workspace, guest, { role: 'guest' });
    await refusedAs(guest, 403);
    for (const status of ['invited', 'paused', 'removed'] as const) {
      await setStatus(service, member, status);
      await refusedAs(ben, 403);
    }
  });
  assert.deepEqual(types, []);
  await setStatus(service, member, 'active');
  await changeItem(nth(items, 0), { completed: true }, ben);
  assert.equal(nth(await itemsOn(card), 0).completed, true);
});

test('32 toggles of one item at once leave activities that alternate and end with what the item is', async () => {
  const { card, items } = await makeItems('t');
  const toggles = Array.from({ length: 32 }, (_, n) => changeItem(nth(items, 0), { completed: n % 2 === 0 }));
  await Promise.all(toggles);
  const all = (await told(card, 50)).map(({ what }) => what).toReversed();
  const ticks = all.filter((what) => what.endsWith('completed'));
  assert.ok(ticks.length > 0);
  ticks.forEach((what, n) => assert.equal(what, n % 2 === 0 ? 'completed' : 'uncompleted'));
  assert.equal(nth(await itemsOn(card), 0).completed, ticks.length % 2 === 1);
});

test('32 items added to one checklist at once all have a place of their own', async () => {
  const { card, checklist } = await makeItems();
  const titles = Array.from({ length: 32 }, (_, n) => `Item ${n}`);
  await Promise.all(titles.map((title, n) => addItem(checklist, n % 2 ? { title } : { title, index: 0 })));
  assert.deepEqual((await titlesOn(card)).toSorted(), titles.toSorted());
  const places = await service.sql(
    `select position from checklist_items where checklist_id = '${checklist}' group by position`,
  );
  assert.equal(places.length, 32);
});

test('32 moves within one checklist at once lose no item and put no two at one place', async () => {
  const titles = Array.from({ length: 16 }, (_, n) => `Item ${n}`);
  const { card, items } = await makeItems(...titles);
  const moves = Array.from({ length: 32 }, (_, n) => changeItem(nth(items, n % 16), { index: (n * 7) % 16 }));
  await Promise.all(moves);
  assert.deepEqual((await titlesOn(card)).toSorted(), titles.toSorted());
});

test('items are added, moved and deleted at once, together with their checklist', async () => {
  const { card, checklist, items } = await makeItems('a', 'b', 'c');
  const params = { checklistPublicId: checklist };
  const results = await Promise.allSettled([
    ...items.map((item) => changeItem(item, { completed: true })),
    ...items.map((item) => ada.call(api.checklists.deleteItem, { params: { checklistItemPublicId: item } })),
    ...Array.from({ length: 16 }, (_, n) => addItem(checklist, { title: `New ${n}` })),
    ada.call(api.checklists.delete, { params }),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') assert.match(String(result.reason), /404 NOT_FOUND/);
  }
  assert.deepEqual((await readCard(card)).checklists, []);
});

test('adding, changing and moving an item are a fixed number of statements, however long the checklist', async () => {
  const { checklist, items } = await makeItems('a', 'b', 'c');
  const countOf = async (work: () => Promise<unknown>) => {
    const before = service.db.statements;
    await work();
    return service.db.statements - before;
  };
  const all = async () => [
    await countOf(() => addItem(checklist, { title: 'x', index: 1 })),
    await countOf(() => changeItem(nth(items, 2), { index: 0 })),
    await countOf(() => changeItem(nth(items, 2), { completed: true })),
  ];
  const short = await all();
  await changeItem(nth(items, 2), { index: 2, completed: false });
  for (let n = 0; n < 40; n++) await addItem(checklist, { title: `More ${n}` });
  assert.deepEqual(await all(), short);
});
