import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute, second } from '../clock.ts';
import { createRateLimit } from './rate-limit.ts';

/** A limit of 4 a minute, and its clock. */
function limitOfFour(maxKeys?: number) {
  const clock = { at: 1_700_000_000_000_001, elapsed: () => clock.at };
  return { clock, limit: createRateLimit(clock, { count: 4, window: minute }, maxKeys) };
}

const times = (count: number, act: () => { allowed: boolean }): boolean[] =>
  Array.from({ length: count }, () => act().allowed);

test('a whole quota may be used at once, and not more', () => {
  const { limit } = limitOfFour();
  assert.deepEqual(
    times(6, () => limit.use('a')),
    [true, true, true, true, false, false],
  );
});

test('keys do not share a quota', () => {
  const { limit } = limitOfFour();
  times(5, () => limit.use('a'));
  assert.equal(limit.use('b').allowed, true);
});

test('a quota comes back evenly: one use each quarter of the window', () => {
  const { clock, limit } = limitOfFour();
  times(4, () => limit.use('a'));
  clock.at += 15 * second - 1;
  assert.equal(limit.use('a').allowed, false);
  clock.at += 1;
  assert.deepEqual(
    times(2, () => limit.use('a')),
    [true, false],
  );
  clock.at += minute;
  assert.deepEqual(
    times(5, () => limit.use('a')),
    [true, true, true, true, false],
  );
});

test('a use says what is left, and when more will be', () => {
  const { clock, limit } = limitOfFour();
  assert.deepEqual(limit.use('a'), { allowed: true, remaining: 3, resetAfter: 15, retryAfter: 0 });
  times(2, () => limit.use('a'));
  assert.deepEqual(limit.use('a'), { allowed: true, remaining: 0, resetAfter: 60, retryAfter: 15 });
  clock.at += 5 * second;
  assert.deepEqual(limit.use('a'), { allowed: false, remaining: 0, resetAfter: 55, retryAfter: 10 });
});

test('a caller who waits as long as the reply says is let through', () => {
  const { clock, limit } = limitOfFour();
  times(4, () => limit.use('a'));
  clock.at += 7_654_321;
  clock.at += limit.use('a').retryAfter * second;
  assert.equal(limit.use('a').allowed, true);
});

test('a use that was given back counts no more', () => {
  const { limit } = limitOfFour();
  for (let i = 0; i < 20; i++) {
    assert.equal(limit.use('a').allowed, true);
    limit.giveBack('a');
  }
  assert.equal(limit.use('a').remaining, 3);
});

test('returning never exceeds the quota', () => {
  const { limit } = limitOfFour();
  limit.use('a');
  for (let i = 0; i < 20; i++) limit.giveBack('a');
  assert.deepEqual(
    times(5, () => limit.use('a')),
    [true, true, true, true, false],
  );
});

test('beyond the most keys that are remembered, the one used longest ago is forgotten', () => {
  const { limit } = limitOfFour(2);
  times(4, () => limit.use('a'));
  times(4, () => limit.use('b'));
  assert.equal(limit.use('c').allowed, true);
  assert.equal(limit.use('b').allowed, false);
  assert.equal(limit.use('a').allowed, true);
});
