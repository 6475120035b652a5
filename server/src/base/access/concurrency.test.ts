import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConcurrencyLimit } from './concurrency.ts';

/** What of `turns` has begun. */
async function begun(turns: readonly { begins: Promise<void> | undefined }[]): Promise<boolean[]> {
  const states = turns.map(({ begins }) => ({ begun: begins === undefined, begins }));
  for (const state of states) state.begins?.then(() => Object.assign(state, { begun: true })).catch(() => {});
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  return states.map((state) => state.begun);
}

const take = (turns: ConcurrencyLimit, count: number, key = 'a') =>
  Array.from({ length: count }, () => turns.take(key));

test('so many begin at once; the others wait, and begin in order', async () => {
  const [first, second, third, fourth] = take(new ConcurrencyLimit({ atOnce: 2, mayWait: 2 }), 4);
  assert.ok(first && second && third && fourth);
  assert.deepEqual(await begun([first, second, third, fourth]), [true, true, false, false]);
  second.end();
  assert.deepEqual(await begun([third, fourth]), [true, false]);
  second.end();
  assert.deepEqual(await begun([fourth]), [false], 'a turn ends once');
  first.end();
  assert.deepEqual(await begun([fourth]), [true]);
});

test('beyond those that may wait there is 429; another key has turns of its own', () => {
  const turns = new ConcurrencyLimit({ atOnce: 1, mayWait: 1 });
  take(turns, 2);
  assert.throws(() => turns.take('a'), { status: 429, retryAfter: 1 });
  assert.equal(turns.take('b').begins, undefined);
});

test('those that wait hold so many bytes together, of one key', async () => {
  const turns = new ConcurrencyLimit({ atOnce: 1, mayWait: 9, mayHold: 10 });
  const first = turns.take('a', 100);
  const [second, third] = [turns.take('a', 4), turns.take('a', 6)];
  assert.throws(() => turns.take('a', 1), { status: 429, retryAfter: 1 });
  assert.ok(turns.take('a', 0).begins, 'what holds nothing waits');
  turns.take('b', 0);
  assert.ok(turns.take('b', 10).begins, 'another key holds its own');
  third.end();
  await assert.rejects(async () => third.begins);
  assert.ok(turns.take('a', 6).begins, 'what has gone away holds nothing');
  first.end();
  assert.deepEqual(await begun([second]), [true]);
  assert.ok(turns.take('a', 4).begins, 'what has begun is not counted');
  assert.throws(() => turns.take('a', 1), { status: 429 });
});

test('who goes away while waiting holds nobody up', async () => {
  const [first, second, third] = take(new ConcurrencyLimit({ atOnce: 1, mayWait: 2 }), 3);
  assert.ok(first && second?.begins && third);
  second.end();
  await assert.rejects(second.begins);
  first.end();
  assert.deepEqual(await begun([third]), [true]);
});

test('who goes away while there is work to be done for them has the turn until it is done', async () => {
  const [first, second] = take(new ConcurrencyLimit({ atOnce: 1, mayWait: 1 }), 2);
  assert.ok(first && second);
  const { promise, resolve } = Promise.withResolvers<string>();
  const result = first.during(() => promise);
  first.end();
  assert.deepEqual(await begun([second]), [false]);
  resolve('done');
  assert.equal(await result, 'done');
  assert.deepEqual(await begun([second]), [true]);
});

test('a request whose client left before its turn does nothing, and returns the turn once', async () => {
  const [first, , third, fourth] = take(new ConcurrencyLimit({ atOnce: 2, mayWait: 2 }), 4);
  assert.ok(first && third && fourth);
  first.end();
  await assert.rejects(
    first.during(async () => 'done'),
    { status: 400 },
  );
  assert.deepEqual(await begun([third, fourth]), [true, false]);
});
