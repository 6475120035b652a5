import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupOf } from './groups.ts';

const now = new Date(2031, 10, 26, 15, 0);
const at = (day: number, hour = 12): string => new Date(2031, 10, day, hour).toISOString();

test('a card is grouped by the day of its due date, and is overdue once the time has passed', () => {
  const dates = [at(25), at(26, 14), at(26, 16), at(27, 0), at(32, 23), at(33, 0), null];
  assert.deepEqual(
    dates.map((date) => groupOf(date, now)),
    ['overdue', 'overdue', 'today', 'week', 'week', 'later', 'none'],
  );
});

test('a bare day is that day in every time zone, and not overdue before it has ended', () => {
  const bare = ['2031-11-25', '2031-11-26', '2031-11-27'].map((day) => `${day}T00:00:00.000Z`);
  assert.deepEqual(
    bare.map((date) => groupOf(date, now)),
    ['overdue', 'today', 'week'],
  );
});
