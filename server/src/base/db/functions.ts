import { type Expression, type RawBuilder, sql } from 'kysely';
import {
  type Found,
  postgresRank,
  postgresTexts,
  type Slice,
  sqliteRank,
  sqliteTexts,
  type TextSearch,
  type Visible,
} from './text-search.ts';

/*
 * The SQL that the engines write differently, behind one name each. A `Piece` given as a string is SQL of ours,
 * a column reference for the most part; it never carries anything a caller sent.
 */

export type Piece = string | Expression<unknown>;

export interface Functions {
  /** A JSON object; the values are columns, or JSON made by these functions. */
  object(fields: Record<string, Piece>): RawBuilder<string>;
  /**
   * The columns of a sub-query's rows, in its order, as one text with spaces in between: numbers and ids, which have
   * none. It takes a third of what JSON does.
   */
  keys(columns: readonly string[], from: Expression<unknown>): RawBuilder<string>;
  /** The same with line breaks in between: for texts, too, once they are `quoted`. None of the columns may be null. */
  lines(columns: readonly Piece[], from: Expression<unknown>): RawBuilder<string>;
  /** A text as JSON writes it, in which there is no line break; null is `null`. */
  quoted(text: Piece): RawBuilder<string>;
  /**
   * `from … where …` for the rows of a table of a workspace, as `x`, with one of the values in a column: a look-up by
   * the index of both for each, whatever is known of the table.
   */
  lookUp(look: LookUp): RawBuilder<unknown>;
  /**
   * Joins the row of a table of a workspace with an id, as `as`; `left`, and there may be none. What else must hold for it is
   * said in the `where`: of conditions on the row itself PostgreSQL would choose an index, and read what else is under it.
   */
  row(found: RowJoin): RawBuilder<unknown>;
  /**
   * A column in a comparison by which no index is to be chosen. SQLite takes the rows of a workspace for ten, and reads
   * them all rather than look up a row for each value of a list.
   */
  unindexed(column: string): RawBuilder<unknown>;
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
  /** The elements of an array of strings, as a sub-query with one column. Null has none. */
  each(parameter: readonly string[] | null): RawBuilder<string>;
  /**
   * True where a column is one of what a sub-query in parentheses returns, which depends on no row around it. PostgreSQL runs
   * that first and looks each value up by an index; `in` it takes for a join, of all that there is as soon as it guesses so.
   */
  isIn(column: string, of: Expression<unknown>): RawBuilder<boolean>;
  /** The same as a table with the column `id`. */
  ids(parameter: readonly string[]): RawBuilder<unknown>;
  /**
   * True for the rows of a table with this primary key that `from` gives as `x`: `from … where … limit …`, or a `lookUp`.
   * PostgreSQL takes a limit that it does not know for a tenth of the table, and would compare all of it by key, or look
   * for each row by another index, among all that are alike there. So it goes by the places of rows, which are those of one
   * server's table: a statement that uses it compares the workspace as well, because another server has other rows there.
   */
  isOneOf(key: string, from: Expression<unknown>): RawBuilder<boolean>;
  /**
   * An array of objects as a table with the named columns and `ordinal`, to select from. Types are those of the
   * values: `text` or `integer`. Null has no rows.
   */
  rows(parameter: readonly object[] | null, columns: Record<string, 'text' | 'integer'>): RawBuilder<unknown>;
  /** Between the columns and the values of an insert: the ids are given, although the database counts them. */
  countedElsewhere(): RawBuilder<unknown>;
  /** The greater of two values. */
  greatest(a: Piece, b: Piece): RawBuilder<number>;
  /** A select of a bounded number of texts that hold the words of a search: of a slice on SQLite, of all on PostgreSQL. */
  textsWith(slice: Slice, visible?: Visible): RawBuilder<Found>;
  /** How well the text `s` of `search_texts` fits a search; null where it does not. */
  rankOfText(search: TextSearch, visible?: Visible): RawBuilder<number | null>;
  /**
   * Ends a select in a transaction that holds its rows until the end. SQLite has one writer, so nothing needs to be
   * held there.
   */
  hold(): RawBuilder<unknown>;
}

export interface LookUp {
  table: string;
  workspaceId: unknown;
  column: string;
  /** A sub-query in parentheses, or a table of the statement, with the column `id`; it goes by `k`. */
  values: Expression<unknown>;
  /** What holds for the rows beside that, on their own columns by their names: part of what the index is asked. */
  only?: Expression<unknown>;
  /** The first so many rows for each value, in the order of a column that the index has next. */
  first?: { by: string; limit: unknown };
}

export interface RowJoin {
  table: string;
  as: string;
  workspaceId: unknown;
  /** A column of what stands before it in the join. */
  id: string;
  left?: boolean;
  /** What must hold of that for the row to be looked up. */
  when?: string;
}

const piece = (part: Piece): Expression<unknown> => (typeof part === 'string' ? sql.raw(part) : part);

const pairs = (fields: Record<string, Piece>) =>
  sql.join(Object.entries(fields).map(([key, value]) => sql`${sql.lit(key)}, ${piece(value)}`));

const joined = (columns: readonly Piece[], separator: string) =>
  sql.join(columns.map(piece), sql.raw(` || ${separator} || `));

const conditions = (only: Expression<unknown> | undefined) => (only ? sql`and ${only}` : sql``);

/** The microseconds within the second, also before 1970, where `%` is negative. */
const within = (column: Piece) => sql`((${piece(column)} % 1000000 + 1000000) % 1000000)`;

const instant = (column: Piece, fraction: RawBuilder<unknown>) =>
  sql<string>`(strftime('%Y-%m-%dT%H:%M:%S', (${piece(column)} - ${within(column)}) / 1000000, 'unixepoch') || ${fraction})`;

export const sqliteFunctions: Functions = {
  object: (fields) => sql`json_object(${pairs(fields)})`,
  keys: (columns, from) =>
    sql`(select coalesce(group_concat(${sql.raw(columns.join(` || ' ' || `))}, ' '), '') ${from})`,
  lines: (columns, from) =>
    sql`(select coalesce(group_concat(${joined(columns, 'char(10)')}, char(10)), '') ${from})`,
  quoted: (text) => sql`json_quote(${piece(text)})`,
  // It reads no more rows than are taken from it, so `first` says nothing.
  lookUp: ({ table, workspaceId, column, values, only }) =>
    sql`from ${values} k cross join ${sql.raw(table)} x
      where x.workspace_id = ${workspaceId} and x.${sql.raw(column)} = k.id ${conditions(only)}`,
  row: ({ table, as, workspaceId, id, left, when = '1 = 1' }) =>
    sql`${sql.raw(left ? 'left' : 'cross')} join ${sql.raw(`${table} ${as} on ${when}`)}
      and ${sql.raw(as)}.workspace_id = ${workspaceId} and ${sql.raw(`${as}.id = ${id}`)}`,
  unindexed: (column) => sql`+${sql.raw(column)}`,
  list: (element, from, order) =>
    sql`(select json_group_array(${piece(element)} order by ${piece(order)}) ${from})`,
  json: (text) => sql`json(${piece(text)})`,
  flag: (column) => sql`iif(${piece(column)}, json('true'), json('false'))`,
  millis: (column) => instant(column, sql`format('.%03dZ', ${within(column)} / 1000)`),
  micros: (column) => instant(column, sql`format('.%06dZ', ${within(column)})`),
  each: (parameter) => sql`(select value from json_each(${parameter}))`,
  isIn: (column, of) => sql`${sql.raw(column)} in ${of}`,
  isOneOf: (key, from) => sql`(${sql.raw(key)}) in (select ${sql.raw(key.replace(/\w+/g, 'x.$&'))} ${from})`,
  ids: (parameter) => sql`(select value as id from json_each(${parameter}))`,
  rows: (parameter, columns) => {
    const fields = Object.keys(columns).map(
      (column) => sql`value ->> ${sql.lit(`$.${column}`)} as ${sql.ref(column)}`,
    );
    return sql`(select ${sql.join(fields)}, key as ordinal from json_each(${parameter}))`;
  },
  countedElsewhere: () => sql``,
  greatest: (a, b) => sql`max(${piece(a)}, ${piece(b)})`,
  textsWith: sqliteTexts,
  rankOfText: sqliteRank,
  hold: () => sql``,
};

const timestamp = (column: Piece, format: string) =>
  sql<string>`to_char(timestamp 'epoch' + ${piece(column)} * interval '1 microsecond', ${sql.lit(format)})`;

export const postgresFunctions: Functions = {
  object: (fields) => sql`json_build_object(${pairs(fields)})`,
  keys: (columns, from) =>
    sql`(select coalesce(string_agg(${sql.raw(columns.join(` || ' ' || `))}, ' '), '') ${from})`,
  lines: (columns, from) =>
    sql`(select coalesce(string_agg(${joined(columns, 'chr(10)')}, chr(10)), '') ${from})`,
  quoted: (text) => sql`coalesce(to_json(${piece(text)})::text, 'null')`,
  // Without the offset the planner takes the join apart, and may then walk the whole workspace.
  lookUp: ({ table, workspaceId, column, values, only, first }) =>
    sql`from ${values} k cross join lateral (
      select t.ctid, t.* from ${sql.raw(table)} t where t.workspace_id = ${workspaceId} and t.${sql.raw(column)} = k.id
        ${conditions(only)} ${first ? sql`order by ${sql.raw(first.by)} limit ${first.limit}` : sql`offset 0`}
    ) x where true`,
  row: ({ table, as, workspaceId, id, left, when = 'true' }) =>
    sql`${sql.raw(left ? 'left' : 'inner')} join lateral (
      select * from ${sql.raw(table)} t
      where ${sql.raw(when)} and t.workspace_id = ${workspaceId} and t.id = ${sql.raw(id)} offset 0
    ) ${sql.raw(as)} on true`,
  unindexed: (column) => sql.raw(column),
  list: (element, from, order) =>
    sql`(select coalesce(json_agg(${piece(element)} order by ${piece(order)}), '[]') ${from})`,
  json: (text) => sql`${piece(text)}::json`,
  flag: (column) => sql`(${piece(column)} = 1)`,
  millis: (column) => timestamp(column, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  micros: (column) => timestamp(column, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  each: (parameter) => sql`(select json_array_elements_text(${parameter}::json))`,
  isIn: (column, of) => sql`${sql.raw(column)} = any (array ${of})`,
  isOneOf: (_key, from) => sql`ctid = any (array (select x.ctid ${from}))`,
  ids: (parameter) => sql`(select json_array_elements_text(${parameter}::json) as id)`,
  rows: (parameter, columns) => {
    const fields = Object.entries(columns).map(
      ([column, type]) =>
        sql`(value ->> ${sql.lit(column)})${sql.raw(type === 'integer' ? '::bigint' : '')} as ${sql.ref(column)}`,
    );
    return sql`(select ${sql.join(fields)}, ordinal - 1 as ordinal from json_array_elements(${parameter}::json) with ordinality as each (value, ordinal))`;
  },
  countedElsewhere: () => sql`overriding system value`,
  greatest: (a, b) => sql`greatest(${piece(a)}, ${piece(b)})`,
  textsWith: postgresTexts,
  rankOfText: postgresRank,
  hold: () => sql`for no key update`,
};
