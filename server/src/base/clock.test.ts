import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoMicros, isoMillis, microsOf } from './clock.ts';

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
