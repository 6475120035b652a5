import { microsOf } from '../../base/clock.ts';

/*
 * Lenient reading of untrusted JSON: a value that is absent or of the wrong type reads as empty. Exports differ by year, and one
 * odd value is not a reason to refuse a board.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the complete element for one that is held only in part. */
export type Whole = (element: Fields) => Fields;

export const isWhole: Whole = (element) => element;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

export const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

/** The first microsecond of the year 10000, which ISO 8601 writes in another form. */
const endOfTime = 253_402_300_800_000_000;

/** Microseconds; null unless it is a time from 1970 to 9999. */
export function timeOf(value: unknown): number | null {
  const micros = microsOf(textOf(value));
  return micros >= 0 && micros < endOfTime ? micros : null;
}

/** Sorts in the order that the board tool shows. */
export const byPosition = (a: Fields, b: Fields): number => numberOf(a.pos) - numberOf(b.pos);

/** The time of creation: an id begins with the seconds since 1970, in hexadecimal. */
export const timeOfId = (id: string): number | null =>
  /^[0-9a-f]{24}$/.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1_000_000 : null;
