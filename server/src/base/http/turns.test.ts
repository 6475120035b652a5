import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { type TestContext, test } from 'node:test';
import { createTurns } from './turns.ts';

/** The number of event loop turns before a step begins, where `arrive` returns the events so far. */
async function turnsUntilStep(t: TestContext, arrive: () => number): Promise<number> {
  t.mock.getter(performance.nodeTiming, 'uvMetricsInfo', () => ({ events: arrive() }));
  const turns = createTurns(1);
  // The first step records the initial number of events.
  await turns(async () => {});
  let begun = false;
  const step = turns(async () => {
    begun = true;
  });
  let passed = 0;
  for (; !begun; passed++) await new Promise(setImmediate);
  await step;
  return passed;
}

test('a step begins in the next turn where nothing else arrives', async (t) => {
  assert.ok((await turnsUntilStep(t, () => 7)) <= 2);
});

test('a step waits while something else arrives, but not for ever', async (t) => {
  let events = 0;
  const passed = await turnsUntilStep(t, () => events++);
  assert.ok(passed >= 32 && passed <= 36, `${passed} turns`);
});
