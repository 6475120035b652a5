import { type Expression, type RawBuilder, sql } from 'kysely';
import { postgresTextsWith, sqliteTextsWith, type TextSearch } from './text-search.ts';

/*
 * The SQL that the engines write differently, behind one name each. A `Piece` given as a string is SQL of ours,
 * a column reference for the most part; it never carries anything a caller sent.
 */

export type Piece = string | Expression<unknown>;

export interface Functions {
  /** A JSON object; the values are columns, or JSON made by these functions. */
  object(fields: Record<string, Piece>): RawBuilder<string>;
  /** A JSON array, one element per row: `list(element, from, order)` is `[]` for no rows. */
  list(element: Piece, from: Expression<unknown>, order: Piece): RawBuilder<string>;
  /** A text column that holds JSON (or null), as JSON. */
  json(text: Piece): RawBuilder<string>;
  /** A 0/1 column as a JSON boolean. */
  flag(column: Piece): RawBuilder<boolean>;
  /** Microseconds as an ISO 8601 text with milliseconds; null stays null. */
  millis(column: Piece): RawBuilder<string>;
  /** Microseconds as an ISO 8601 text with microseconds; null stays null. */
  micros(column: Piece): RawBuilder<string>;
  /**
   * The elements of an array of strings, as a sub-query with one column: `where id in ${fn.each(p.ids)}`. Null has
   * none.
   */
  each(parameter: readonly string[] | null): RawBuilder<string>;
  /**
   * An array of objects as a table with the named columns and `ordinal`, to select from. Types are those of the
   * values: `text` or `integer`. Null has no rows.
   */
  rows(parameter: readonly object[] | null, columns: Record<string, 'text' | 'integer'>): RawBuilder<unknown>;
  /**
   * The id of the oldest transaction that is still under way: those before it have ended. SQLite has one writer and
   * needs no such ids; all rows have 0.
   */
  horizon(): RawBuilder<number>;
  /** Between the columns and the values of an insert: the ids are given, although the database counts them. */
  countedElsewhere(): RawBuilder<unknown>;
  /** The greater of two values. */
  greatest(a: Piece, b: Piece): RawBuilder<number>;
  /** Whether a text holds another one, character by character. */
  contains(text: Piece, part: Piece): RawBuilder<boolean>;
  /** A select of the ids of texts, a bounded number of them, that may hold the words of a search. */
  textsWith(search: TextSearch): RawBuilder<{ id: string }>;
  /**
   * Ends a select in a transaction that holds its rows until the end. SQLite has one writer, so nothing needs to be
   * held there.
   */
  hold(): RawBuilder<unknown>;
}

const piece = (part: Piece): Expression<unknown> => (typeof part === 'string' ? sql.raw(part) : part);

const pairs = (fields: Record<string, Piece>) =>
  sql.join(Object.entries(fields).map(([key, value]) => sql`${sql.lit(key)}, ${piece(value)}`));

/** The microseconds within the second, also before 1970, where `%` is negative. */
const within = (column: Piece) => sql`((${piece(column)} % 1000000 + 1000000) % 1000000)`;

const instant = (column: Piece, fraction: RawBuilder<unknown>) =>
  sql<string>`(strftime('%Y-%m-%dT%H:%M:%S', (${piece(column)} - ${within(column)}) / 1000000, 'unixepoch') || ${fraction})`;

export const sqliteFunctions: Functions = {
  object: (fields) => sql`json_object(${pairs(fields)})`,
  list: (element, from, order) =>
    sql`(select json_group_array(${piece(element)} order by ${piece(order)}) ${from})`,
  json: (text) => sql`json(${piece(text)})`,
  flag: (column) => sql`iif(${piece(column)}, json('true'), json('false'))`,
  millis: (column) => instant(column, sql`format('.%03dZ', ${within(column)} / 1000)`),
  micros: (column) => instant(column, sql`format('.%06dZ', ${within(column)})`),
  each: (parameter) => sql`(select value from json_each(${parameter}))`,
  rows: (parameter, columns) => {
    const fields = Object.keys(columns).map(
      (column) => sql`value ->> ${sql.lit(`$.${column}`)} as ${sql.ref(column)}`,
    );
    return sql`(select ${sql.join(fields)}, key as ordinal from json_each(${parameter}))`;
  },
  horizon: () => sql`1`,
  countedElsewhere: () => sql``,
  greatest: (a, b) => sql`max(${piece(a)}, ${piece(b)})`,
  contains: (text, part) => sql`(instr(${piece(text)}, ${piece(part)}) > 0)`,
  textsWith: sqliteTextsWith,
  hold: () => sql``,
};

const timestamp = (column: Piece, format: string) =>
  sql<string>`to_char(timestamp 'epoch' + ${piece(column)} * interval '1 microsecond', ${sql.lit(format)})`;

export const postgresFunctions: Functions = {
  object: (fields) => sql`json_build_object(${pairs(fields)})`,
  list: (element, from, order) =>
    sql`(select coalesce(json_agg(${piece(element)} order by ${piece(order)}), '[]') ${from})`,
  json: (text) => sql`${piece(text)}::json`,
  flag: (column) => sql`(${piece(column)} = 1)`,
  millis: (column) => timestamp(column, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  micros: (column) => timestamp(column, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  each: (parameter) => sql`(select json_array_elements_text(${parameter}::json))`,
  rows: (parameter, columns) => {
    const fields = Object.entries(columns).map(
      ([column, type]) =>
        sql`(value ->> ${sql.lit(column)})${sql.raw(type === 'integer' ? '::bigint' : '')} as ${sql.ref(column)}`,
    );
    return sql`(select ${sql.join(fields)}, ordinal - 1 as ordinal from json_array_elements(${parameter}::json) with ordinality as each (value, ordinal))`;
  },
  countedElsewhere: () => sql`overriding system value`,
  horizon: () => sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
  greatest: (a, b) => sql`greatest(${piece(a)}, ${piece(b)})`,
  contains: (text, part) => sql`(strpos(${piece(text)}, ${piece(part)}) > 0)`,
  textsWith: postgresTextsWith,
  hold: () => sql`for no key update`,
};
