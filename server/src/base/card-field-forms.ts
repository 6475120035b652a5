import { sql } from 'kysely';
import type { FieldKind } from '../../../contract/card-fields.ts';
import type { Cover } from '../../../contract/cover.ts';
import type { FieldValue, FieldValues } from '../../../contract/field-types.ts';
import type { Recurrence } from '../../../contract/recurrence.ts';
import { isoMicros, isoMillis, isoMillisOrNull, microsOf } from './clock.ts';
import { shownCover, storedCover, withoutPicture } from './covers.ts';
import { exactDate, storedDate, writtenDate } from './days.ts';
import type { Functions, Piece } from './db/functions.ts';
import { idLength } from './ids.ts';
import {
  importedRecurrence,
  minutesOf,
  recurrenceFrom,
  shownRecurrence,
  storedMinutes,
} from './recurrence.ts';
import { storable } from './storable.ts';

/* The forms in which the values of a card's fields are sent, stored and read, by kind. */

/** A value in its forms: the stored one is a text, a number or null. */
export interface Form<Shown, Stored> {
  empty: Stored;
  /** From a request; throws `Invalid`, which names the field, if it cannot be stored. */
  stored: (given: Shown, name: string, before: Stored) => Stored;
  shown: (stored: Stored) => Shown;
  /** In native exports, with microseconds, and back. */
  exported: (stored: Stored) => Shown;
  imported: (line: Shown) => Stored;
  /** In tables. */
  plain: (stored: Stored) => string;
  /** As JSON in a statement. */
  json: (fn: Functions, column: string) => Piece;
  /** As a line of `Functions.lines`, and the JSON of such a line. */
  line: (fn: Functions, column: string) => Piece;
  jsonOfLine: (line: string) => string;
  /** The same so that it can be written back: a time at midnight in UTC is told from a whole day. */
  exactJsonOfLine?: (line: string) => string;
}

const same = <T>(value: T): T => value;

const ofTexts = {
  shown: same,
  exported: same,
  json: (_fn: Functions, column: string): Piece => column,
  line: (fn: Functions, column: string): Piece => fn.quoted(column),
  jsonOfLine: same<string>,
};

/** Full milliseconds, as in replies. */
const timeOf = (time: string, name: string): number =>
  storable(Math.floor(microsOf(time) / 1000) * 1000, name);

const orNull =
  <A, B>(convert: (value: A, name: string, before: B | null) => B) =>
  (value: A | null, name = '', before: B | null = null): B | null =>
    value === null ? null : convert(value, name, before);

const ofTimes = {
  empty: null,
  shown: isoMillisOrNull,
  exported: orNull(isoMicros),
  imported: orNull(microsOf),
  json: (fn: Functions, column: string): Piece => fn.millis(column),
  line: (_fn: Functions, column: string): Piece => sql`coalesce(cast(${sql.raw(column)} as text), '')`,
  jsonOfLine: (line: string): string => (line === '' ? 'null' : `"${isoMillis(Number(line))}"`),
};

const ofJson = {
  empty: null,
  plain: (stored: string | null): string => stored ?? '',
  json: (fn: Functions, column: string): Piece => fn.json(column),
  line: (_fn: Functions, column: string): Piece => sql`coalesce(${sql.raw(column)}, '')`,
};

/** A cover as JSON in a statement. */
const coverIn = (fn: Functions, column: string): Piece => sql`case
  when ${sql.raw(column)} is null then ${fn.object({ newest: fn.flag(sql`1`) })}
  when ${sql.raw(column)} = 'none' then null
  when ${sql.raw(column)} like '#%' then ${fn.object({ colour: column })}
  else ${fn.object({ attachmentPublicId: sql`substr(${sql.raw(column)}, 1, ${sql.lit(idLength)})` })} end`;

export const forms = {
  line: { ...ofTexts, empty: '', stored: same, imported: same, plain: same } satisfies Form<string, string>,
  markdown: {
    ...ofTexts,
    empty: null,
    stored: (given) => given || null,
    imported: (line) => line || null,
    plain: (stored) => stored ?? '',
  } satisfies Form<string | null, string | null>,
  time: {
    ...ofTimes,
    stored: orNull(timeOf),
    plain: (stored) => isoMillisOrNull(stored) ?? '',
  } satisfies Form<string | null, number | null>,
  date: {
    ...ofTimes,
    stored: orNull((given, name, before) => storable(storedDate(given, before), name)),
    exactJsonOfLine: (line) => (line === '' ? 'null' : `"${exactDate(Number(line))}"`),
    plain: (stored) => (stored === null ? '' : writtenDate(stored)),
  } satisfies Form<string | null, number | null>,
  recurrence: {
    ...ofJson,
    stored: orNull((given, name, before) => {
      const next = recurrenceFrom(given, `body/${name}`);
      // The same again keeps where it was set.
      return before !== null && JSON.stringify(next) === JSON.stringify(shownRecurrence(before))
        ? before
        : JSON.stringify(next);
    }),
    shown: orNull(shownRecurrence),
    json: (fn, column) =>
      sql`case when ${sql.raw(column)} is not null then ${fn.object({
        rule: fn.member(column, 'rule'),
        from: fn.member(column, 'from'),
        timeZone: fn.member(column, 'timeZone'),
      })} end`,
    exported: orNull(shownRecurrence),
    imported: orNull(importedRecurrence),
    jsonOfLine: (line) => (line === '' ? 'null' : JSON.stringify(shownRecurrence(line))),
  } satisfies Form<Recurrence | null, string | null>,
  minutes: {
    ...ofJson,
    stored: storedMinutes,
    shown: minutesOf,
    json: (fn, column) => fn.json(sql`coalesce(${sql.raw(column)}, '[]')`),
    exported: minutesOf,
    imported: storedMinutes,
    jsonOfLine: (line) => line || '[]',
  } satisfies Form<number[], string | null>,
  cover: {
    empty: null,
    stored: (given, _name, before) => storedCover(given, before),
    shown: shownCover,
    exported: shownCover,
    // The pictures of an import are attached later.
    imported: (line) => withoutPicture(storedCover(line, null)),
    plain: () => '',
    json: (fn, column) => coverIn(fn, column),
    line: (_fn, column) => sql`coalesce(${sql.raw(column)}, '')`,
    jsonOfLine: (line) => JSON.stringify(shownCover(line || null)),
  } satisfies Form<Cover | null, string | null>,
  flag: {
    empty: 0,
    stored: (given) => (given ? 1 : 0),
    shown: (stored) => stored === 1,
    exported: (stored) => stored === 1,
    imported: (line) => (line ? 1 : 0),
    plain: () => '',
    json: (fn, column) => fn.flag(column),
    line: (_fn, column) => sql`case when ${sql.raw(column)} = 1 then 'true' else '' end`,
    jsonOfLine: (line) => line || 'false',
    // Tiles leave out what is not so.
    exactJsonOfLine: same<string>,
  } satisfies Form<boolean | undefined, 0 | 1>,
  values: {
    ...ofJson,
    // What is given has been checked against the fields of the board.
    stored: (given, _name, before) => storedValues({ ...valuesIn(before), ...given }),
    shown: (stored) => (stored === null ? undefined : valuesIn(stored)),
    exported: (stored) => (stored === null ? undefined : valuesIn(stored)),
    imported: (line) => storedValues(line ?? {}),
    jsonOfLine: same<string>,
  } satisfies Form<Readonly<Record<string, FieldValue | null>> | undefined, string | null>,
} satisfies Record<FieldKind, unknown>;

/** The stored values of a board's own fields. */
export const valuesIn = (stored: string | null): FieldValues =>
  stored === null ? {} : (JSON.parse(stored) as FieldValues);

/** Values as they are stored: those that are null are none, and equal ones are equal texts. */
export function storedValues(values: Readonly<Record<string, FieldValue | null>>): string | null {
  const there = Object.entries(values).filter(([, value]) => value !== null);
  if (there.length === 0) return null;
  return JSON.stringify(Object.fromEntries(there.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
