import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBefore, matches, noFilter } from './rules.ts';

const entry = (createdAt: string, id?: string) => ({
  createdAt,
  user: id ? { id } : null,
  subject: { type: 'role' },
});
const noon = new Date(2031, 10, 26, 12).toISOString();

test('entries are filtered by who did what, to what kind of thing', () => {
  assert.ok(matches(noFilter, entry(noon)));
  assert.ok(matches({ ...noFilter, who: 'ada', kind: 'role' }, entry(noon, 'ada')));
  assert.ok(!matches({ ...noFilter, who: 'ada' }, entry(noon, 'bob')));
  assert.ok(!matches({ ...noFilter, who: 'ada' }, entry(noon)));
  assert.ok(matches({ ...noFilter, who: 'service' }, entry(noon)));
  assert.ok(!matches({ ...noFilter, kind: 'member' }, entry(noon)));
});

test('both days of a filter are whole days where the user is', () => {
  const of = (from: string, to: string) => matches({ ...noFilter, from, to }, entry(noon));
  assert.deepEqual(
    [of('2031-11-26', '2031-11-26'), of('2031-11-27', ''), of('', '2031-11-25'), of('2031-11-25', '')],
    [true, false, false, true],
  );
  assert.ok(isBefore({ ...noFilter, from: '2031-11-27' }, entry(noon)));
  assert.ok(!isBefore({ ...noFilter, from: '2031-11-26' }, entry(noon)));
});
