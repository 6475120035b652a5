import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from './ids.ts';

test('ids sort in the order in which they are made, also by two works that take turns', () => {
  const now = Date.now() * 1000;
  const ids = Array.from({ length: 1000 }, (_, turn) => newId(turn % 2 === 0 ? now : now + 5000));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[0-9a-z]{16}$/);
});

test('an id begins with its time in milliseconds', () => {
  const soon = Date.now() + 60_000;
  assert.equal(Number.parseInt(newId(soon * 1000).slice(0, 8), 36), soon);
});
