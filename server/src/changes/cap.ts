import { sql } from 'kysely';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { Conflict } from '../errors.ts';

/** What the rows hang on: of a workspace, `parentId` in it. */
interface Parent {
  workspaceId: string;
  parentId: string;
}

/**
 * Throws `Conflict` where a thing holds as many rows of `table` as it may, those in the trash included. `column` is
 * that of its parent; the work holds the parent, so that no two take the last place.
 */
export function cap(table: string, column: string, most: number) {
  const full = query(
    `${table}.full`,
    (_db, p: Parent) => sql<{ found: number }>`select 1 as found from ${sql.table(table)}
      where workspace_id = ${p.workspaceId} and ${sql.ref(column)} = ${p.parentId} limit 1 offset ${sql.lit(most - 1)}`,
  );
  const what = table.replaceAll('_', ' ');
  return async (tx: Reading, parent: Parent): Promise<void> => {
    if (await tx.first(full, parent)) throw new Conflict(`There is room for ${most} ${what}, and no more`);
  };
}
