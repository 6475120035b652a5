import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOfMonth, readRule, writeRule } from './repeat-rule.ts';

/* Rules that can be chosen on the page are read and written again; others are left alone. */

const same = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=5',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;UNTIL=20991231',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;BYMONTHDAY=31',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;INTERVAL=6;BYDAY=4WE',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=YEARLY;INTERVAL=4',
];

for (const rule of same)
  test(`${rule} is what it was`, () => {
    const read = readRule(rule) ?? assert.fail();
    assert.equal(writeRule(read, 1), rule);
  });

const alike = [
  ['FREQ=DAILY;BYDAY=FR,MO', 'FREQ=WEEKLY;BYDAY=MO,FR'],
  ['FREQ=WEEKLY;WKST=SU;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=TU'],
  ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['FREQ=MONTHLY;BYDAY=+2MO', 'FREQ=MONTHLY;BYDAY=2MO'],
  ['INTERVAL=2;FREQ=DAILY;UNTIL=20991231T235959Z', 'FREQ=DAILY;INTERVAL=2;UNTIL=20991231'],
];

for (const [rule = '', other] of alike)
  test(`${rule} is ${other}`, () => assert.equal(writeRule(readRule(rule) ?? assert.fail(), 1), other));

const unknown = [
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYDAY=FR',
  'FREQ=MONTHLY;BYDAY=5FR',
  'FREQ=MONTHLY;BYDAY=-2FR',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=MONTHLY;BYMONTHDAY=-2',
  'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1',
  'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'FREQ=HOURLY',
  'nothing at all',
];

for (const rule of unknown) test(`${rule} is not known here`, () => assert.equal(readRule(rule), undefined));

test('it matters which day a week begins with only for several days of every other week', () => {
  const every = { unit: 'WEEKLY', interval: 2, days: ['MO', 'SU'] } as const;
  assert.equal(writeRule(every, 0), 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU');
  assert.equal(writeRule(every, 1), 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU');
  assert.equal(writeRule({ ...every, interval: 1 }, 0), 'FREQ=WEEKLY;BYDAY=MO,SU');
});

test('a day is named by its date and by its number in the month', () => {
  assert.deepEqual(daysOfMonth('2099-03-27T00:00:00.000Z'), [
    { date: 27 },
    { nth: 4, day: 'FR' },
    { nth: -1, day: 'FR' },
  ]);
  assert.deepEqual(daysOfMonth('2096-02-29T00:00:00.000Z'), [{ date: -1 }, { nth: -1, day: 'WE' }]);
  assert.deepEqual(daysOfMonth('2099-04-03T00:00:00.000Z'), [{ date: 3 }, { nth: 1, day: 'FR' }]);
});
