import { type Generated, type RawBuilder, sql } from 'kysely';
import { type Command, command } from './query.ts';

/*
 * A table is described once, in its domain: its columns with the types of their values, its key, and what of a row a
 * copy takes over. From this follow the types of its rows and the statements that write them. The migration stays SQL
 * by hand; `catalogue.test.ts` holds that it makes the same columns.
 */

declare const value: unique symbol;

/** How a column gets its value in a new row: from the writer, null until an update, or counted by the database. */
type Origin = 'given' | 'later' | 'counted';

export interface Column<V, O extends Origin = Origin> {
  readonly type: 'text' | 'integer';
  readonly nullable: boolean;
  readonly origin: O;
  readonly [value]?: V;
}

const column = <V>(type: Column<V>['type']): Column<V, 'given'> => ({
  type,
  nullable: false,
  origin: 'given',
});

/** Text; of these values where they are named. */
export const text = <V extends string = string>(): Column<V, 'given'> => column('text');
export const integer = (): Column<number, 'given'> => column('integer');
/** Microseconds since 1970. */
export const micros = (): Column<number, 'given'> => integer();
export const flag = (): Column<0 | 1, 'given'> => column('integer');
export const nullable = <V>(of: Column<V, 'given'>): Column<V | null, 'given'> => ({ ...of, nullable: true });
/** Null in a new row. */
export const later = <V>(of: Column<V, 'given'>): Column<V | null, 'later'> => ({
  ...of,
  nullable: true,
  origin: 'later',
});
export const counted = (): Column<number, 'counted'> => ({ ...column<number>('integer'), origin: 'counted' });

type Columns = Record<string, Column<unknown>>;
type None = Record<never, never>;

export interface Table<
  K extends Columns = Columns,
  O extends Columns = Columns,
  C extends Columns = Columns,
> {
  readonly name: string;
  readonly key: K;
  /** What is a row's own, and what it hangs on. */
  readonly own: O;
  /** What a copy takes over. */
  readonly content: C;
}

/** Describes a table. */
export const table = <K extends Columns, O extends Columns = None, C extends Columns = None>(
  name: string,
  groups: { key: K; own?: O; content?: C },
): Table<K, O, C> => ({ name, own: {} as O, content: {} as C, ...groups });

/** All columns by their names in the database. */
export const columnsOf = ({ key, own, content }: Table): Columns => ({ ...key, ...own, ...content });

type AllColumns<T> = T extends Table<infer K, infer O, infer C> ? K & O & C : never;
type ValueOf<C> = C extends Column<infer V> ? V : never;

/** A row as Kysely knows it. */
export type RowOf<T> = {
  [N in keyof AllColumns<T>]: AllColumns<T>[N] extends Column<number, 'counted'>
    ? Generated<number>
    : ValueOf<AllColumns<T>[N]>;
};

type Camel<S> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
/** Columns in the words of the code: `boardId` for `board_id`. */
type Values<C> = { [N in keyof C as Camel<N>]: ValueOf<C[N]> };
type Given<C> = { [N in keyof C as C[N] extends Column<unknown, 'given'> ? N : never]: C[N] };
type Name<T> = keyof AllColumns<T> & string;
type Some<T, N extends Name<T>> = Values<Pick<AllColumns<T>, N>>;
/** What tells a row from all others. */
export type KeyOf<T> = T extends Table<infer K> ? Values<K> : never;

/** What is given for a new row: every column of it but those that come later. */
export type NewRow<T> = Values<Given<AllColumns<T>>>;
/** What a copy takes over of a row. */
export type ContentOf<T> = T extends Table<Columns, Columns, infer C> ? Values<C> : never;

/** The parameter that is bound for a column. */
const bound = (parameters: object, name: string): unknown =>
  (parameters as Record<string, unknown>)[camel(name)];

const camel = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

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

/** Inserts the rows in `rows`; what is the same for all of them is given once, beside them. */
export const insertRows = <T extends Table, N extends Name<T>>(name: string, into: T, shared: readonly N[]) =>
  command(name, (_db, p: Some<T, N> & { rows: Omit<NewRow<T>, Camel<N>>[] }, fn) => {
    const columns = columnsOf(into);
    const apart = given(into).filter((column) => !shared.some((each) => each === column));
    // In a select nothing else says which type a parameter has.
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

/** Sets columns of the row with a key. */
export const updateRow = <T extends Table, N extends Name<T>>(name: string, of: T, columns: readonly N[]) =>
  command(name, (_db, p: KeyOf<T> & Some<T, N>) => {
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${bound(p, column)}`));
    return sql<never>`update ${sql.table(of.name)} set ${set} where ${where(Object.keys(of.key), p)}`;
  });

/** Deletes the row with a key. */
export const deleteRow = <T extends Table>(name: string, of: T): Command<KeyOf<T>, never> =>
  command(name, (_db, p: KeyOf<T>) => deleteWhere(of, Object.keys(of.key), p as object));

/** Deletes the rows with these values. */
export const deleteRows = <T extends Table, N extends Name<T>>(name: string, of: T, columns: readonly N[]) =>
  command(name, (_db, p: Some<T, N>) => deleteWhere(of, columns, p));

const deleteWhere = (of: Table, columns: readonly string[], p: object): RawBuilder<never> =>
  sql`delete from ${sql.table(of.name)} where ${where(columns, p)}`;

/** The columns that a copy takes over. */
export const contentOf = <C extends Columns>(of: Table<Columns, Columns, C>): (keyof C & string)[] =>
  Object.keys(of.content);

/** What a copy takes over of the rows of a table, as fields of a JSON object. */
export const contentFields = (of: Table, alias: string): Record<string, string> =>
  Object.fromEntries(Object.keys(of.content).map((name) => [camel(name), `${alias}.${name}`]));

/** The same as columns of a select. */
export const contentColumns = (of: Table): RawBuilder<unknown> =>
  sql.join(Object.keys(of.content).map((name) => sql`${sql.ref(name)} as ${sql.ref(camel(name))}`));
