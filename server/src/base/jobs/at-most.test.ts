import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { atMost } from './at-most.ts';

test('never more than the limit run at once, and all are run, in order', async () => {
  const limited = atMost(3);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      limited(async () => {
        begun.push(i);
        most = Math.max(most, ++running);
        await setImmediate();
        running--;
      }),
    ),
  );
  assert.equal(most, 3);
  assert.deepEqual(
    begun,
    Array.from({ length: 20 }, (_, i) => i),
  );
});

test('work that fails makes room like any other, and fails alone', async () => {
  const limited = atMost(1);
  const outcomes = await Promise.allSettled([
    limited(() => Promise.reject(new Error('broken'))),
    limited(async () => 'done'),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
});
