import type { Generated } from 'kysely';

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

export type Columns = Record<string, Column<unknown>>;
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

export type Camel<S> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
/** Columns in the words of the code: `boardId` for `board_id`. */
type Values<C> = { [N in keyof C as Camel<N>]: ValueOf<C[N]> };
type Given<C> = { [N in keyof C as C[N] extends Column<unknown, 'given'> ? N : never]: C[N] };
export type Name<T> = keyof AllColumns<T> & string;
export type Some<T, N extends Name<T>> = Values<Pick<AllColumns<T>, N>>;
/** All that a row says. */
export type ValuesOf<T> = Values<AllColumns<T>>;
/** What tells a row from all others. */
export type KeyOf<T> = T extends Table<infer K> ? Values<K> : never;

/** What is given for a new row: every column of it but those that come later. */
export type NewRow<T> = Values<Given<AllColumns<T>>>;
/** What a copy takes over of a row. */
export type ContentOf<T> = T extends Table<Columns, Columns, infer C> ? Values<C> : never;

/** The columns that a copy takes over. */
export const contentOf = <C extends Columns>(of: Table<Columns, Columns, C>): (keyof C & string)[] =>
  Object.keys(of.content);

/** The name in the code of a column. */
export const camel = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
