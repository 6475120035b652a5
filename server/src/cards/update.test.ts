import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { ShownFields } from '../../../contract/card-fields.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { importedValues, showIn } from '../base/card-fields.ts';
import { versionOf } from '../base/edits.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const todo = nth(made.lists, 0);
const unknown = '0123456789abcdef';

type Body = BodyOf<typeof api.cards.update>;

const at = (card: string) => ({ params: { cardPublicId: card } });
const read = (card: string) => ada.call(api.cards.get, at(card));
const update = (card: string, body: Body) => ada.call(api.cards.update, { ...at(card), body });

const versionOfCard = (shown: Partial<ShownFields>) => versionOf(showIn('version')(importedValues(shown)));

test('PUT and PATCH both change what is sent and leave the rest', async () => {
  const card = await makeCard(ada, todo, { title: 'Old', description: 'Kept' });
  const { index } = await read(card);
  const expected = {
    publicId: card,
    title: 'New',
    description: 'Kept',
    dueDate: null,
    index,
    listPublicId: todo,
  };
  const versioned = (dueDate: string | null) => ({
    ...expected,
    dueDate,
    version: versionOfCard({ title: 'New', description: 'Kept', dueDate }),
  });
  assert.deepEqual(await ada.call(api.cards.put, { ...at(card), body: { title: ' New ' } }), versioned(null));
  const dueDate = '2026-12-24T18:00:00.000Z';
  assert.deepEqual(await update(card, { dueDate }), versioned(dueDate));
  const { title, description } = await read(card);
  assert.deepEqual([title, description], ['New', 'Kept']);
});

test('every change is an activity that tells what was before and after', async () => {
  const card = await makeCard(ada, todo, { title: 'Old' });
  const types = await service.recorded(async () => {
    await update(card, { title: 'New' });
    await update(card, { description: '*text*' });
    await update(card, { description: null });
    await update(card, { dueDate: '2026-12-24T18:00:00Z' });
    await update(card, { dueDate: '2026-12-25T18:00:00+01:00' });
    await update(card, { dueDate: null });
  });
  const expected = [
    ['card.updated.title', { fromTitle: 'Old', toTitle: 'New' }],
    ['card.updated.description', { fromDescription: null, toDescription: '*text*' }],
    ['card.updated.description', { fromDescription: '*text*', toDescription: null }],
    ['card.updated.dueDate.added', { fromDueDate: null, toDueDate: '2026-12-24T18:00:00.000Z' }],
    [
      'card.updated.dueDate.updated',
      { fromDueDate: '2026-12-24T18:00:00.000Z', toDueDate: '2026-12-25T17:00:00.000Z' },
    ],
    ['card.updated.dueDate.removed', { fromDueDate: '2026-12-25T17:00:00.000Z', toDueDate: null }],
  ] as const;
  assert.deepEqual(
    types,
    expected.map(([type]) => type),
  );
  const told = (await read(card)).activities.slice(1);
  for (const [n, [type, detail]] of expected.entries()) {
    const activity = nth(told, n);
    assert.equal(activity.type, type);
    for (const [key, value] of Object.entries(detail)) {
      assert.equal(activity[key as keyof typeof activity], value, `${key} of ${type}`);
    }
  }
});

test('many fields in one call are one activity each', async () => {
  const card = await makeCard(ada, todo, { title: 'Old' });
  const types = await service.recorded(async () => {
    const dueDate = '2026-01-01T00:00:00.000Z';
    const listPublicId = nth(made.lists, 1);
    const reply = await update(card, { title: 'New', description: 'x', dueDate, listPublicId, index: 0 });
    assert.deepEqual(reply, {
      publicId: card,
      title: 'New',
      description: 'x',
      dueDate,
      index: 0,
      listPublicId,
      version: versionOfCard({ title: 'New', description: 'x', dueDate }),
    });
  });
  assert.deepEqual(types, [
    'card.updated.title',
    'card.updated.description',
    'card.updated.dueDate.added',
    'card.updated.list',
  ]);
});

test('what stays the same is not recorded', async () => {
  const dueDate = '2026-03-04T05:06:07.123456Z';
  const card = await makeCard(ada, todo, { title: 'Same', description: 'Same', dueDate });
  const before = await read(card);
  const types = await service.recorded(async () => {
    await update(card, { title: ' Same ', description: 'Same', dueDate });
    await update(card, { dueDate: before.dueDate, listPublicId: todo });
    await update(card, { index: before.index });
    await update(card, { dueDate: '2026-03-04T06:06:07.123+01' });
  });
  assert.deepEqual(types, []);
  assert.equal(before.dueDate, '2026-03-04T05:06:07.123Z');
});

test('bad input is refused and stores nothing', async () => {
  const card = await makeCard(ada, todo, { title: 'Kept' });
  const foreign = await makeBoard(ada);
  const bad: unknown[] = [
    {},
    null,
    [],
    { title: '' },
    { title: '  ' },
    { title: null },
    { title: 7 },
    { title: 'x'.repeat(2001) },
    { title: 'nul \u0000' },
    { description: 'x'.repeat(10_001) },
    { description: 1 },
    { dueDate: 'tomorrow' },
    { dueDate: '2026-02-30T00:00:00Z' },
    { dueDate: '2016-12-31T23:59:60Z' },
    { dueDate: 1_767_225_600_000 },
    { index: -1 },
    { index: 1.5 },
    { index: '0' },
    { index: null },
    { listPublicId: 'short' },
    { listPublicId: unknown },
    { listPublicId: null },
    { listPublicId: nth(foreign.lists, 0) },
    { title: 'Lost', listPublicId: nth(foreign.lists, 0) },
  ];
  const types = await service.recorded(async () => {
    for (const body of bad) {
      for (const operation of [api.cards.update, api.cards.put]) {
        await ada.refused(400, operation, { ...at(card), body: body as Body });
      }
    }
    await ada.refused(400, api.cards.update, { ...at('short'), body: { title: 'x' } });
  });
  assert.deepEqual(types, []);
  assert.equal((await read(card)).title, 'Kept');
});

test('texts may be as long as the limits say, counted in characters', async () => {
  const card = await makeCard(ada, todo);
  const body = { title: '😀'.repeat(2000), description: '😀'.repeat(10_000) };
  const { title, description } = await update(card, body);
  assert.deepEqual({ title, description }, body);
});

test('an unknown, deleted or foreign card is not changed', async () => {
  const card = await makeCard(ada, todo);
  const deleted = await makeCard(ada, todo);
  await ada.call(api.cards.delete, at(deleted));
  const body = { title: 'x' };
  const refusedAs = (person: Pick<Person, 'refused'>, status: number) =>
    person.refused(status, api.cards.update, { ...at(card), body });
  const types = await service.recorded(async () => {
    await ada.refused(404, api.cards.update, { ...at(unknown), body });
    await ada.refused(404, api.cards.update, { ...at(deleted), body });
    await refusedAs(service.caller(), 401);
    await refusedAs(await service.signUp('outsider'), 403);
    await refusedAs(await keyOf(service, ada, ['card:view', 'card:create']), 403);
    const guest = await service.signUp('guest');
    await addMember(service, made.workspace, guest, { role: 'guest' });
    await refusedAs(guest, 403);
    const ben = await service.signUp('ben');
    const member = await addMember(service, made.workspace, ben);
    for (const status of ['invited', 'paused', 'removed'] as const) {
      await setStatus(service, member, status);
      await refusedAs(ben, 403);
    }
  });
  assert.deepEqual(types, []);
});

test('40 renames at once leave activities that tell the truth: each begins where the one before it ended', async () => {
  const card = await makeCard(ada, todo, { title: 'Title 0' });
  await Promise.all(Array.from({ length: 40 }, (_, n) => update(card, { title: `Title ${n + 1}` })));
  const { title, activities } = await read(card);
  const renames = activities.filter(({ type }) => type === 'card.updated.title');
  assert.equal(renames.length, 40);
  const last = renames.reduce((was, { fromTitle, toTitle }) => {
    assert.equal(fromTitle, was);
    return toTitle ?? '';
  }, 'Title 0');
  assert.equal(title, last);
});

test('title, description and due date changed at once are all kept', async () => {
  const card = await makeCard(ada, todo);
  const bodies: Body[] = [{ title: 'T' }, { description: 'D' }, { dueDate: '2026-01-01T00:00:00.000Z' }];
  await Promise.all(bodies.map((body) => update(card, body)));
  const { title, description, dueDate } = await read(card);
  assert.deepEqual([title, description, dueDate], ['T', 'D', '2026-01-01T00:00:00.000Z']);
});
