import { sql } from 'kysely';
import { type Command, command } from '../../base/db/query.ts';
import type { Table } from '../../base/db/table.ts';

/* Statements on rows that an import adds to an existing board, and that are hidden until all of it is there. */

export interface Brought {
  workspaceId: string;
  boardId: string;
  /** The owner of hidden rows, stored in `deleted_by`. */
  by: string;
}

/** Hides rows that the same transaction has written. */
export const hideBrought = (
  name: string,
  of: Table,
): Command<Brought & { deletedAt: number; ids: string[] }, never> =>
  command(
    name,
    (_db, p: Brought & { deletedAt: number; ids: string[] }, fn) => sql<never>`
    update ${sql.table(of.name)} set deleted_at = ${p.deletedAt}, deleted_by = ${p.by}
    where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and ${fn.isIn('id', fn.each(p.ids))}`,
  );

/** Updates the time since which the rows of an import are hidden. */
export const rehideBrought = (name: string, of: Table): Command<Brought & { deletedAt: number }, never> =>
  command(
    name,
    (_db, p: Brought & { deletedAt: number }) => sql<never>`
    update ${sql.table(of.name)} set deleted_at = ${p.deletedAt}
    where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and deleted_by = ${p.by}`,
  );

/** Shows the hidden rows of an import. */
export const showBrought = (name: string, of: Table): Command<Brought, never> =>
  command(
    name,
    (_db, p: Brought) => sql<never>`
    update ${sql.table(of.name)} set deleted_at = null, deleted_by = null
    where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and deleted_by = ${p.by}`,
  );
