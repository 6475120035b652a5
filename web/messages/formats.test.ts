import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atStart, nearDay, region } from './formats.ts';

test('a day is said by how near it is', () => {
  region.value = 'US';
  const now = new Date(2026, 10, 25, 14);
  const said = (...day: [number, number, number]) => nearDay(new Date(...day, 9), now);
  assert.deepEqual(
    [said(2026, 10, 24), said(2026, 10, 25), said(2026, 10, 26)],
    ['yesterday', 'today', 'tomorrow'],
  );
  assert.deepEqual([said(2026, 10, 27), said(2026, 11, 1), said(2026, 11, 2)], ['Fri', 'Tue', 'Dec 2']);
  // The day of the week of an earlier day could be taken for the next one.
  assert.deepEqual([said(2026, 10, 23), said(2027, 0, 4)], ['Nov 23', 'Jan 4, 2027']);
  assert.equal(atStart(said(2026, 10, 25)), 'Today');
});
