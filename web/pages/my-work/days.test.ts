import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysFrom, onDay } from './days.ts';

test('a card can be moved to each of the next seven days, in a week, or to none', () => {
  const days = daysFrom(new Date(2028, 1, 26, 23, 30));
  assert.deepEqual(
    days.map(({ date }) => date?.slice(0, 10) ?? null),
    [
      '2028-02-26',
      '2028-02-27',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
      '2028-03-02',
      '2028-03-03',
      '2028-03-04',
      null,
    ],
  );
  assert.deepEqual(
    days.slice(0, 2).map(({ text }) => text),
    ['Today', 'Tomorrow'],
  );
});

test('a whole day stays one on another day, and a time of day stays as it is', () => {
  const day = '2028-02-29T00:00:00.000Z';
  assert.equal(onDay('2026-11-26T00:00:00.000Z', day), day);
  assert.equal(onDay(null, day), day);
  assert.equal(onDay('2026-11-26T09:00:00.000Z', null), null);
  const moved = new Date(onDay(new Date(2026, 10, 26, 17, 5).toISOString(), day) ?? '');
  assert.deepEqual(
    [moved.getFullYear(), moved.getMonth(), moved.getDate(), moved.getHours(), moved.getMinutes()],
    [2028, 1, 29, 17, 5],
  );
});
