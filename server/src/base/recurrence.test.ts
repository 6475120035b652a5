import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twelveZones } from '../testing/zones.ts';
import { isoMicros, isoMillis, microsOf, minute } from './clock.ts';
import { instantOf, isoDay, wallClock } from './days.ts';
import { nextCard, type StoredRecurrence } from './recurrence.ts';

/* The next dates of cards that recur: in twelve time zones, over summer time, a leap day and the end of a year. */

/** The due dates of the cards that follow one, each completed a minute after the one before is due. */
function following(rule: string, zone: string, dueAt: number, turns: number): number[] {
  const due: number[] = [];
  let recurrence: StoredRecurrence = { rule, from: 'due', timeZone: zone };
  let at = dueAt;
  for (let turn = 0; turn < turns; turn++) {
    const next = nextCard(recurrence, { dueAt: at, startAt: null }, at + minute);
    if (next?.dueAt === undefined || next.dueAt === null) break;
    due.push(next.dueAt);
    recurrence = next.recurrence;
    at = next.dueAt;
  }
  return due;
}

/** A rule, a day, and the days of the cards after it. */
const days: [rule: string, first: string, expected: string[]][] = [
  ['FREQ=DAILY', '2026-03-27', ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']],
  ['FREQ=DAILY', '2026-10-23', ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']],
  ['FREQ=DAILY', '2026-03-06', ['2026-03-07', '2026-03-08', '2026-03-09']],
  ['FREQ=DAILY', '2026-04-03', ['2026-04-04', '2026-04-05', '2026-04-06']],
  ['FREQ=DAILY', '2028-02-27', ['2028-02-28', '2028-02-29', '2028-03-01']],
  ['FREQ=DAILY', '2026-12-30', ['2026-12-31', '2027-01-01', '2027-01-02']],
  ['FREQ=WEEKLY;BYDAY=SU,MO', '2026-03-22', ['2026-03-23', '2026-03-29', '2026-03-30']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2028-01-31', ['2028-02-29', '2028-03-31', '2028-04-30']],
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-10-31', ['2026-12-31', '2027-01-31', '2027-03-31']],
  ['FREQ=YEARLY', '2028-02-29', ['2032-02-29', '2036-02-29']],
  ['FREQ=YEARLY', '2026-12-31', ['2027-12-31', '2028-12-31']],
];

for (const [rule, first, expected] of days)
  test(`a whole day is the same day in every zone: ${rule} from ${first}`, () => {
    for (const zone of twelveZones) {
      const dueAt = microsOf(`${first}T00:00:00Z`);
      // It is over last where the clocks are furthest behind.
      assert.deepEqual(following(rule, zone, dueAt, expected.length).map(isoDay), expected, zone);
    }
  });

for (const [rule, first, expected] of days)
  test(`a time is the same on the clocks of its zone: ${rule} from ${first}`, () => {
    for (const zone of twelveZones)
      for (const minutes of [5 * 60 + 30, 20 * 60]) {
        const dueAt = instantOf(microsOf(`${first}T00:00:00Z`), zone, minutes);
        const time = isoMicros(minutes * minute).slice(11, 16);
        assert.deepEqual(
          following(rule, zone, dueAt, expected.length).map((at) =>
            isoMillis(wallClock(at, zone)).slice(0, 16),
          ),
          expected.map((on) => `${on}T${time}`),
          zone,
        );
      }
  });

test('a time that clocks leap over comes at the leap, and is itself again on the days after', () => {
  const dueAt = microsOf('2026-03-27T01:30:00Z');
  assert.deepEqual(following('FREQ=DAILY', 'Europe/Vienna', dueAt, 4).map(isoMillis), [
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
    '2026-03-31T00:30:00.000Z',
  ]);
});

test('so do the times of its start and of its items, each by itself', () => {
  const zone = 'Europe/Vienna';
  const on = (time: string) => microsOf(`2026-03-28T${time}Z`);
  let card = { dueAt: on('11:00:00'), startAt: on('01:15:00'), item: on('01:45:30'), other: on('00:59:00') };
  let recurrence: StoredRecurrence = { rule: 'FREQ=DAILY', from: 'due', timeZone: zone };
  const seen: string[][] = [];
  for (let turn = 0; turn < 3; turn++) {
    const next = nextCard(recurrence, card, card.dueAt + minute);
    assert.ok(next?.dueAt && next.startAt);
    const { dueAt, startAt } = next;
    card = { dueAt, startAt, item: next.moved(card.item), other: next.moved(card.other) };
    recurrence = next.recurrence;
    seen.push(Object.values(card).map((at) => isoMillis(wallClock(at, zone)).slice(5, 19)));
    assert.ok(card.startAt < card.item);
  }
  assert.deepEqual(seen, [
    ['03-29T12:00:00', '03-29T03:00:00', '03-29T03:00:30', '03-29T01:59:00'],
    ['03-30T12:00:00', '03-30T02:15:00', '03-30T02:45:30', '03-30T01:59:00'],
    ['03-31T12:00:00', '03-31T02:15:00', '03-31T02:45:30', '03-31T01:59:00'],
  ]);
});

test('a time that was set to that of a leap by somebody stays what it is', () => {
  const zone = 'Europe/Vienna';
  for (const beyond of [0, 1]) {
    const dueAt = microsOf('2026-03-29T01:00:00Z') + beyond;
    const recurrence: StoredRecurrence = { rule: 'FREQ=DAILY', from: 'due', timeZone: zone };
    const next = nextCard(recurrence, { dueAt, startAt: null }, dueAt + minute);
    assert.equal(next?.dueAt && isoMillis(next.dueAt), '2026-03-30T01:00:00.000Z');
  }
});

test('a time that comes twice is the first of them, and one card', () => {
  const dueAt = microsOf('2026-10-23T00:30:00Z');
  assert.deepEqual(following('FREQ=DAILY', 'Europe/Vienna', dueAt, 4).map(isoMillis), [
    '2026-10-24T00:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
    '2026-10-27T01:30:00.000Z',
  ]);
});
