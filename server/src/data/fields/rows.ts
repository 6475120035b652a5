import { sql } from 'kysely';
import { command } from '../../base/db/query.ts';
import { insertRows } from '../../base/db/statements.ts';
import { fields } from './tables.ts';

/* Statements by which other domains write fields. */

export const insertFields = insertRows('fields.insertMany', fields, [
  'workspace_id',
  'board_id',
  'created_at',
]);

/** Rows that an import adds to an existing board. */
interface Brought {
  workspaceId: string;
  boardId: string;
  by: string;
}

/** Hides fields that the same transaction has written. */
export const hideFields = command(
  'fields.hide',
  (_db, p: Brought & { deletedAt: number; ids: string[] }, fn) => sql<never>`
  update fields set deleted_at = ${p.deletedAt}, deleted_by = ${p.by}
  where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and ${fn.isIn('id', fn.each(p.ids))}`,
);

/** Updates the time since which the fields of an import are hidden. */
export const rehideFields = command(
  'fields.rehide',
  (_db, p: Brought & { deletedAt: number }) => sql<never>`
  update fields set deleted_at = ${p.deletedAt}
  where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and deleted_by = ${p.by}`,
);

export const showFields = command(
  'fields.show',
  (_db, p: Brought) => sql<never>`
  update fields set deleted_at = null, deleted_by = null
  where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and deleted_by = ${p.by}`,
);
