import ICAL from 'ical.js';
import type { Recurrence } from '../../../contract/recurrence.ts';
import { afterAllTime, minute } from './clock.ts';
import {
  asTime,
  dayIn,
  endOf,
  instantOf,
  isoDay,
  isTimeZone,
  isWholeDay,
  minutesIn,
  wallClock,
} from './days.ts';
import { Invalid } from './errors.ts';

/*
 * How a card comes back (RFC 5545, by days). Rules are taken only in forms in which every interval, or one of a few, has a day:
 * so the next day is found at once, whatever somebody sends.
 */

/** A recurrence as it is stored. */
export interface StoredRecurrence extends Recurrence {
  /** Where it was set, and where its next card goes. */
  list?: string;
}

type Parts = ReadonlyMap<string, string>;
type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

const weekday = '(?:MO|TU|WE|TH|FR|SA|SU)';
const listOf = (one: string) => new RegExp(`^${one}(?:,${one}){0,30}$`);
const days = listOf(weekday);
const daysOfMonth = listOf(`(?:[+]?[1-5]|-[1-5])?${weekday}`);
const dates = listOf('(?:[+-]?(?:[1-9]|[12][0-9]|3[01]))');
const months = listOf('(?:[1-9]|1[0-2])');

/** The parts that a rule of each frequency may have, besides those that every rule may. */
const forms: Record<Frequency, Readonly<Record<string, RegExp>>> = {
  DAILY: { BYDAY: days },
  WEEKLY: { BYDAY: days },
  MONTHLY: { BYDAY: daysOfMonth, BYMONTHDAY: dates, BYSETPOS: /^[+]?[1-4]$|^-[1-4]$/ },
  YEARLY: { BYDAY: daysOfMonth, BYMONTHDAY: dates, BYMONTH: months },
};

const ofEvery: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9][0-9]{0,2}$/,
  COUNT: /^[1-9][0-9]{0,2}$/,
  UNTIL: /^[0-9]{8}(?:T[0-9]{6}Z?)?$/,
  WKST: new RegExp(`^${weekday}$`),
};

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** What keeps a rule from having days, beyond the forms of its parts. */
function isSound(frequency: Frequency, parts: Parts): boolean {
  const [byDay, byDate, byMonth] = [parts.get('BYDAY'), parts.get('BYMONTHDAY'), parts.get('BYMONTH')];
  if (parts.has('COUNT') && parts.has('UNTIL')) return false;
  if (byDay !== undefined && byDate !== undefined) return false;
  // On every second Monday, say, “every 14 days” and “on Tuesdays” never meet.
  if (frequency === 'DAILY' && byDay !== undefined && (parts.get('INTERVAL') ?? '1') !== '1') return false;
  if (parts.has('BYSETPOS') && (byDay === undefined || /\d/.test(byDay))) return false;
  if (frequency !== 'YEARLY') return true;
  if (byMonth === undefined) return byDay === undefined && byDate === undefined;
  if (byDate === undefined) return true;
  const most = Math.max(...byMonth.split(',').map((month) => longestMonths[Number(month) - 1] ?? 0));
  return byDate.split(',').some((date) => Math.abs(Number(date)) <= most);
}

function partsOf(rule: string): Parts | undefined {
  const pairs = rule
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part) => part.split('='));
  if (pairs.some((pair) => pair.length !== 2)) return undefined;
  const parts = new Map(pairs as [string, string][]);
  const frequency = parts.get('FREQ') as Frequency | undefined;
  if (parts.size !== pairs.length || frequency === undefined || !(frequency in forms)) return undefined;
  const known = { ...ofEvery, ...forms[frequency] };
  for (const [name, value] of parts) if (!known[name]?.test(value)) return undefined;
  if (parts.has('UNTIL') && Number.isNaN(untilOf(parts))) return undefined;
  return isSound(frequency, parts) ? parts : undefined;
}

const written = (parts: Parts): string => [...parts].map((part) => part.join('=')).join(';');

/** The last day of a rule. */
function untilOf(parts: Parts): number {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '') ?? [];
  return year === undefined ? afterAllTime : Date.parse(`${year}-${month}-${date}T00:00:00Z`) * 1000;
}

/** A recurrence from a request; throws `Invalid`, which names the field. */
export function recurrenceFrom(given: Recurrence, field: string): StoredRecurrence {
  const parts = partsOf(given.rule);
  if (!parts) throw new Invalid('rule-not-taken', { field: `${field}/rule` });
  if (!isTimeZone(given.timeZone)) throw new Invalid('unknown-time-zone', { field: `${field}/timeZone` });
  return { rule: written(parts), from: given.from, timeZone: given.timeZone };
}

/** Without the list where it was set. */
export function shownRecurrence(stored: string): Recurrence {
  const { rule, from, timeZone } = JSON.parse(stored) as StoredRecurrence;
  return { rule, from, timeZone };
}

/** Null for a rule that is not taken here. */
export function importedRecurrence(line: Recurrence): string | null {
  try {
    return JSON.stringify(recurrenceFrom(line, 'recurrence'));
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}

export const storedMinutes = (given: readonly number[]): string | null =>
  given.length === 0 ? null : JSON.stringify([...new Set(given)]);

/** The minutes of a stored text. */
export const minutesOf = (stored: string | null): number[] =>
  stored === null ? [] : (JSON.parse(stored) as number[]);

/** The last day that can be stored. */
const lastDay = Date.UTC(2999, 11, 31) * 1000;

/** Max days looked at: whoever is further behind begins again today. */
const mostDays = 400;

/** The days of a rule after one. */
function* daysAfter(parts: Parts, first: number): Generator<number> {
  const endless = new Map([...parts].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL'));
  const { month, day: date } = ICAL.Time.fromDateString(isoDay(first));
  // Without this the library takes the day after in other years, and then stays with that.
  if (parts.get('FREQ') === 'YEARLY' && !parts.has('BYMONTH') && month === 2 && date === 29)
    endless.set('BYMONTH', '2').set('BYMONTHDAY', '29');
  const months = endless.get('BYMONTH')?.split(',').map(Number);
  const rule = ICAL.Recur.fromString(written(endless)).iterator(ICAL.Time.fromDateString(isoDay(first)));
  for (let turn = 0; turn < mostDays; turn++) {
    const next = rule.next();
    if (!next) return;
    const at = Date.UTC(next.year, next.month - 1, next.day) * 1000;
    if (at > first && (months?.includes(next.month) ?? true)) yield at;
  }
}

/** The dates of a card, as they are stored. */
export interface Dates {
  dueAt: number | null;
  startAt: number | null;
}

/** What the next card has. */
export interface Next extends Dates {
  /** A date on the card, as far from its dates as before. */
  moved: (at: number) => number;
  recurrence: StoredRecurrence;
}

/*
 * A time that clocks leap over on a day comes at the leap. By how many minutes it was moved is kept in its microseconds, which
 * replies do not show, so that it is itself again on the next day: one microsecond, and one for each minute.
 */

const millisecond = 1000;

/** A stored date on another day, at the same time of day. */
function onDay(at: number, to: number, zone: string): number {
  if (isWholeDay(at)) return to;
  const time = timeOf(at, zone);
  const found = instantOf(to, zone, time);
  const leapt = minutesIn(found, zone) - time;
  const exact = found + Math.floor((wallClock(at, zone) % minute) / millisecond) * millisecond;
  return leapt > 0 && leapt < millisecond - 1 ? exact + 1 + leapt : asTime(exact);
}

/** The time of day of a stored date, in minutes: the one that it would have if clocks did not leap over it. */
function timeOf(at: number, zone: string): number {
  const shown = minutesIn(at, zone);
  const time = shown - ((at % millisecond) - 1);
  const isLeap = time < shown && instantOf(dayIn(at, zone), zone, time) === Math.floor(at / minute) * minute;
  return isLeap ? time : shown;
}

/**
 * The dates and the recurrence of the card after one that is completed `now`; undefined if there is none. Days that have passed
 * are skipped, and counted.
 */
export function nextCard(
  recurrence: StoredRecurrence,
  { dueAt, startAt }: Dates,
  now: number,
): Next | undefined {
  const { from, timeZone: zone } = recurrence;
  const parts = partsOf(recurrence.rule);
  if (!parts) return undefined;
  const dated = dueAt ?? startAt;
  const own = dated === null ? undefined : dayOf(dated, zone);
  const today = dayIn(now, zone);
  const first = from === 'due' && own !== undefined ? own : today;
  const on = (to: number) => (dated === null ? to : onDay(dated, to, zone));
  const found =
    firstAhead(parts, first, (to) => endOf(on(to), zone) > now) ??
    (first < today ? firstAhead(parts, today, () => true) : undefined);
  if (!found) return undefined;
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) - found.passed : undefined;
  if (found.day > untilOf(parts) || (count !== undefined && count < 1) || found.day > lastDay)
    return undefined;
  const left = count === undefined ? parts : new Map([...parts, ['COUNT', String(count)] as const]);
  const shift = found.day - (own ?? first);
  const moved = (at: number) => onDay(at, dayOf(at, zone) + shift, zone);
  return {
    dueAt: dueAt === null && startAt !== null ? null : on(found.day),
    startAt: startAt === null ? null : dueAt === null ? on(found.day) : moved(startAt),
    moved,
    recurrence: { ...recurrence, rule: written(left) },
  };
}

const dayOf = (at: number, zone: string): number => (isWholeDay(at) ? at : dayIn(at, zone));

/** The first day for which `isAhead`, and how many days of the rule have passed up to it. */
function firstAhead(parts: Parts, after: number, isAhead: (day: number) => boolean) {
  let passed = 0;
  for (const at of daysAfter(parts, after)) {
    passed++;
    if (isAhead(at)) return { day: at, passed };
  }
  return undefined;
}
