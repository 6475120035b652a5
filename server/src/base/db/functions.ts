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
 * SQL that differs between the engines, behind one name each. A `Piece` given as a string is our own SQL, usually a
 * column reference; it never contains user input.
 */

export type Piece = string | Expression<unknown>;

export interface Functions {
  /** A JSON object whose values are columns, or JSON made by these functions. */
  object(fields: Record<string, Piece>): RawBuilder<string>;
  /**
   * The columns of a sub-query's rows, in its order, as one space-separated text. Only for numbers and ids, which contain
   * no spaces. Takes a third of the time of JSON.
   */
  keys(columns: readonly string[], from: Expression<unknown>): RawBuilder<string>;
  /** Like `keys`, separated by line breaks, so texts are possible too if they are `quoted`. No column may be null. */
  lines(columns: readonly Piece[], from: Expression<unknown>): RawBuilder<string>;
  /** A text as a JSON string, which contains no line breaks; null becomes `null`. */
  quoted(text: Piece): RawBuilder<string>;
  /**
   * `from … where …` for a workspace's rows of a table, as `x`, with one of the values in a column. Always one index
   * look-up (workspace and column) per value, whatever the statistics.
   */
  lookUp(look: LookUp): RawBuilder<unknown>;
  /**
   * Joins the row of a workspace's table with the given id, as `as`; with `left` there may be none. Further conditions
   * belong in the `where`: for conditions on the row itself PostgreSQL might choose another index and read everything
   * else under it.
   */
  row(found: RowJoin): RawBuilder<unknown>;
  /**
   * A column in a comparison that must not choose an index. SQLite estimates ten rows per workspace, and would read them
   * all rather than look up one row per value of a list.
   */
  unindexed(column: string): RawBuilder<unknown>;
  /**
   * A text column in a comparison for which PostgreSQL must not choose an index: knowing nothing of a table, it would take one
   * that has many rows for each value. SQLite may.
   */
  unhelpful(column: string): RawBuilder<unknown>;
  /** A JSON array with one element per row: `list(element, from, order)` is `[]` for no rows. */
  list(element: Piece, from: Expression<unknown>, order: Piece): RawBuilder<string>;
  /** A text column that holds JSON (or null), as JSON. */
  json(text: Piece): RawBuilder<string>;
  /** A member of the object in a text column that holds JSON (or null), as JSON. */
  member(text: Piece, name: string): RawBuilder<string>;
  /** The same by a name in a column, as JSON; null if there is none of that name. */
  memberNamed(text: Piece, name: Piece): RawBuilder<string>;
  /** The text column without a member of its object, and without an element of those that are lists; null if nothing is left. */
  withoutMember(text: Piece, member: MemberOfJson): RawBuilder<string>;
  /** A 0/1 column as a JSON boolean. */
  flag(column: Piece): RawBuilder<boolean>;
  /** Microseconds as an ISO 8601 text with milliseconds; null stays null. */
  millis(column: Piece): RawBuilder<string>;
  /** Microseconds as an ISO 8601 text with microseconds; null stays null. */
  micros(column: Piece): RawBuilder<string>;
  /** The elements of an array of strings, as a one-column sub-query. Null has none. */
  each(parameter: readonly string[] | null): RawBuilder<string>;
  /**
   * True if a column is among the values of a parenthesised, uncorrelated sub-query. PostgreSQL runs the sub-query first
   * and looks each value up by an index; it would turn `in` into a join over the whole table as soon as its estimates
   * suggest one.
   */
  isIn(column: string, of: Expression<unknown>): RawBuilder<boolean>;
  /** The elements of an array of strings, as a table with the column `id`. */
  ids(parameter: readonly string[]): RawBuilder<unknown>;
  /**
   * True for the rows of a table whose primary key is among those that `from` returns as `x`: `from … where … limit …`,
   * or a `lookUp`. PostgreSQL estimates an unknown limit as a tenth of the table, and would compare all of it by key, or
   * look up each row through a less selective index. So this compares row locations (ctid), which are only valid in one
   * server's table. A statement that uses it must compare the workspace as well, because another server has other rows
   * there.
   */
  isOneOf(key: string, from: Expression<unknown>): RawBuilder<boolean>;
  /**
   * An array of objects as a table with the named columns and `ordinal`, to select from. Values are `text` or `integer`.
   * Null has no rows.
   */
  rows(parameter: readonly object[] | null, columns: Record<string, ColumnType>): RawBuilder<unknown>;
  /** Goes between the columns and the values of an insert that provides ids for a generated column. */
  countedElsewhere(): RawBuilder<unknown>;
  /** The greater of two values. */
  greatest(a: Piece, b: Piece): RawBuilder<number>;
  /**
   * Selects a bounded number of texts that contain the words of a search: from one slice on SQLite, from all texts on
   * PostgreSQL.
   */
  textsWith(slice: Slice, visible?: Visible): RawBuilder<Found>;
  /** How well the text `s` of `search_texts` matches a search; null if it does not. */
  rankOfText(search: TextSearch, visible?: Visible): RawBuilder<number | null>;
  /**
   * Ends a select whose rows stay locked until the transaction ends. SQLite has a single writer, so nothing needs to be
   * locked there.
   */
  hold(): RawBuilder<unknown>;
  /** The size of the database in bytes. */
  databaseBytes(): RawBuilder<number>;
  /** What the clock of the database server says, in microseconds; null for the embedded database. */
  databaseClock(): RawBuilder<number | null>;
}

export interface MemberOfJson {
  name: string;
  /** The text that is taken out: the member itself if it is that text, or an element of the list. Undefined takes out any member. */
  element?: string | undefined;
}

type ColumnType = 'text' | 'integer' | 'real';

export interface LookUp {
  table: string;
  workspaceId: unknown;
  column: string;
  /** A parenthesised sub-query, or a table of the statement, with the column `id`; aliased as `k`. */
  values: Expression<unknown>;
  /** Further conditions on the rows, on their unqualified columns; part of the index look-up. */
  only?: Expression<unknown>;
  /** Only the first rows for each value, in the order of the index's next column. */
  first?: { by: string; limit: unknown };
}

export interface RowJoin {
  table: string;
  as: string;
  workspaceId: unknown;
  /** A column of a table earlier in the join. */
  id: string;
  left?: boolean;
  /** A condition on the earlier table under which the row is looked up. */
  when?: string;
}

const piece = (part: Piece): Expression<unknown> => (typeof part === 'string' ? sql.raw(part) : part);

const pairs = (fields: Record<string, Piece>) =>
  sql.join(Object.entries(fields).map(([key, value]) => sql`${sql.lit(key)}, ${piece(value)}`));

const joined = (columns: readonly Piece[], separator: string) =>
  sql.join(columns.map(piece), sql.raw(` || ${separator} || `));

const conditions = (only: Expression<unknown> | undefined) => (only ? sql`and ${only}` : sql``);

/** The microseconds within the second. Handles times before 1970, for which `%` is negative. */
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
  // `first` is ignored: SQLite reads rows lazily, only as many as are consumed.
  lookUp: ({ table, workspaceId, column, values, only }) =>
    sql`from ${values} k cross join ${sql.raw(table)} x
      where x.workspace_id = ${workspaceId} and x.${sql.raw(column)} = k.id ${conditions(only)}`,
  row: ({ table, as, workspaceId, id, left, when = '1 = 1' }) =>
    sql`${sql.raw(left ? 'left' : 'cross')} join ${sql.raw(`${table} ${as} on ${when}`)}
      and ${sql.raw(as)}.workspace_id = ${workspaceId} and ${sql.raw(`${as}.id = ${id}`)}`,
  unindexed: (column) => sql`+${sql.raw(column)}`,
  unhelpful: (column) => sql.raw(column),
  list: (element, from, order) =>
    sql`(select json_group_array(${piece(element)} order by ${piece(order)}) ${from})`,
  json: (text) => sql`json(${piece(text)})`,
  member: (text, name) => sql`(${piece(text)} -> ${sql.lit(name)})`,
  memberNamed: (text, name) => sql`(${piece(text)} -> ${piece(name)})`,
  withoutMember: (text, { name, element }) => {
    const column = piece(text);
    const path = sql`'$.' || json_quote(${name})`;
    const removed = sql`json_remove(${column}, ${path})`;
    if (element === undefined) return sql`nullif(${removed}, '{}')`;
    const left = sql`from json_each(${column}, ${path}) where value <> ${element}`;
    return sql`nullif(case
      when json_type(${column}, ${path}) = 'array' and exists (select 1 ${left})
        then json_set(${column}, ${path}, (select json_group_array(value) ${left}))
      when json_type(${column}, ${path}) = 'array' or ${column} ->> ${name} = ${element} then ${removed}
      else ${column} end, '{}')`;
  },
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
  databaseBytes: () => sql`(select p.page_count * s.page_size from pragma_page_count p, pragma_page_size s)`,
  databaseClock: () => sql`null`,
  textsWith: sqliteTexts,
  rankOfText: sqliteRank,
  hold: () => sql``,
};

const casts: Record<ColumnType, string> = { text: '', integer: '::bigint', real: '::double precision' };

const timestamp = (column: Piece, format: string) =>
  sql<string>`to_char(timestamp 'epoch' + ${piece(column)} * interval '1 microsecond', ${sql.lit(format)})`;

export const postgresFunctions: Functions = {
  object: (fields) => sql`json_build_object(${pairs(fields)})`,
  keys: (columns, from) =>
    sql`(select coalesce(string_agg(${sql.raw(columns.join(` || ' ' || `))}, ' '), '') ${from})`,
  lines: (columns, from) =>
    sql`(select coalesce(string_agg(${joined(columns, 'chr(10)')}, chr(10)), '') ${from})`,
  quoted: (text) => sql`coalesce(to_json(${piece(text)})::text, 'null')`,
  // Without `offset` the planner flattens the join, and may then scan the whole workspace.
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
  unhelpful: (column) => sql`(${sql.raw(column)} || '')`,
  list: (element, from, order) =>
    sql`(select coalesce(json_agg(${piece(element)} order by ${piece(order)}), '[]') ${from})`,
  json: (text) => sql`${piece(text)}::json`,
  member: (text, name) => sql`(${piece(text)}::json -> ${sql.lit(name)})`,
  memberNamed: (text, name) => sql`(${piece(text)}::json -> ${piece(name)})`,
  // Written by hand: functions for JSON add spaces and sort keys in another way, and equal values are equal texts.
  withoutMember: (text, { name, element }) => {
    const left =
      element === undefined
        ? sql`case when f.key <> ${name} then f.value::text end`
        : sql`case when f.key <> ${name} then f.value::text
            when json_typeof(f.value) = 'array' then (
              select '[' || string_agg(to_json(e.value)::text, ',' order by e.place) || ']'
              from json_array_elements_text(f.value) with ordinality as e (value, place) where e.value <> ${element})
            when f.value #>> '{}' <> ${element} then f.value::text end`;
    return sql`(select '{' || string_agg(to_json(o.key)::text || ':' || o.value, ',' order by o.key collate "C") || '}'
      from (select f.key, ${left} as value from json_each(${piece(text)}::json) f) o where o.value is not null)`;
  },
  flag: (column) => sql`(${piece(column)} = 1)`,
  millis: (column) => timestamp(column, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  micros: (column) => timestamp(column, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  each: (parameter) => sql`(select json_array_elements_text(${parameter}::json))`,
  isIn: (column, of) => sql`${sql.raw(column)} = any (array ${of})`,
  isOneOf: (_key, from) => sql`ctid = any (array (select x.ctid ${from}))`,
  ids: (parameter) => sql`(select json_array_elements_text(${parameter}::json) as id)`,
  rows: (parameter, columns) => {
    const fields = Object.entries(columns).map(
      ([column, type]) => sql`(value ->> ${sql.lit(column)})${sql.raw(casts[type])} as ${sql.ref(column)}`,
    );
    return sql`(select ${sql.join(fields)}, ordinal - 1 as ordinal from json_array_elements(${parameter}::json) with ordinality as each (value, ordinal))`;
  },
  countedElsewhere: () => sql`overriding system value`,
  greatest: (a, b) => sql`greatest(${piece(a)}, ${piece(b)})`,
  databaseBytes: () => sql`pg_database_size(current_database())`,
  databaseClock: () => sql`cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)`,
  textsWith: postgresTexts,
  rankOfText: postgresRank,
  hold: () => sql`for no key update`,
};
