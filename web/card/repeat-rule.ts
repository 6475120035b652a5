import type { Recurrence } from '../../contract/recurrence.ts';

/*
 * The rules of RFC 5545 that can be chosen on the page. Of others, which were made over the API, it shows the text, and
 * leaves them as they are until something else is chosen.
 */

export const units = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

export type Unit = (typeof units)[number];

/** The days of the week, as rules name them. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

export type Weekday = (typeof weekdays)[number];

/** A day of a month: a date, of which -1 is the last, or a weekday with its number, of which -1 is the last as well. */
export type DayOfMonth = { date: number } | { nth: number; day: Weekday };

export interface Repeat {
  unit: Unit;
  interval: number;
  /** Of weeks; none for the day of the week on which the card is due. */
  days: readonly Weekday[];
  /** Of months; without it the date on which the card is due. */
  on?: DayOfMonth | undefined;
  /** How many cards there are, this one included. */
  count?: number | undefined;
  /** The last day, as `YYYY-MM-DD`. */
  until?: string | undefined;
}

const isWeekday = (text: string): text is Weekday => (weekdays as readonly string[]).includes(text);

/** The parts of a rule that has only those named, each once. */
function partsOf(rule: string): ReadonlyMap<string, string> {
  return new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
}

const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS', 'COUNT', 'UNTIL', 'WKST'];

/** A rule in the form of the page; undefined if it cannot be chosen there. */
export function readRule(rule: string): Repeat | undefined {
  const parts = partsOf(rule);
  if ([...parts.keys()].some((name) => !known.includes(name))) return undefined;
  const unit = units.find((each) => each === parts.get('FREQ'));
  const day = unit && dayIn(unit, parts);
  if (!day) return undefined;
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '') ?? [];
  return {
    unit,
    interval: Number(parts.get('INTERVAL') ?? 1),
    days: [],
    ...day,
    ...(parts.has('COUNT') ? { count: Number(parts.get('COUNT')) } : {}),
    ...(year === undefined ? {} : { until: `${year}-${month}-${date}` }),
  };
}

/** What a rule says of the days in its unit; undefined if that cannot be chosen. */
function dayIn(unit: Unit, parts: ReadonlyMap<string, string>): Partial<Repeat> | undefined {
  const [byDay, byDate, place] = [parts.get('BYDAY'), parts.get('BYMONTHDAY'), parts.get('BYSETPOS')];
  if (byDay === undefined && byDate === undefined && place === undefined) return {};
  if (unit === 'MONTHLY') return monthDayIn(byDay, byDate, place);
  const named = byDay?.split(',') ?? [];
  if (unit === 'YEARLY' || byDate !== undefined || place !== undefined || !named.every(isWeekday))
    return undefined;
  // “Every day that is a Monday” is “every week on Monday”.
  return { unit: 'WEEKLY', days: weekdays.filter((each) => named.includes(each)) };
}

function monthDayIn(
  byDay: string | undefined,
  byDate: string | undefined,
  place: string | undefined,
): Pick<Repeat, 'on'> | undefined {
  if (byDay === undefined) {
    const date = Number(byDate);
    return place === undefined && (date > 0 || date === -1) ? { on: { date } } : undefined;
  }
  const [, own, day = ''] = /^([+-]?\d)?([A-Z]{2})$/.exec(byDay) ?? [];
  const nth = Number(own ?? place ?? 0);
  const isOne = isWeekday(day) && (own === undefined || place === undefined) && byDate === undefined;
  return isOne && (nth === -1 || (nth > 0 && nth < 5)) ? { on: { nth, day } } : undefined;
}

/** The rule that says this; `firstDay` is the first day of the week, from Sunday as 0. */
export function writeRule({ unit, interval, days, on, count, until }: Repeat, firstDay: number): string {
  const parts = [`FREQ=${unit}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  if (unit === 'WEEKLY' && days.length > 0) {
    parts.push(`BYDAY=${days.join(',')}`);
    // Only then it matters which days are in the same week.
    if (interval > 1 && days.length > 1 && firstDay !== 1)
      parts.push(`WKST=${weekdays[(firstDay + 6) % 7] ?? 'MO'}`);
  }
  if (unit === 'MONTHLY' && on)
    parts.push('date' in on ? `BYMONTHDAY=${on.date}` : `BYDAY=${on.nth}${on.day}`);
  if (count !== undefined) parts.push(`COUNT=${count}`);
  else if (until !== undefined) parts.push(`UNTIL=${until.replaceAll('-', '')}`);
  return parts.join(';');
}

/** The ways to name a day within its month, the most usual one first. */
export function daysOfMonth(day: string): DayOfMonth[] {
  const at = new Date(day);
  const [date, weekday] = [at.getUTCDate(), weekdayOf(day)];
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const nth = Math.ceil(date / 7);
  return [
    // Few who choose the 31st want to leave months out.
    ...(date === last ? [{ date: -1 }] : []),
    ...(date === last && date > 28 ? [] : [{ date }]),
    ...(nth < 5 ? [{ nth, day: weekday }] : []),
    ...(date + 7 > last ? [{ nth: -1, day: weekday }] : []),
  ];
}

export const weekdayOf = (day: string): Weekday => weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? 'MO';

/** What is usually chosen for a card that is due on a day. */
export function usualFor(day: string): Repeat[] {
  const every = (unit: Unit, more: Partial<Repeat> = {}): Repeat => ({
    unit,
    interval: 1,
    days: [],
    ...more,
  });
  const days = [weekdayOf(day)];
  return [
    every('DAILY'),
    every('WEEKLY', { days: weekdays.slice(0, 5) }),
    every('WEEKLY', { days }),
    every('WEEKLY', { interval: 2, days }),
    ...daysOfMonth(day).map((on) => every('MONTHLY', { on })),
    every('YEARLY'),
  ];
}

export const isSameRecurrence = (one: Recurrence | null, other: Recurrence | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
