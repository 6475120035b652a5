import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { download, filesIn } from '../testing/exports.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

const stored = async (card: string) => {
  const [row] = await service.sql(`select due_at as due, start_at as start from cards where id = '${card}'`);
  return row as { due: number | null; start: number | null };
};

test('a day stays a day and a time a time, also when what was read is written back', async () => {
  const { lists } = await makeBoard(ada);
  const midnight = Date.parse('2026-03-01') * 1000;
  const card = await makeCard(ada, nth(lists, 0), { dueDate: '2026-03-01T00:00:00+00:00' });
  const params = { cardPublicId: card };
  const write = async (dueDate: string) => {
    const { dueDate: shown } = await ada.call(api.cards.update, { params, body: { dueDate } });
    assert.equal(shown, '2026-03-01T00:00:00.000Z');
    return Number((await stored(card)).due) - midnight;
  };
  assert.equal(Number((await stored(card)).due) - midnight, 1);
  assert.equal(await write('2026-03-01T00:00:00.000Z'), 1);
  assert.equal(await write('2026-03-01'), 0);
  assert.equal(await write('2026-03-01T00:00:00.000Z'), 0);
  assert.equal(await write('2026-03-01T01:00:00+01:00'), 0);
  assert.equal(await write('2026-03-01T00:00:00.000001Z'), 1);
});

test('a start is refused only if it is after the due date everywhere', async () => {
  const { lists } = await makeBoard(ada);
  const make = (startDate: string, dueDate: string) => makeCard(ada, nth(lists, 0), { startDate, dueDate });
  // A day, and nine in the morning of that day on Kiritimati.
  await make('2026-03-02', '2026-03-01T19:00:00Z');
  await make('2026-03-02', '2026-03-02');
  for (const [startDate, dueDate] of [
    ['2026-03-02', '2026-03-01'],
    ['2026-03-02', '2026-03-01T09:00:00Z'],
    ['2026-03-03T12:01:00Z', '2026-03-02'],
    ['2026-03-02T10:00:00Z', '2026-03-02T09:59:59Z'],
  ] as const)
    await ada.refused(400, api.cards.create, {
      body: { title: 'Card', listPublicId: nth(lists, 0), startDate, dueDate },
    });
});

test('days that do not exist are refused', async () => {
  const { lists } = await makeBoard(ada);
  for (const dueDate of ['2026-02-30', '2027-02-29', '2026-13-01', '0999-12-31', '3000-01-01'])
    await ada.refused(400, api.cards.create, {
      body: { title: 'Card', listPublicId: nth(lists, 0), dueDate },
    });
  await makeCard(ada, nth(lists, 0), { dueDate: '2028-02-29' });
});

test('days and times are told apart where a reply has room for it, on copies too', async () => {
  const { board, lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  const card = await makeCard(ada, list, { startDate: '2026-03-01', dueDate: '2026-03-02T00:00:00+00:00' });
  const expected = {
    start: { date: '2026-03-01' },
    due: { time: '2026-03-02T00:00:00.000Z' },
  };
  const copy = await ada.call(api.cards.duplicate, {
    params: { cardPublicId: card },
    body: { listPublicId: list },
  });
  const work = { include: ['work' as const] };
  for (const cardPublicId of [card, copy.publicId]) {
    const read = await ada.call(api.cards.get, { params: { cardPublicId }, query: work });
    assert.deepEqual({ start: read.work?.start, due: read.work?.due }, expected);
  }
  const params = { boardPublicId: board };
  const { cards } = await ada.call(api.boards.cards, { params, query: work });
  const ofList = await ada.call(api.boards.cardsOfList, { params: { listPublicId: list }, query: work });
  for (const { work: shown } of [...cards, ...ofList.cards])
    assert.deepEqual(shown, {
      startDate: '2026-03-01T00:00:00.000Z',
      completedAt: null,
      completedBy: null,
      recurrence: null,
      reminders: [],
      cover: { newest: true },
      isTemplate: false,
      fields: [],
      blocked: false,
      children: { done: 0, total: 0 },
      ...expected,
    });
  const plain = await ada.call(api.boards.cards, { params });
  assert.deepEqual(
    plain.cards.map(({ work: shown, dueDate }) => [shown, dueDate]),
    [
      [undefined, '2026-03-02T00:00:00.000Z'],
      [undefined, '2026-03-02T00:00:00.000Z'],
    ],
  );
  // The page writes back the dates of tiles, which therefore say which is a time.
  const snapshot = await ada.call(api.boards.snapshot, { params });
  for (const { start, due, startDate, dueDate } of snapshot.cards) {
    assert.deepEqual({ start, due }, expected);
    assert.deepEqual([startDate, dueDate], ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000001Z']);
  }
});

test('exports write days as days, and native ones come back as they were', async () => {
  const { board, lists, workspace } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { startDate: '2026-03-01', dueDate: '2026-03-02T00:00:00+00:00' });
  const file = (format: string) => download(service, ada, `/boards/${board}/export?format=${format}`);
  const markdown = [...(await filesIn(await file('markdown'))).values()].join('');
  assert.match(markdown, /\ndue: "2026-03-02T00:00:00.000001Z"\nstart: "2026-03-01"\n/);
  for (const format of ['native', 'csv'] as const) {
    const content = new Uint8Array(await (await file(format)).arrayBuffer());
    const { boardPublicId } = await importFile(service, ada, {
      workspacePublicId: workspace,
      format,
      content,
    });
    const [row] = await service.sql(`select due_at as due from cards where board_id = '${boardPublicId}'`);
    assert.equal(Number(row?.due), Date.parse('2026-03-02') * 1000 + 1, format);
  }
});
