import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, makeMember, nth } from '../testing/fixtures.ts';
import { listen } from '../testing/live.ts';
import { type Person, testService } from '../testing/service.ts';

/* The fields of a board: how they are made, changed, ordered and deleted. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

type Given = BodyOf<typeof api.fields.create>;

const on = (boardPublicId: string) => ({ params: { boardPublicId } });
const at = (fieldPublicId: string) => ({ params: { fieldPublicId } });
const make = (board: string, body: Given, person: Person = ada) =>
  person.call(api.fields.create, { ...on(board), body });
const namesOn = async (board: string) => (await ada.call(api.fields.list, on(board))).map(({ name }) => name);

test('fields of each type are made with what their type has, and are listed in order', async () => {
  const { board } = await makeBoard(ada);
  assert.deepEqual(await ada.call(api.fields.list, on(board)), []);
  const stage = await make(board, {
    name: 'Stage',
    type: 'select',
    options: [{ name: 'Draft', colour: '#ff0000' }, { name: 'Done' }],
  });
  assert.deepEqual(
    stage.options.map(({ name }) => name),
    ['Draft', 'Done'],
  );
  assert.equal(nth(stage.options, 0).colour, '#ff0000');
  assert.match(nth(stage.options, 1).colour, /^#[0-9a-f]{6}$/);
  const cost = await make(board, { name: 'Cost', type: 'money', currency: 'USD', shownOnTile: false });
  assert.deepEqual([cost.currency, cost.max, cost.shownOnTile, cost.options], ['USD', null, false, []]);
  const worth = await make(board, { name: 'Worth', type: 'rating', index: 0 });
  assert.deepEqual([worth.max, worth.shownOnTile], [5, true]);
  assert.deepEqual(await namesOn(board), ['Worth', 'Stage', 'Cost']);
  const { fields } = await ada.call(api.boards.snapshot, on(board));
  assert.deepEqual(fields, await ada.call(api.fields.list, on(board)));
});

test('what is given of a field is changed, and the rest stays', async () => {
  const { board } = await makeBoard(ada);
  const one = await make(board, { name: 'One', type: 'text' });
  await make(board, { name: 'Two', type: 'rating' });
  const renamed = await ada.call(api.fields.update, { ...at(one.publicId), body: { name: 'First' } });
  assert.deepEqual(renamed, { ...one, name: 'First' });
  await ada.call(api.fields.update, { ...at(one.publicId), body: { index: 9, shownOnTile: false } });
  assert.deepEqual(await namesOn(board), ['Two', 'First']);
  const types = await service.recorded(() =>
    ada.call(api.fields.update, { ...at(one.publicId), body: { name: 'First', index: 1, type: 'text' } }),
  );
  assert.deepEqual(types, []);
});

test('a field may come into the same gap again and again', async () => {
  const { board } = await makeBoard(ada);
  const made = [];
  for (const name of ['A', 'B', 'C']) made.push(await make(board, { name, type: 'text' }));
  const [, b, c] = made.map(({ publicId }) => publicId);
  for (let turn = 0; turn < 130; turn++) {
    const moved = turn % 2 === 0 ? c : b;
    await ada.call(api.fields.update, { ...at(moved ?? ''), body: { index: 1 } });
  }
  assert.deepEqual(await namesOn(board), ['A', 'B', 'C']);
  const keys = (await ada.call(api.fields.list, on(board))).map(({ orderKey }) => orderKey);
  assert.ok(keys.every((key) => key.length <= 40));
});

test('names are unique on a board, whatever their case', async () => {
  const { board, workspace } = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace });
  const first = await make(board, { name: 'Größe', type: 'text' });
  const taken = { status: 409, message: /the board has a field of this name already/ };
  await assert.rejects(make(board, { name: 'GRÖßE', type: 'number' }), taken);
  await make(other.board, { name: 'Größe', type: 'number' });
  const second = await make(board, { name: 'Length', type: 'text' });
  await assert.rejects(
    ada.call(api.fields.update, { ...at(second.publicId), body: { name: 'größe' } }),
    taken,
  );
  await ada.call(api.fields.update, { ...at(first.publicId), body: { name: 'größe' } });
});

test('what does not fit the type of a field is refused', async () => {
  const { board } = await makeBoard(ada);
  const refused = (body: Given, message: RegExp) =>
    assert.rejects(make(board, body), { status: 400, message });
  const stray = /body\/(options|currency|max) is not for fields of the type text/;
  await refused({ name: 'A', type: 'text', options: [] }, stray);
  await refused({ name: 'A', type: 'text', currency: 'EUR' }, stray);
  await refused({ name: 'A', type: 'text', max: 3 }, stray);
  await refused({ name: 'A', type: 'rating', max: 11 }, /body\/max must be at most 10/);
  await refused({ name: ' ', type: 'text' }, /body\/name/);
  const twice = [{ name: 'One' }, { name: 'ONE' }];
  await refused({ name: 'A', type: 'select', options: twice }, /body\/options\/1: the field has an option/);
  const { publicId } = await make(board, { name: 'A', type: 'select', options: [{ name: 'One' }] });
  const change = (body: BodyOf<typeof api.fields.update>) =>
    ada.call(api.fields.update, { ...at(publicId), body });
  await assert.rejects(change({ type: 'text' }), { status: 400, message: /type of a field cannot/ });
  const unknown = [{ publicId: '0123456789abcdef', name: 'Two' }];
  await assert.rejects(change({ options: unknown }), {
    status: 400,
    message: /options\/0\/publicId is not an/,
  });
  assert.deepEqual(await namesOn(board), ['A']);
});

test('a board has at most fifty fields', async () => {
  const { board } = await makeBoard(ada);
  for (let n = 0; n < 50; n++) await make(board, { name: `Field ${n}`, type: 'text' });
  await assert.rejects(make(board, { name: 'One more', type: 'text' }), { status: 409 });
});

test('only those who may edit the board change its fields, and outsiders learn nothing of them', async () => {
  const { board, workspace } = await makeBoard(ada);
  const { publicId } = await make(board, { name: 'Cost', type: 'number' });
  const [guest, stranger] = [await service.signUp('guest'), await service.signUp('stranger')];
  await makeMember(service, ada, workspace, guest, 'guest');
  assert.equal((await guest.call(api.fields.list, on(board))).length, 1);
  for (const [person, status] of [
    [guest, 403],
    [stranger, 403],
  ] as const) {
    await assert.rejects(make(board, { name: 'A', type: 'text' }, person), { status });
    await person.refused(status, api.fields.update, { ...at(publicId), body: { name: 'B' } });
    await person.refused(status, api.fields.delete, at(publicId));
  }
  await stranger.refused(403, api.fields.list, on(board));
  await ada.refused(404, api.fields.delete, at('0123456789abcdef'));
});

test('a field that is deleted is gone from the cards, and an option that is left out as well', async () => {
  const { board, lists } = await makeBoard(ada);
  const options = [{ name: 'Red' }, { name: 'Blue' }];
  const colours = await make(board, { name: 'Colours', type: 'multi-select', options });
  const colour = await make(board, { name: 'Colour', type: 'select', options });
  const note = await make(board, { name: 'Note', type: 'text' });
  const card = await makeCard(ada, nth(lists, 0), {
    fields: { Colours: ['Red', 'Blue'], Colour: 'Red', Note: 'Hm' },
  });
  const [red, blue] = colours.options;
  const values = async () => (await ada.call(api.cards.content, { params: { cardPublicId: card } })).fields;
  const rest = (all: typeof options) => all.slice(1);
  await ada.call(api.fields.update, {
    ...at(colours.publicId),
    body: { options: [{ publicId: blue?.publicId ?? '', name: 'Navy' }] },
  });
  assert.deepEqual(await values(), {
    [colours.publicId]: [blue?.publicId],
    [colour.publicId]: nth(colour.options, 0).publicId,
    [note.publicId]: 'Hm',
  });
  assert.ok(red && rest(options).length === 1);
  await ada.call(api.fields.update, { ...at(colour.publicId), body: { options: [] } });
  await ada.call(api.fields.delete, at(note.publicId));
  assert.deepEqual(await values(), { [colours.publicId]: [blue?.publicId] });
  await ada.call(api.fields.delete, at(colours.publicId));
  assert.equal(await values(), undefined);
  const rows = await service.sql(`select * from field_values where card_id = '${card}'`);
  assert.deepEqual(rows, []);
});

test('followers of a board are sent its fields as they are', async () => {
  const { board, workspace } = await makeBoard(ada);
  const stream = await listen(service, ada, workspace);
  const field = await make(board, { name: 'Stage', type: 'select', options: [{ name: 'Draft' }] });
  await until(() => stream.events.some(({ type }) => type === 'field.created'));
  const [created] = stream.events.filter(({ type }) => type === 'field.created');
  assert.deepEqual(created?.field, field);
  await ada.call(api.fields.delete, at(field.publicId));
  await until(() => stream.events.some(({ type }) => type === 'field.deleted'));
  const gone = stream.events.at(-1);
  assert.deepEqual([gone?.gone, gone?.field], [true, { publicId: field.publicId }]);
  stream.end();
});
