import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDate } from './written-date.ts';

/** A Monday. */
const now = new Date(2026, 10, 23, 10, 30);

const read = (text: string, locale = 'en-US') => {
  const found = readDate(text, now, locale);
  return found && [found.day.slice(0, 10), found.time].filter(Boolean).join(' ');
};

test('a date is read as people write it', () => {
  const written: Record<string, string> = {
    today: '2026-11-23',
    tomorrow: '2026-11-24',
    'Tomorrow 9am': '2026-11-24 09:00',
    'tom at 9': '2026-11-24 09:00',
    fri: '2026-11-27',
    'Fri 17:00': '2026-11-27 17:00',
    'on Friday, 5:30 pm': '2026-11-27 17:30',
    mon: '2026-11-30',
    'next tue': '2026-12-01',
    'next week': '2026-11-30',
    'in 2 weeks': '2026-12-07',
    'in a month': '2026-12-23',
    '+3d': '2026-11-26',
    '10 days': '2026-12-03',
    'Nov 27': '2026-11-27',
    '27 november 2027': '2027-11-27',
    'jan 3rd': '2027-01-03',
    '12/24': '2026-12-24',
    '2026-12-24': '2026-12-24',
    '24.12. 18:00': '2026-12-24 18:00',
    '28': '2026-11-28',
    '3': '2026-12-03',
    '9:00': '2026-11-24 09:00',
    noon: '2026-11-23 12:00',
    '12am': '2026-11-24 00:00',
  };
  for (const [text, date] of Object.entries(written)) assert.equal(read(text), date, text);
});

test('days, months and the order of numbers are those of the language', () => {
  assert.equal(read('morgen', 'de-DE'), '2026-11-24');
  assert.equal(read('Freitag 17:00', 'de-DE'), '2026-11-27 17:00');
  assert.equal(read('24. Dezember', 'de-DE'), '2026-12-24');
  assert.equal(read('3/12', 'en-GB'), '2026-12-03');
  assert.equal(read('3 déc', 'fr-FR'), '2026-12-03');
});

test('what is not a date is not taken for one', () => {
  for (const text of [
    '',
    ' ',
    'x',
    'soon',
    'feb 30',
    '2026-02-30',
    '2026-13-01',
    '40',
    '0',
    '25:00',
    '13pm',
    'nov',
    'friday night',
  ])
    assert.equal(read(text), undefined, text);
});
