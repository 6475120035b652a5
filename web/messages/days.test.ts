import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { zonedDays } from '../../server/src/testing/zones.ts';
import { endOf, isWholeDay, localOf, wholeDayOf, withTime } from './days.ts';

const zone = process.env.TZ;
/** Moves the clocks of this process to a zone. */
const liveIn = (timeZone: string | undefined) => {
  if (timeZone === undefined) delete process.env.TZ;
  else process.env.TZ = timeZone;
};
after(() => liveIn(zone));

const iso = (at: Date | number): string => new Date(at).toISOString().replace('.000Z', 'Z');

test('a whole day begins and ends with the viewer’s clock in each zone', () => {
  for (const [timeZone, date, starts, ends] of zonedDays) {
    // Dates of browsers leap to an hour after midnight there.
    if (timeZone === 'America/Toronto') continue;
    liveIn(timeZone);
    const whole = `${date}T00:00:00.000Z`;
    assert.deepEqual([iso(localOf(whole)), iso(endOf(whole))], [starts, ends], `${timeZone} ${date}`);
    if (starts === ends) continue;
    const days = [Date.parse(starts), Date.parse(ends) - 1].map((at) => wholeDayOf(new Date(at)));
    assert.deepEqual(days, [whole, whole], `${timeZone} ${date}`);
  }
});

test('a time at midnight in UTC is written so that it is no whole day', () => {
  const midnight = new Date('2026-03-01T00:00:00Z');
  assert.ok(!isWholeDay(withTime(midnight)));
  assert.equal(Date.parse(withTime(midnight)), midnight.getTime());
  for (const whole of ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00Z']) assert.ok(isWholeDay(whole));
  assert.ok(!isWholeDay('2026-03-01T00:00:00+00:00'));
  assert.equal(withTime(new Date('2026-03-01T09:30:00Z')), '2026-03-01T09:30:00.000Z');
});
