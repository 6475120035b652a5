import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour, minute, second } from '../base/clock.ts';
import { nextAttemptAt } from './schedule.ts';

const now = Date.UTC(2030, 0, 1) * 1000;
const pauses = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];

test('a pause lasts at least as long as it should, and a tenth longer at the most', () => {
  const after = (attempts: number, chance: number, retryAfter?: string) =>
    (nextAttemptAt({ attempts, now, retryAfter, chance }) ?? 0) - now;
  for (const [before, pause] of pauses.entries()) {
    assert.equal(after(before + 1, 0), pause);
    assert.equal(after(before + 1, 0.5), Math.round(pause * 1.05));
    assert.equal(after(before + 1, 1), Math.round(pause * 1.1));
  }
  assert.equal(after(1, 1, '100'), 110 * second);
  assert.equal(after(1, 0, new Date(now / 1000 + 90_000).toUTCString()), 90 * second);
  assert.equal(after(1, 0, String(10 * 24 * 3600)), day);
});

test('after the tenth attempt there is none', () => {
  assert.equal(nextAttemptAt({ attempts: 10, now, retryAfter: '5', chance: 0 }), null);
});
