import { microsOf } from '../../base/clock.ts';

/*
 * Reading a file that others wrote: what is absent, or of another kind than it should be, reads as empty. Exports
 * differ by their year, and one odd value is no reason to refuse a board.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** Gives all that an element of a file has, where only a part of it is held. */
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

/** Microseconds; null for what is no time from 1970 to 9999. */
export function timeOf(value: unknown): number | null {
  const micros = microsOf(textOf(value));
  return micros >= 0 && micros < endOfTime ? micros : null;
}

/** In the order that the board tool shows. */
export const byPosition = (a: Fields, b: Fields): number => numberOf(a.pos) - numberOf(b.pos);

/** When something was made: its id begins with the seconds since 1970, in hexadecimal. */
export const timeOfId = (id: string): number | null =>
  /^[0-9a-f]{24}$/.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1_000_000 : null;
