import { type RawBuilder, sql } from 'kysely';
import type { Maintain, Writing } from '../db/database.ts';
import type { Functions } from '../db/functions.ts';
import { type Command, command } from '../db/query.ts';
import type { TableOfWorkspace, Tables } from '../db/tables.ts';

/* Deletes large numbers of rows in slices, one per transaction, so that nobody waits for all of them. */

/** Max rows deleted by one transaction. */
export const sliceSize = 100;

export type Limited<P> = P & { limit: number };

/** A statement that deletes at most `limit` rows and returns one row for each. */
export type Removal<P> = Command<Limited<P>, unknown>;

type Part<P> = (p: P, fn: Functions) => RawBuilder<unknown>;

/**
 * Declares a removal from a table with this primary key, across workspaces; `which` is its `where` clause, with an order if
 * that matters. The inner limit is a constant that PostgreSQL knows when planning, so it looks up these few rows by key.
 */
export const removal = <P extends object>(
  name: string,
  table: keyof Tables,
  key: string,
  which: Part<P>,
): Removal<P> =>
  command(
    name,
    (_db, p: Limited<P>, fn) => sql<{ removed: number }>`
    delete from ${sql.table(table)} where (${sql.raw(key)}) in (
      select * from (
        select ${sql.raw(key)} from ${sql.table(table)} ${which(p, fn)} limit ${sql.lit(sliceSize)}
      ) due limit ${p.limit}
    ) returning 1 as removed`,
  );

/** The same for rows of one workspace that `from` selects as `x`: `from … where …`, or a `lookUp`. */
export const removalOf = <P extends { workspaceId: string }>(
  name: string,
  table: TableOfWorkspace,
  key: string,
  from: Part<P>,
): Removal<P> =>
  command(
    name,
    (_db, p: Limited<P>, fn) => sql<{ removed: number }>`
    delete from ${sql.table(table)}
    where workspace_id = ${p.workspaceId} and ${fn.isOneOf(key, sql`${from(p, fn)} limit ${p.limit}`)}
    returning 1 as removed`,
  );

/**
 * Deletes all rows that `removals` find, in their order. Children must come first, because rows deleted by a foreign key's
 * cascade are not counted. A crash leaves the rest for the next round.
 */
export async function removeAll<P extends object>(
  maintain: Maintain,
  removals: readonly Removal<P>[],
  p: P,
): Promise<void> {
  while (await maintain((tx) => removeBatch(tx, removals, p)));
}

/** Deletes one slice; returns whether more rows may be left. */
export async function removeBatch<P extends object>(
  tx: Writing,
  removals: readonly Removal<P>[],
  p: P,
): Promise<boolean> {
  let limit = sliceSize;
  for (const statement of removals) {
    limit -= (await tx.run(statement, { ...p, limit })).length;
    if (limit === 0) return true;
  }
  return false;
}
