import { Unreadable } from './problems.ts';
import type { DayAt, Value } from './tree.ts';

/* Dates and numbers as they are written: one, more or less than one, or from one to another. */

type Comparison = '' | '<' | '<=' | '>' | '>=';

/** A value in its parts; after `..` comes the end of a range. */
type Parts = { comparison: Comparison; one: string } | { from: string; to: string };

/** Throws `unreadable` if a value has not the form of a range or comparison. */
function partsOf({ text }: Value, unreadable: Unreadable): Parts {
  const range = text.indexOf('..');
  if (range >= 0) {
    const parts = { from: text.slice(0, range), to: text.slice(range + 2) };
    if (parts.from === '' && parts.to === '') throw unreadable;
    return parts;
  }
  const comparison = /^[<>]?=?/.exec(text)?.[0] ?? '';
  const one = text.slice(comparison.length);
  return { comparison: comparison === '=' ? '' : (comparison as Comparison), one };
}

/** Numbers from one to another, both included. */
export interface Numbers {
  from: number;
  to: number;
}

/** The number after (or before) which a comparison without `=` begins: the next one that a double can hold. */
function beside(value: number, up: boolean): number {
  if (value === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  bytes.setBigInt64(0, bytes.getBigInt64(0) + (up === value > 0 ? 1n : -1n));
  return bytes.getFloat64(0);
}

/** Reads `5`, `>5`, `>=5`, `<5`, `<=5`, `3..8`, `3..` or `..8`; `numberOf` returns NaN for what is no number. */
export function numbersFrom(value: Value, numberOf: (text: string) => number = plainNumber): Numbers {
  const unreadable = new Unreadable('not-a-number', { value: value.text });
  const read = (text: string): number => {
    const number = numberOf(text);
    if (Number.isNaN(number)) throw unreadable;
    return number;
  };
  const parts = partsOf(value, unreadable);
  if ('from' in parts) {
    return {
      from: parts.from === '' ? Number.NEGATIVE_INFINITY : read(parts.from),
      to: parts.to === '' ? Number.POSITIVE_INFINITY : read(parts.to),
    };
  }
  const one = read(parts.one);
  const [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (parts.comparison === '<') return { from, to: beside(one, false) };
  if (parts.comparison === '<=') return { from, to: one };
  if (parts.comparison === '>') return { from: beside(one, true), to };
  if (parts.comparison === '>=') return { from: one, to };
  return { from: one, to: one };
}

const plainNumber = (text: string): number =>
  /^[+-]?\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;

/** Days from one, before another one; null for no bound. */
export interface Days {
  from: DayAt | null;
  to: DayAt | null;
}

/** What a date means: from a day, before another one. `within` says where a length of time counts from. */
interface Span {
  from: DayAt;
  to: DayAt;
  within?: 'ahead' | 'past';
}

const after = (at: DayAt, days: number): DayAt => ({ ...at, days: at.days + days });
const span = (from: DayAt, days = 1): Span => ({ from, to: after(from, days) });

const epoch = (year: number, month: number, day: number): number =>
  Date.UTC(year, month, day) / (24 * 60 * 60 * 1000);

const words: Record<string, Span> = {
  today: span({ from: 'today', days: 0 }),
  tomorrow: span({ from: 'today', days: 1 }),
  yesterday: span({ from: 'today', days: -1 }),
  week: span({ from: 'week', days: 0 }, 7),
  month: { from: { from: 'month', days: 0 }, to: { from: 'month', days: 0, months: 1 } },
};

const lengths: Record<string, (count: number) => DayAt> = {
  d: (count) => ({ from: 'today', days: count }),
  w: (count) => ({ from: 'today', days: 7 * count }),
  m: (count) => ({ from: 'today', days: 0, months: count }),
  y: (count) => ({ from: 'today', days: 0, months: 12 * count }),
};

/** The words that dates can be, for completion. */
export const dateWords = [...Object.keys(words), '<7d', '>2w', '-7d'] as const;

function spanOf(text: string): Span | undefined {
  const word = Object.hasOwn(words, text.toLowerCase()) ? words[text.toLowerCase()] : undefined;
  if (word) return word;
  const [, sign, count, unit = ''] = /^([+-]?)(\d{1,4})([dwmy])$/i.exec(text) ?? [];
  const length = lengths[unit.toLowerCase()];
  if (length) {
    const past = sign === '-';
    return { ...span(length(past ? -Number(count) : Number(count))), within: past ? 'past' : 'ahead' };
  }
  const [, year, month, day] = /^([12]\d{3})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  return year === undefined ? undefined : calendarSpan(Number(year), month, day);
}

function calendarSpan(year: number, month: string | undefined, day: string | undefined): Span | undefined {
  const first = Number(month ?? 1) - 1;
  const date = Number(day ?? 1);
  const from = epoch(year, first, date);
  const written = new Date(Date.UTC(year, first, date));
  if (written.getUTCMonth() !== first || written.getUTCDate() !== date) return undefined;
  const to = day ? from + 1 : month ? epoch(year, first + 1, 1) : epoch(year + 1, 0, 1);
  return { from: { from: 'epoch', days: from }, to: { from: 'epoch', days: to } };
}

const today: DayAt = { from: 'today', days: 0 };

/** Reads a date, a comparison with one, or a range. */
export function daysFrom(value: Value): Days {
  const unreadable = new Unreadable('not-a-date', { value: value.text });
  const read = (text: string): Span => {
    const found = spanOf(text);
    if (!found) throw unreadable;
    return found;
  };
  const parts = partsOf(value, unreadable);
  if ('from' in parts) {
    return {
      from: parts.from === '' ? null : read(parts.from).from,
      to: parts.to === '' ? null : read(parts.to).to,
    };
  }
  const { from, to, within } = read(parts.one);
  // A length of time includes its last day on the side of today, and leaves it out on the other.
  if (parts.comparison === '<') return { from: null, to: within === 'ahead' ? to : from };
  if (parts.comparison === '<=') return { from: null, to };
  if (parts.comparison === '>') return { from: within === 'past' ? from : to, to: null };
  if (parts.comparison === '>=') return { from, to: null };
  if (within === 'ahead') return { from: today, to };
  return within === 'past' ? { from, to: after(today, 1) } : { from, to };
}

/** The reader's calendar; days since 1970. */
export interface Calendar {
  today: number;
  /** First day of the week; Sunday is 0. */
  firstDay: number;
}

/** A day as days since 1970. */
export function dayOf({ from, days, months = 0 }: DayAt, { today: now, firstDay }: Calendar): number {
  if (from === 'epoch') return days;
  // The first of January 1970 was a Thursday.
  const weekday = (((now + 4) % 7) + 7) % 7;
  const begins = from === 'week' ? now - ((weekday - firstDay + 7) % 7) : now;
  if (from !== 'month' && months === 0) return begins + days;
  const at = new Date(begins * 24 * 60 * 60 * 1000);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return epoch(year, month, from === 'month' ? 1 : Math.min(at.getUTCDate(), last)) + days;
}
