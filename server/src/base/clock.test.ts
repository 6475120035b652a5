import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoMicros, isoMillis, microsOf, systemClock } from './clock.ts';

test('a time in microseconds is read as it was written, also before 1970', () => {
  for (const text of [
    '2026-03-01T09:30:00.000001Z',
    '2026-03-01T09:30:00.123456Z',
    '1969-12-31T23:59:59.999999Z',
    '1969-07-20T20:17:40.250001Z',
    '1000-01-01T00:00:00.000000Z',
  ]) {
    assert.equal(isoMicros(microsOf(text)), text);
    assert.equal(isoMillis(Math.floor(microsOf(text) / 1000) * 1000), `${text.slice(0, -4)}Z`);
  }
});

const [hourOfMs, minuteOfMs] = [3_600_000, 60_000];

/** A machine whose clock is set by hand. */
function machine() {
  const state = { wall: Date.parse('2026-03-01T09:30:00Z'), elapsed: 5_000 };
  return {
    step: (ms: number) => {
      state.wall += ms;
    },
    pass: (ms: number) => {
      state.wall += ms;
      state.elapsed += ms;
    },
    clock: systemClock({ wall: () => state.wall, elapsed: () => state.elapsed }),
    wall: () => state.wall * 1000,
  };
}

test('no two readings are equal, and the clock follows that of the machine to the millisecond', () => {
  const { clock, pass, wall } = machine();
  let last = 0;
  for (let n = 0; n < 5_000; n++) {
    if (n % 5 === 0) pass(1);
    const now = clock.now();
    assert.ok(now > last && now - wall() < 1_000, `${now} after ${last}, at ${wall()}`);
    last = now;
  }
});

test('a step forward is followed at once, and after a step back time continues at half the pace until it has caught up', () => {
  const { clock, step, pass, wall } = machine();
  clock.now();
  step(hourOfMs);
  assert.equal(clock.now(), wall());
  step(-hourOfMs);
  const began = clock.now();
  assert.ok(began > wall() + (hourOfMs - 1) * 1000);
  pass(minuteOfMs);
  assert.equal(clock.now() - began, 30_000_000);
  assert.equal(clock.machine(), wall(), 'what others compare with their clocks is as the machine says');
  for (let n = 0; n < 120; n++) {
    pass(minuteOfMs);
    clock.now();
  }
  assert.equal(clock.now() - wall(), 1, 'it has caught up, and is read once more');
});

test('what is measured takes no notice of steps', () => {
  const { clock, step, pass } = machine();
  const began = clock.elapsed();
  step(hourOfMs);
  pass(minuteOfMs);
  step(-2 * hourOfMs);
  assert.equal(clock.elapsed() - began, minuteOfMs * 1000);
});
