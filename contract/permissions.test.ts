import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference, includesAll, intersection, permissions, union } from './permissions.ts';

test('masks hold more permissions than bitwise operators have bits', () => {
  const bits = Array.from({ length: 52 }, (_, bit) => 2 ** bit);
  const all = bits.reduce(union, 0);
  assert.equal(all, 2 ** 52 - 1);
  for (const [n, bit] of bits.entries()) {
    const rest = difference(all, bit);
    assert.equal(rest, all - bit, `permission ${n}`);
    assert.equal(intersection(all, bit), bit, `permission ${n}`);
    assert.equal(intersection(rest, bit), 0, `permission ${n}`);
    assert.equal(union(rest, bit), all, `permission ${n}`);
    assert.deepEqual([includesAll(all, bit), includesAll(rest, bit)], [true, false], `permission ${n}`);
  }
  assert.ok(permissions.length <= bits.length);
});
