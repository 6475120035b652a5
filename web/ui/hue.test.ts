import assert from 'node:assert/strict';
import { test } from 'node:test';
import { huesFor } from './hue.ts';

test('twelve people on a board have twelve colors, and neighbors differ clearly', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `person ${index}`);
  const hues = [...huesFor(ids).values()];
  assert.equal(new Set(hues.slice(0, 12)).size, 12);
  for (const [index, hue] of hues.slice(1).entries()) {
    const between = Math.abs(hue - (hues[index] ?? 0));
    assert.ok(Math.min(between, 360 - between) >= 20, `${hues[index]} and ${hue}`);
  }
  // In each round every color is given once.
  assert.equal(new Set(hues.slice(12, 24)).size, 12);
});
