import { type RawBuilder, sql } from 'kysely';
import type { Maintain, Writing } from '../db/database.ts';
import type { Functions } from '../db/functions.ts';
import { type Command, command } from '../db/query.ts';
import type { TableOfWorkspace, Tables } from '../db/tables.ts';

/* How jobs delete a great many rows: a bounded number with each transaction, so that nobody waits for all of them. */

/** Rows that one transaction deletes at the most. */
export const sliceSize = 100;

export type Limited<P> = P & { limit: number };

/** A statement that deletes no more than `limit` rows and gives one row for each. */
export type Removal<P> = Command<Limited<P>, unknown>;

type Part<P> = (p: P, fn: Functions) => RawBuilder<unknown>;

/**
 * Declares a removal from a table with this primary key, whatever the workspace; `which` is its `where`, with an order if
 * that matters. The inner limit is one that PostgreSQL knows when it plans, so it looks for that few rows by their key.
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

/** The same of rows of a workspace that `from` gives as `x`: `from … where …`, or a `lookUp`. */
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
 * Deletes all that `removals` find, in their order: what hangs on others comes first, because what a foreign key takes
 * along is not counted. A crash leaves the rest for the next round.
 */
export async function removeAll<P extends object>(
  maintain: Maintain,
  removals: readonly Removal<P>[],
  p: P,
): Promise<void> {
  while (await maintain((tx) => removeSome(tx, removals, p)));
}

/** Whether more may be left. */
async function removeSome<P extends object>(
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
