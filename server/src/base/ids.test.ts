import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idCycle, makePublicId, timeOfId } from '../../../contract/ids.ts';
import { chance, createIds } from './ids.ts';

// Ids of their own: those of the process go on from the latest time that any test has set.
const newId = createIds();

test('ids sort in the order in which they are made, also by two works that take turns', () => {
  const now = Date.now() * 1000;
  const ids = Array.from({ length: 1000 }, (_, turn) => newId(turn % 2 === 0 ? now : now + 5000));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[0-9a-z]{16}$/);
});

test('whatever chance says, ids rise and are as long', (t) => {
  for (const [later, extreme] of ['least', 'greatest'].entries()) {
    const begin = (Date.now() + (1 + later) * 10_000) * 1000;
    t.mock.method(chance, 'int', (from: number, to: number) => (extreme === 'least' ? from : to - 1));
    const ids = Array.from({ length: 3000 }, (_, n) => newId(begin + Math.floor(n / 1000) * 1000));
    assert.deepEqual(ids.toSorted(), ids);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[0-9a-z]{16}$/);
    t.mock.restoreAll();
  }
});

test('an id begins with its time in milliseconds', () => {
  const soon = Date.now() + 60_000;
  assert.equal(Number.parseInt(newId(soon * 1000).slice(0, 8), 36), soon);
});

test('ids have 16 characters for ever, and tell their time also after May 2059, when their times begin again', () => {
  const before = newId((idCycle - 1) * 1000);
  for (const later of [idCycle, idCycle + 1, Date.parse('2300-01-01T00:00:00Z')]) {
    for (const id of [newId(later * 1000), makePublicId(later)]) {
      assert.match(id, /^[0-9a-z]{16}$/);
      assert.equal(timeOfId(id, later + 60_000), later);
    }
  }
  assert.match(before, /^zzzzzzzz/);
  assert.equal(timeOfId(before, idCycle + 1000), idCycle - 1, 'an id from just before it');
});
