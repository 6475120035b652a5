import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import type { Recurrence } from '../../../contract/recurrence.ts';
import { download } from '../testing/exports.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Cards that come back once they are completed. */

const service = await testService();
const ada = await service.signUp('ada');

const weekly: Recurrence = { rule: 'FREQ=WEEKLY', from: 'due', timeZone: 'Europe/Vienna' };
const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const cardOf = (card: string) => ada.call(api.cards.get, { ...at(card), query: { include: ['work'] } });
const update = (card: string, body: BodyOf<typeof api.cards.update>) =>
  ada.call(api.cards.update, { ...at(card), body });
const complete = (card: string) => update(card, { completed: true });

/** The cards of a board, oldest first. */
const cardsOn = async (board: string) =>
  (await service.sql<{ id: string }>(`select id from cards where board_id = '${board}' order by number`)).map(
    ({ id }) => id,
  );

type NewCard = Partial<BodyOf<typeof api.cards.create>>;

async function recurring(given: NewCard = {}) {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0), {
    title: 'Water the plants',
    dueDate: '2099-03-02',
    recurrence: weekly,
    ...given,
  });
  return { ...made, list: nth(made.lists, 0), card };
}

/** Completes a card; returns the next one, if there is one. */
async function nextOf(given: NewCard) {
  const { board, card } = await recurring(given);
  await complete(card);
  const [, next] = await cardsOn(board);
  return next === undefined ? undefined : cardOf(next);
}

test('the next card has what the completed one has, open again and later; the recurrence goes on to it', async () => {
  const { board, workspace, labels, list, card } = await recurring({
    startDate: '2099-03-01',
    description: 'All of **them**',
    reminders: [60, 1440],
  });
  const bob = await service.signUp('bob');
  const member = await addMember(service, workspace, bob);
  await update(card, { labelPublicIds: [nth(labels, 0)], memberPublicIds: [member] });
  const body = { name: 'Rooms' };
  const { publicId: checklist } = await ada.call(api.checklists.create, { ...at(card), body });
  const { publicId: item } = await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: checklist },
    body: { title: 'Kitchen', dueDate: '2099-03-01T15:00:00.000Z', memberPublicId: member },
  });
  await ada.call(api.checklists.updateItem, {
    params: { checklistItemPublicId: item },
    body: { completed: true },
  });
  const types = await service.recorded(() => complete(card));
  assert.deepEqual(types, ['card.updated.completed', 'card.created']);

  const [, next = ''] = await cardsOn(board);
  const [was, is] = [await cardOf(card), await cardOf(next)];
  assert.ok(was.work?.completedAt);
  assert.equal(was.work?.recurrence, null);
  assert.deepEqual(
    [is.title, is.description, is.dueDate, is.list.publicId, is.index],
    ['Water the plants', 'All of **them**', '2099-03-09T00:00:00.000Z', list, 1],
  );
  assert.partialDeepStrictEqual(is.work, {
    startDate: '2099-03-08T00:00:00.000Z',
    completedAt: null,
    recurrence: weekly,
    reminders: [60, 1440],
  });
  assert.deepEqual([is.labels.length, is.members.map(({ publicId }) => publicId)], [1, [member]]);
  const [items] = is.checklists.map((each) => each.items);
  assert.partialDeepStrictEqual(items, [
    { title: 'Kitchen', completed: false, dueDate: '2099-03-08T15:00:00.000Z', memberPublicId: member },
  ]);

  await update(card, { completed: false });
  await complete(card);
  assert.equal((await cardsOn(board)).length, 2, 'the completed card has come back');
});

test('it comes back where the recurrence was set, however it is completed', async () => {
  const { board, list, lists, card, workspace } = await recurring();
  const doing = nth(lists, 1);
  await update(card, { listPublicId: doing });
  const params = { listPublicId: doing };
  await ada.call(api.lists.update, { params, body: { completes: true } });
  const member = (await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } })).members;
  const listsOf = async () =>
    Promise.all((await cardsOn(board)).map(async (id) => (await cardOf(id)).list.publicId));
  await update(card, { completed: true, memberPublicIds: [nth(member, 0).publicId] });
  assert.deepEqual(await listsOf(), [doing, list]);

  const [, second = ''] = await cardsOn(board);
  await update(second, { listPublicId: doing });
  assert.deepEqual(await listsOf(), [doing, doing, list], 'a list completed it');

  const [, , third = ''] = await cardsOn(board);
  const operations = [
    { type: 'duplicate' as const, cardPublicId: third, listPublicId: doing },
    { type: 'move' as const, cardPublicId: third, listPublicId: doing },
  ];
  await ada.call(api.cards.bulk, { body: { operations } });
  assert.deepEqual(await listsOf(), [doing, doing, doing, doing, list]);

  const [, , , , fourth = ''] = await cardsOn(board);
  await ada.call(api.cards.bulk, {
    body: { operations: [{ type: 'change', cardPublicId: fourth, completed: true }] },
  });
  assert.equal((await listsOf()).at(-1), list);
  const [, , , , , fifth = ''] = await cardsOn(board);
  await update(fifth, { listPublicId: doing, completed: false });
  await ada.call(api.lists.archive, { params: { listPublicId: list } });
  await complete(fifth);
  const [, , , , , , sixth = ''] = await cardsOn(board);
  const last = await cardOf(sixth);
  assert.deepEqual([last.list.publicId, last.work?.completedAt], [doing, null], 'its own list, and open');
});

test('a card that many complete at once comes back once', async () => {
  const { board, card } = await recurring();
  await Promise.all(Array.from({ length: 16 }, () => complete(card)));
  assert.equal((await cardsOn(board)).length, 2);
});

test('it ends by count or by date, and after a completion counts from the day of that', async () => {
  const next = async (rule: string, more: NewCard = {}) => {
    const card = await nextOf({ recurrence: { ...weekly, rule }, ...more });
    return card && [card.dueDate, card.work?.recurrence?.rule];
  };
  assert.deepEqual(await next('FREQ=DAILY;COUNT=2'), ['2099-03-03T00:00:00.000Z', 'FREQ=DAILY;COUNT=1']);
  assert.equal(await next('FREQ=DAILY;COUNT=1'), undefined);
  assert.equal(await next('FREQ=DAILY;UNTIL=20990302'), undefined);
  const today = new Date(service.clock.now() / 1000);
  const inDays = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const recurrence: Recurrence = { rule: 'FREQ=DAILY;INTERVAL=3', from: 'completion', timeZone: 'UTC' };
  assert.equal((await nextOf({ recurrence }))?.dueDate?.slice(0, 10), inDays(3));
  const passed = await nextOf({ recurrence: { ...recurrence, from: 'due' }, dueDate: '2020-01-01' });
  assert.ok((passed?.dueDate ?? '') >= inDays(0), 'what has passed is skipped');
});

test('rules that are not supported are refused, whatever they would cost', async () => {
  const { list } = await recurring();
  const refused = [
    'FREQ=SECONDLY;BYSETPOS=1',
    'FREQ=HOURLY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
    'FREQ=DAILY;BYHOUR=1',
    'FREQ=DAILY;COUNT=2;UNTIL=20990101',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;UNTIL=20991399',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=4',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYDAY=MO',
    'FREQ=YEARLY;BYWEEKNO=53',
    'INTERVAL=2',
    'DAILY',
    '=;=',
  ];
  const create = (recurrence: Recurrence) =>
    ada.refused(400, api.cards.create, { body: { title: 'x', listPublicId: list, recurrence } });
  for (const rule of refused) {
    const { issues } = await create({ ...weekly, rule });
    assert.match(nth(issues ?? [], 0).message, /body\/recurrence\/rule is a rule that/, rule);
  }
  await create({ ...weekly, timeZone: 'Nowhere/Else' });
  await create({ ...weekly, from: 'never' as 'due' });
  await create({ ...weekly, rule: `FREQ=DAILY;${'X'.repeat(300)}=1` });
});

test('what is read again can be written again, also with RRULE: and in small letters', async () => {
  const { card } = await recurring();
  const types = await service.recorded(() => update(card, { recurrence: weekly }));
  assert.deepEqual(types, []);
  await update(card, { recurrence: { ...weekly, rule: 'rrule:freq=weekly;byday=mo' } });
  assert.equal((await cardOf(card)).work?.recurrence?.rule, 'FREQ=WEEKLY;BYDAY=MO');
  await update(card, { recurrence: null });
  assert.equal((await cardOf(card)).work?.recurrence, null);
});

test('reminders are kept as given, once each, at most five', async () => {
  const { card } = await recurring();
  await update(card, { reminders: [1440, 60, 1440] });
  assert.deepEqual((await cardOf(card)).work?.reminders, [1440, 60]);
  await update(card, { reminders: [] });
  assert.deepEqual((await cardOf(card)).work?.reminders, []);
  for (const reminders of [[1, 2, 3, 4, 5, 6], [-1], [1.5], [1_000_000], ['1']])
    await ada.refused(400, api.cards.update, { ...at(card), body: { reminders: reminders as number[] } });
});

test('an imported rule that is not taken here is left out', async () => {
  const { board, card, workspace } = await recurring();
  const file = await download(service, ada, `/boards/${board}/export?format=native`);
  const content = new Uint8Array(await file.arrayBuffer());
  await service.sql(
    `update cards set recurrence = '{"rule":"FREQ=SECONDLY","from":"due","timeZone":"UTC"}' where id = '${card}'`,
  );
  const odd = await download(service, ada, `/boards/${board}/export?format=native`);
  const imported = async (bytes: Uint8Array<ArrayBuffer>) => {
    const { boardPublicId } = await importFile(service, ada, {
      workspacePublicId: workspace,
      format: 'native',
      content: bytes,
    });
    return (await cardOf((await cardsOn(boardPublicId ?? ''))[0] ?? '')).work?.recurrence;
  };
  assert.deepEqual(await imported(content), weekly);
  assert.equal(await imported(new Uint8Array(await odd.arrayBuffer())), null);
});

test('a time that clocks leapt over is itself again after it was written back, or exported and imported', async () => {
  const daily: Recurrence = { rule: 'FREQ=DAILY', from: 'due', timeZone: 'Europe/Vienna' };
  // The clocks are put forward on the day after, at the time of the card.
  const { board, workspace, card } = await recurring({ dueDate: '2099-03-28T01:30:00Z', recurrence: daily });
  await complete(card);
  const [, leapt = ''] = await cardsOn(board);
  assert.equal((await cardOf(leapt)).dueDate, '2099-03-29T01:00:00.000Z');
  const dueAfter = async (one: string, on: string) => {
    await complete(one);
    return (await cardOf((await cardsOn(on)).at(-1) ?? '')).dueDate;
  };
  const files = await Promise.all(
    (['native', 'csv'] as const).map(async (format) => {
      const file = await download(service, ada, `/boards/${board}/export?format=${format}`);
      return { format, content: new Uint8Array(await file.arrayBuffer()) };
    }),
  );
  for (const file of files) {
    const { boardPublicId } = await importFile(service, ada, { workspacePublicId: workspace, ...file });
    const [, there = ''] = await cardsOn(boardPublicId ?? '');
    // A table has no recurrences.
    await update(there, { recurrence: daily });
    assert.equal(await dueAfter(there, boardPublicId ?? ''), '2099-03-30T00:30:00.000Z', file.format);
  }
  const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
  const read = cards.find(({ publicId }) => publicId === leapt)?.dueDate ?? null;
  await update(leapt, { dueDate: null });
  await update(leapt, { dueDate: read });
  assert.equal(await dueAfter(leapt, board), '2099-03-30T00:30:00.000Z');
});
