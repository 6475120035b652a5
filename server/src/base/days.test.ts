import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zonedDays } from '../testing/zones.ts';
import { isoMillis, microsOf, minute, systemClock } from './clock.ts';
import * as days from './days.ts';

const at = (iso: string): number => microsOf(iso);
const shown = (micros: number): string => isoMillis(micros).replace('.000Z', 'Z');

test('a day begins and ends with the clocks of each zone', () => {
  for (const [zone, date, starts, ends] of zonedDays) {
    const whole = at(date);
    const got = [shown(days.startOf(whole, zone)), shown(days.endOf(whole, zone))];
    assert.deepEqual(got, [starts, ends], `${zone} ${date}`);
    if (starts === ends) continue;
    const inside = [at(starts), at(ends) - 1].map((each) => days.isoDay(days.dayIn(each, zone)));
    assert.deepEqual(inside, [date, date], `${zone} ${date}`);
    assert.ok(days.dayIn(at(starts) - 1, zone) < whole, `${zone} ${date}`);
    assert.ok(days.dayIn(at(ends), zone) > whole, `${zone} ${date}`);
  }
});

test('without a zone, and in one that is unknown here, days are those of UTC', () => {
  for (const zone of [null, 'Mars/Olympus']) {
    assert.equal(shown(days.endOf(at('2026-03-01'), zone)), '2026-03-02T00:00:00Z');
    assert.equal(days.isoDay(days.dayIn(at('2026-03-01T23:59:59Z'), zone)), '2026-03-01');
  }
});

test('a time of day in a zone is its first, or the moment at which the clocks leap over it', () => {
  const cases = [
    ['Europe/Berlin', '2026-03-29', 150, '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25', 150, '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '2026-07-01', 8 * 60, '2026-07-01T06:00:00Z'],
    ['Africa/Cairo', '2026-04-24', 30, '2026-04-23T22:00:00Z'],
    ['Pacific/Apia', '2011-12-30', 12 * 60, '2011-12-30T10:00:00Z'],
  ] as const;
  for (const [zone, date, minutes, instant] of cases)
    assert.equal(shown(days.instantOf(at(date), zone, minutes)), instant, `${zone} ${date}`);
  assert.equal(days.minutesIn(at('2026-07-01T06:05:59Z'), 'Europe/Berlin'), 8 * 60 + 5);
});

test('days of the week are counted from Monday', () => {
  const weekdays = ['1969-12-29', '1970-01-01', '2026-03-01', '2026-03-02'].map((date) =>
    days.weekdayOf(at(date)),
  );
  assert.deepEqual(weekdays, [1, 4, 7, 1]);
});

test('a day alone, and midnight in UTC as replies show it, are whole days; everything else is a time', () => {
  const whole = at('2026-03-01');
  for (const given of ['2026-03-01', '2026-03-01T00:00Z', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'])
    assert.equal(days.storedDate(given, null), whole, given);
  for (const given of [
    '2026-03-01T00:00:00+00:00',
    '2026-03-01T01:00:00+01:00',
    '2026-03-01T00:00:00.000001Z',
  ]) {
    assert.equal(days.storedDate(given, null), whole + 1, given);
    assert.deepEqual(days.dayOrTime(whole + 1), { time: '2026-03-01T00:00:00.000Z' });
  }
  assert.deepEqual(days.dayOrTime(whole), { date: '2026-03-01' });
  assert.equal(days.storedDate('2026-03-01T09:30:00.123456Z', null), whole + 570 * minute + 123_456);
  assert.ok(Number.isNaN(days.storedDate('2026-03-01T99:00:00Z', null)));
});

test('what was read and is written back stays what it is, a day or a time', () => {
  const whole = at('2026-03-01');
  for (const given of ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00+00:00', '2026-03-01T02:00:00+02:00'])
    for (const before of [whole, whole + 1]) assert.equal(days.storedDate(given, before), before, given);
  assert.equal(days.storedDate('2026-03-01', whole + 1), whole);
  assert.equal(days.storedDate('2026-03-01T00:00:00.000001Z', whole), whole + 1);
});

test('a time at midnight is none of the whole days, as late as can be stored', () => {
  for (const year of ['1000', '1969', '2255', '2256', '2600', '2999']) {
    const whole = at(`${year}-06-01`);
    assert.ok(days.isWholeDay(whole));
    assert.ok(!days.isWholeDay(days.asTime(whole)), year);
    assert.ok(days.asTime(whole) - whole < 10, year);
  }
});

test('a day is after a time only if it is everywhere', () => {
  const isAfter = (one: string, other: string) =>
    days.isAfter(days.storedDate(one, null), days.storedDate(other, null));
  assert.ok(isAfter('2026-03-02', '2026-03-01'));
  assert.ok(!isAfter('2026-03-02', '2026-03-02'));
  // Nine in the morning of the second, on Kiritimati.
  assert.ok(!isAfter('2026-03-02', '2026-03-01T19:00:00Z'));
  assert.ok(isAfter('2026-03-02', '2026-03-01T09:59:00Z'));
  // Eleven at night of the second, on Pago Pago.
  assert.ok(!isAfter('2026-03-03T10:00:00Z', '2026-03-02'));
  assert.ok(isAfter('2026-03-03T12:01:00Z', '2026-03-02'));
});

test('a date that is written as a text is read as the same', () => {
  const whole = at('2026-03-01');
  for (const each of [whole, whole + 1, whole + 90 * minute])
    assert.equal(days.storedDate(days.writtenDate(each), null), each);
});

test('the day does not go back when the clock of the machine steps back over midnight', () => {
  const machine = { wall: Date.parse('2026-03-28T23:00:01Z'), elapsed: 0 };
  const clock = systemClock({ wall: () => machine.wall, elapsed: () => machine.elapsed });
  const today = () => days.isoDay(days.dayIn(clock.now(), 'Europe/Berlin'));
  assert.equal(today(), '2026-03-29');
  machine.wall -= 3_600_000;
  machine.elapsed += 1000;
  assert.equal(today(), '2026-03-29');
  machine.wall += 24 * 3_600_000;
  assert.equal(today(), '2026-03-30');
});
