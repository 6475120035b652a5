import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { Conflict } from '../errors.ts';

interface Counted {
  /** What is counted, in the plural; by default the name of the table. */
  what?: string;
  /** Counts only some rows. */
  only?: RawBuilder<unknown>;
  /** Tells caps of the same table and parent apart. */
  name?: string;
}

/**
 * Throws `Conflict` if a parent already has the max number of rows in `table`, including those in the trash. `columns`
 * identify the parent in the table. The caller must have locked the parent, so that no two changes take the last place.
 */
export function cap<C extends string>(
  table: string,
  columns: readonly C[],
  most: number,
  { what = table.replaceAll('_', ' '), only, name = columns.at(-1) }: Counted = {},
) {
  const full = query(`${table}.full.${name}`, (_db, p: Record<C, string>) => {
    const ofParent = columns.map((column) => sql`${sql.ref(column)} = ${p[column]}`);
    return sql`select 1 as found from ${sql.table(table)}
      where ${sql.join(ofParent, sql` and `)} ${only ? sql`and ${only}` : sql``} limit 1 offset ${sql.lit(most - 1)}`;
  });
  return async (tx: Reading, parent: Record<C, string>): Promise<void> => {
    if (await tx.first(full, parent)) throw capReached(most, what);
  };
}

export const capReached = (most: number, what: string): Conflict =>
  new Conflict('limit-reached', { max: most, what });
