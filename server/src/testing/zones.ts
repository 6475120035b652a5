/*
 * Among them are the first and the last places where a day begins, a quarter of an hour, half an hour of summer time (Lord Howe),
 * summer time that begins at a midnight, which is then left out, and ends at one, so that the hour before it comes twice (Cairo,
 * Santiago), a day that was left out (Samoa), clocks that went from a minute after midnight to eleven (St. John's) and from half
 * past eleven to half past midnight (Toronto), a leap day and the end of the year.
 */

/** Days in time zones, in the order in which they begin, and when each begins and ends there. */
export const zonedDays: readonly (readonly [zone: string, date: string, starts: string, ends: string])[] = [
  ['America/Toronto', '1919-03-31', '1919-03-31T04:30:00Z', '1919-04-01T04:00:00Z'],
  ['America/St_Johns', '2006-10-29', '2006-10-29T02:30:00Z', '2006-10-30T03:30:00Z'],
  ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
  ['Pacific/Kiritimati', '2026-03-01', '2026-02-28T10:00:00Z', '2026-03-01T10:00:00Z'],
  ['Pacific/Apia', '2026-03-01', '2026-02-28T11:00:00Z', '2026-03-01T11:00:00Z'],
  ['Asia/Kathmandu', '2026-03-01', '2026-02-28T18:15:00Z', '2026-03-01T18:15:00Z'],
  ['Pacific/Pago_Pago', '2026-03-01', '2026-03-01T11:00:00Z', '2026-03-02T11:00:00Z'],
  ['Etc/GMT+12', '2026-03-01', '2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00Z', '2026-04-05T04:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z'],
  ['Africa/Cairo', '2026-04-23', '2026-04-22T22:00:00Z', '2026-04-23T22:00:00Z'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', '2026-10-04T13:00:00Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00Z', '2026-10-29T22:00:00Z'],
  ['Asia/Kolkata', '2026-12-31', '2026-12-30T18:30:00Z', '2026-12-31T18:30:00Z'],
  ['America/New_York', '2026-12-31', '2026-12-31T05:00:00Z', '2027-01-01T05:00:00Z'],
  ['Asia/Tokyo', '2028-02-29', '2028-02-28T15:00:00Z', '2028-02-29T15:00:00Z'],
  ['UTC', '2028-02-29', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z'],
];

/** Twelve time zones: from the first to the last, both ways of summer time, and offsets of half hours and quarters. */
export const twelveZones = [
  'Pacific/Kiritimati',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Europe/Vienna',
  'Europe/London',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Los_Angeles',
  'Pacific/Pago_Pago',
];
