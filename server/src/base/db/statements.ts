import { type RawBuilder, sql } from 'kysely';
import { type Command, command } from './query.ts';
import {
  type Camel,
  type Column,
  camel,
  columnsOf,
  type KeyOf,
  type Name,
  type NewRow,
  type Some,
  type Table,
} from './table.ts';

/* Statements that write whole rows, built from the table descriptions. */

/** The parameter that is bound for a column. */
const bound = (parameters: object, name: string): unknown =>
  (parameters as Record<string, unknown>)[camel(name)];

const given = (of: Table): string[] =>
  Object.entries(columnsOf(of)).flatMap(([name, { origin }]) => (origin === 'given' ? [name] : []));

const list = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

const where = (names: readonly string[], p: object): RawBuilder<unknown> =>
  sql.join(
    names.map((name) => sql`${sql.ref(name)} = ${bound(p, name)}`),
    sql` and `,
  );

/** Inserts a row. */
export const insertRow = <T extends Table>(name: string, into: T): Command<NewRow<T>, never> =>
  command(name, (_db, p: NewRow<T>) => {
    const columns = given(into);
    const values = sql.join(columns.map((column) => bound(p, column)));
    return sql<never>`insert into ${sql.table(into.name)} (${list(columns)}) values (${values})`;
  });

/** Inserts the rows in `rows`; values that all of them share are given once, next to them. */
export const insertRows = <T extends Table, N extends Name<T>>(name: string, into: T, shared: readonly N[]) =>
  command(name, (_db, p: Some<T, N> & { rows: Omit<NewRow<T>, Camel<N>>[] }, fn) => {
    const columns = columnsOf(into);
    const apart = given(into).filter((column) => !shared.some((each) => each === column));
    // In a select nothing else determines the type of a parameter.
    const values = shared.map((column) => sql`cast(${bound(p, column)} as ${sqlType(columns[column])})`);
    const fields = Object.fromEntries(
      apart.map((column) => [camel(column), columns[column]?.type ?? 'text']),
    );
    const each = apart.map((column) => sql.ref(`r.${camel(column)}`));
    return sql<never>`insert into ${sql.table(into.name)} (${list([...shared, ...apart])})
      select ${sql.join([...values, ...each])} from ${fn.rows(p.rows, fields)} r where true`;
  });

const sqlType = (column: Column<unknown> | undefined): RawBuilder<unknown> =>
  column?.type === 'integer' ? sql`bigint` : sql`text`;

/** Updates columns of the row with a key. */
export const updateRow = <T extends Table, N extends Name<T>>(name: string, of: T, columns: readonly N[]) =>
  command(name, (_db, p: KeyOf<T> & Some<T, N>) => {
    return sql<never>`update ${sql.table(of.name)} set ${assignments(columns, p)}
      where ${where(Object.keys(of.key), p)}`;
  });

/** The assignments of an update: each column is set to its bound value. */
export const assignments = (columns: readonly string[], p: object): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} = ${bound(p, column)}`));

/** Deletes the row with a key. */
export const deleteRow = <T extends Table>(name: string, of: T): Command<KeyOf<T>, never> =>
  command(name, (_db, p: KeyOf<T>) => deleteWhere(of, Object.keys(of.key), p as object));

/** Deletes the rows with these values. */
export const deleteRows = <T extends Table, N extends Name<T>>(name: string, of: T, columns: readonly N[]) =>
  command(name, (_db, p: Some<T, N>) => deleteWhere(of, columns, p));

const deleteWhere = (of: Table, columns: readonly string[], p: object): RawBuilder<never> =>
  sql`delete from ${sql.table(of.name)} where ${where(columns, p)}`;

/** The columns that a copy duplicates, as fields of a JSON object. */
export const contentFields = (of: Table, alias: string): Record<string, string> =>
  Object.fromEntries(Object.keys(of.content).map((name) => [camel(name), `${alias}.${name}`]));

/** The columns that a copy duplicates, as columns of a select. */
export const contentColumns = (of: Table): RawBuilder<unknown> => selected(of.content);

/** All columns of a table, as columns of a select. */
export const allColumns = (of: Table, alias: string): RawBuilder<unknown> => selected(columnsOf(of), alias);

const selected = (columns: object, alias?: string): RawBuilder<unknown> =>
  sql.join(
    Object.keys(columns).map((name) => {
      const column = alias === undefined ? sql.ref(name) : sql.ref(`${alias}.${name}`);
      return sql`${column} as ${sql.ref(camel(name))}`;
    }),
  );
