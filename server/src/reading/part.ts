import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../base/db/database.ts';
import type { Functions } from '../base/db/functions.ts';
import { type Query, query } from '../base/db/query.ts';
import {
  cardsBefore,
  type OutlineColumns,
  type OutlineParams,
  type OutlineRead,
  outlineColumn,
  outlineTable,
} from './outline.ts';
import { maxSlice } from './slices.ts';

/*
 * A part of a board: the outline of some cards and, if they fit in one read, the cards themselves in the same statement. Most
 * boards are one part.
 */

interface InWorkspace {
  workspaceId: string;
}

/** A form of cards: what statements read of them. `F` are the parameters by which they are filtered. */
export interface CardForm<P extends InWorkspace, R, F> {
  outline: (fn: Functions, p: F & InWorkspace) => OutlineColumns;
  /**
   * Tables that the columns select from. The statement defines them after `ids`, a table of the cards' `id`. `isWhole` tells
   * whether those are all live cards of the board.
   */
  tables: (fn: Functions, p: P, isWhole: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Columns about the cards `x` of `from … where …`. */
  columns: (fn: Functions, p: P, from: RawBuilder<unknown>) => RawBuilder<R>;
}

/** The columns of a part; without the cards, everything but the outline is empty. */
export type PartRead<R> = OutlineRead & R & { /** 1 if the cards are included. */ whole: number };

/** Tables that `partColumns` select from. */
export const partTables = <P extends InWorkspace, R, F>(
  fn: Functions,
  p: P & F & OutlineParams,
  form: CardForm<P, R, F>,
): RawBuilder<unknown> => sql`
  ${outlineTable(fn, p, form.outline(fn, p))},
  whole as materialized (
    select 1 as yes from (
      select count(*) as cards, coalesce(sum(size), 0) as bytes from outlined where passes = 1
    ) shown
    where cards <= ${sql.lit(maxSlice.rows)} and bytes <= ${sql.lit(maxSlice.bytes)}
  ),
  ids as materialized (select id from outlined where passes = 1 and exists (select 1 from whole)),
  ${form.tables(fn, p, sql`${p.afterList} = '' and (select count(*) from outlined) < ${p.limit}`)}`;

export const partColumns = <P extends InWorkspace, R, F>(
  fn: Functions,
  p: P & F & OutlineParams,
  form: CardForm<P, R, F>,
): RawBuilder<Omit<PartRead<R>, 'before'>> => sql`
  ${outlineColumn(fn)} as outline,
  (select count(*) from whole) as whole,
  ${form.columns(fn, p, sql`from (select * from outlined where passes = 1 and exists (select 1 from whole)) x`)}`;

/** The statement that reads a part. */
export const partQuery = <P extends InWorkspace, R, F>(
  name: string,
  form: CardForm<P, R, F>,
): Query<P & F & OutlineParams, PartRead<R>> =>
  query(
    name,
    (_db, p: P & F & OutlineParams, fn) => sql<PartRead<R>>`
    with ${partTables(fn, p, form)}
    select ${cardsBefore(p)} as before, ${partColumns(fn, p, form)}`,
  );

/** The statement that reads cards by id. */
export const sliceQuery = <P extends InWorkspace, R, F>(
  name: string,
  form: CardForm<P, R, F>,
): Query<P & { ids: readonly string[] }, R> =>
  query(
    name,
    (_db, p: P & { ids: readonly string[] }, fn) => sql<R>`
    with ids as materialized (select each.id from ${fn.ids(p.ids)} each), ${form.tables(fn, p, sql`1 = 0`)}
    select ${form.columns(fn, p, cardsById(fn, p))}`,
  );

/** `from … where …` for the cards of the table `ids` that have not been deleted, as `x`. */
export const cardsById = (fn: Functions, p: InWorkspace): RawBuilder<unknown> =>
  fn.lookUp({
    table: 'cards',
    workspaceId: p.workspaceId,
    column: 'id',
    values: sql`ids`,
    only: sql`deleted_at is null`,
  });

/** The row of a statement that always returns one. */
export async function rowOf<P extends object, R>(db: Reading, statement: Query<P, R>, p: P): Promise<R> {
  const row = await db.first(statement, p);
  if (!row) throw new Error(`${statement.name} returned no row`);
  return row;
}
