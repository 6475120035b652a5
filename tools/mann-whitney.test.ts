import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mannWhitney } from './mann-whitney.ts';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-4, `${actual} is not near ${expected}`);

// The expected values come from SciPy: mannwhitneyu(a, b, method='asymptotic').
test('p is what another implementation says', () => {
  near(mannWhitney(range(0, 20), range(5, 25)), 0.0185219);
  near(mannWhitney([1, 2, 2, 3, 5, 8], [2, 3, 4, 4, 9, 10]), 0.2572803);
  near(mannWhitney(range(0, 30), range(0, 30)), 1);
});

test('samples that do not overlap are distinguished, in either order', () => {
  assert.ok(mannWhitney(range(0, 50), range(50, 100)) < 1e-9);
  assert.ok(mannWhitney(range(50, 100), range(0, 50)) < 1e-9);
});

test('samples of one value say nothing', () => {
  assert.equal(mannWhitney([1, 1, 1], [1, 1, 1]), 1);
});
