import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
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
