import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Filters by the fields of boards and by relations: what is an error, and what others learn of cards that are hidden from them. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const on = (boardPublicId: string) => ({ params: { boardPublicId } });
const makeField = (board: string, body: BodyOf<typeof api.fields.create>) =>
  ada.call(api.fields.create, { ...on(board), body });
const check = (boardPublicId: string, filter: string) =>
  ada.call(api.filters.check, { query: { filter, boardPublicId } });

async function titlesOn(board: string, filter: string, person: Person = ada): Promise<string[]> {
  const { cards } = await person.call(api.boards.cards, { ...on(board), query: { filter } });
  return cards.map(({ title }) => title);
}

test('a check does not tell which lists there are without the right to see them', async () => {
  const { workspace, board } = await makeBoard(ada);
  const eve = await service.signUp('eve-of-lists');
  await addMember(service, workspace, eve, { revoked: ['list:view'] });
  const query = { filter: 'list:"to do"', boardPublicId: board };
  assert.deepEqual((await ada.call(api.filters.check, { query })).warnings, []);
  const { warnings } = await eve.call(api.filters.check, { query });
  assert.deepEqual(
    warnings.map(({ message }) => message),
    ['no list here is called “to do”'],
  );
});

test('a value that its field cannot have is an error, and an option that it has not is a warning', async () => {
  const { board } = await makeBoard(ada);
  await makeField(board, { name: 'Cost', type: 'money' });
  await makeField(board, { name: 'Stage', type: 'select', options: [{ name: 'Draft' }] });
  await makeField(board, { name: 'Ready', type: 'checkbox' });
  const broken = {
    'a Cost:much': /character 7: “much” is no number/,
    'Ready:perhaps': /character 6: “perhaps” is no value of “Ready”, which knows yes, no/,
    '-Price:5': /character 1: “Price” is no key of filters and no field of the board/,
    'has:Price': /character 4: “Price” is no value of “has”/,
    'sort:Price': /character 5: “Price” is nothing to sort by/,
  };
  for (const [filter, message] of Object.entries(broken)) {
    const error = await ada.refused(400, api.boards.cards, { ...on(board), query: { filter } });
    assert.match(error.message, message);
    assert.equal((await check(board, filter)).valid, false, filter);
  }
  const { valid, warnings } = await check(board, 'Stage:draft,Print cost:<5 has:ready sort:stage');
  assert.ok(valid);
  assert.deepEqual(warnings, [
    { message: 'no option of “Stage” is called “Print”', position: 12, length: 5 },
  ]);
});

test('where cards of several boards are read, each has the fields of its own board', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace });
  await makeField(board, { name: 'Size', type: 'number' });
  await makeField(other.board, { name: 'size', type: 'select', options: [{ name: '5' }, { name: 'large' }] });
  const make = async (list: string, title: string, fields: BodyOf<typeof api.cards.create>['fields']) => {
    const member = (await ada.call(api.boards.snapshot, on(board))).members.map(({ publicId }) => publicId);
    return makeCard(ada, list, { title, fields, memberPublicIds: member });
  };
  await make(nth(lists, 0), 'number five', { Size: 5 });
  await make(nth(lists, 0), 'number seven', { Size: 7 });
  await make(nth(other.lists, 0), 'option five', { size: '5' });
  await make(nth(other.lists, 0), 'option large', { size: 'large' });
  await make(nth(other.lists, 0), 'none', {});
  const mine = async (filter: string) => {
    const { cards } = await ada.call(api.cards.mine, { query: { filter, workspacePublicId: workspace } });
    return cards.map(({ title }) => title).sort();
  };
  assert.deepEqual(await mine('size:5'), ['number five', 'option five']);
  assert.deepEqual(await mine('size:>5'), ['number seven']);
  assert.deepEqual(await mine('size:LARGE'), ['option large']);
  assert.deepEqual(await mine('size:none'), ['none']);
  assert.deepEqual(await mine('-has:size'), ['none']);
  assert.deepEqual(await mine('weight:5'), []);
  const found = await ada.call(api.search.workspace, {
    params: { workspacePublicId: workspace },
    query: { query: 'five', filter: 'size:5' },
  });
  assert.equal(found.length, 2);
});

test('options are only read of fields that a filter means, once for all slices of cards', async (t) => {
  const { workspace, board, lists } = await makeBoard(ada);
  const stage = await makeField(board, { name: 'Stage', type: 'select', options: [{ name: 'Draft' }] });
  await makeField(board, { name: 'Other', type: 'select', options: [{ name: 'Draft' }] });
  const [self] = (await ada.call(api.boards.snapshot, on(board))).members;
  const ids = Array.from({ length: 101 }, () =>
    makeCard(ada, nth(lists, 0), { memberPublicIds: [self?.publicId ?? ''] }),
  );
  await Promise.all(ids);
  const { mock } = t.mock.method(service.db, 'all');
  const query = { filter: 'stage:draft -stage:x', workspacePublicId: workspace };
  assert.deepEqual((await ada.call(api.cards.mine, { query })).cards, []);
  const read = mock.calls.flatMap(({ arguments: [{ name }, given] }) => {
    const { boardIds, ids: fields } = given as { boardIds?: string[]; ids?: string[] };
    return /^filter\.(?:fields|options)$/.test(name) ? { name, of: boardIds ?? fields } : [];
  });
  assert.deepEqual(read, [
    { name: 'filter.fields', of: [board] },
    { name: 'filter.options', of: [stage.publicId] },
  ]);
});

test('fewer cards are asked about at once where what they are sorted by is dear', async (t) => {
  const { board, lists } = await makeBoard(ada);
  await Promise.all(Array.from({ length: 70 }, () => makeCard(ada, nth(lists, 0))));
  const { mock } = t.mock.method(service.db, 'all');
  const query = { filter: 'comments:0 sort:updated', limit: 500 };
  assert.equal((await ada.call(api.boards.cards, { ...on(board), query })).cards.length, 70);
  const asked = mock.calls.flatMap(({ arguments: [{ name }, given] }) =>
    name === 'filter.passing' ? (given as { ids: string[] }).ids.length : [],
  );
  assert.deepEqual(asked, [60, 10]);
});

test('pages go on however long the texts are by which cards are sorted', async () => {
  const { board, lists } = await makeBoard(ada);
  const names = ['one', 'two', 'three', 'four'];
  for (const name of names) await makeField(board, { name, type: 'text' });
  const fields = Object.fromEntries(names.map((name) => [name, '長'.repeat(200)]));
  for (const title of ['a', 'b'])
    await makeCard(ada, nth(lists, 0), { title: title + '長'.repeat(200), fields });
  const query = { filter: `sort:${names.join(',')},title`, limit: 1 };
  const first = await ada.call(api.boards.cards, { ...on(board), query });
  const cursor = first.nextCursor ?? undefined;
  assert.ok(cursor !== undefined);
  const second = await ada.call(api.boards.cards, { ...on(board), query: { ...query, cursor } });
  assert.deepEqual(
    [...first.cards, ...second.cards].map(({ title }) => title[0]),
    ['a', 'b'],
  );
  assert.equal(second.nextCursor, null);
});

test('only cards that the reader sees make a card blocking, or a child', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const closed = await makeBoard(ada, { workspace });
  await addMember(service, workspace, bob, { role: 'member' });
  await ada.call(api.boards.update, { ...on(closed.board), body: { access: 'members' } });
  const [one, two] = [
    await makeCard(ada, nth(lists, 0), { title: 'one' }),
    await makeCard(ada, nth(lists, 0), { title: 'two' }),
  ];
  const hidden = await makeCard(ada, nth(closed.lists, 0), { title: 'hidden' });
  const relate = (card: string, type: 'blocks' | 'parent', cardPublicId: string) =>
    ada.call(api.relations.create, { params: { cardPublicId: card }, body: { type, cardPublicId } });
  await relate(one, 'blocks', hidden);
  await relate(one, 'parent', hidden);
  await relate(hidden, 'blocks', two);
  await relate(hidden, 'parent', two);
  for (const [filter, toAda, toBob] of [
    ['is:blocking', ['one'], []],
    ['is:child', ['one'], []],
    ['is:blocked', ['two'], ['two']],
    ['is:parent', ['two'], ['two']],
  ] as const) {
    assert.deepEqual(await titlesOn(board, filter), toAda, filter);
    assert.deepEqual(await titlesOn(board, filter, bob), toBob, filter);
  }
  await relate(one, 'blocks', two);
  assert.deepEqual(await titlesOn(board, 'is:blocking', bob), ['one']);
  await ada.call(api.cards.update, { params: { cardPublicId: one }, body: { completed: true } });
  assert.deepEqual(await titlesOn(board, 'is:blocking', bob), []);
});

test('a deleted field, and one of another board, is no key any more', async () => {
  const { workspace, board } = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace });
  const { publicId } = await makeField(board, { name: 'Gone', type: 'text' });
  assert.deepEqual(await titlesOn(board, 'Gone:x'), []);
  await ada.refused(400, api.boards.cards, { ...on(other.board), query: { filter: `${publicId}:x` } });
  await ada.call(api.fields.delete, { params: { fieldPublicId: publicId } });
  await ada.refused(400, api.boards.cards, { ...on(board), query: { filter: 'Gone:x' } });
});
