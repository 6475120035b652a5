import { sql } from 'kysely';
import { command } from '../../base/db/query.ts';

/* Statements by which other domains write workspaces. */

/** Puts the workspaces that an account has left empty into the trash. */
export const trashEmptied = command(
  'workspaces.trashEmptied',
  (_db, p: { userId: string; workspaceIds: string[]; now: number }, fn) => sql`
  update workspaces set deleted_at = ${p.now}, deleted_by = ${p.userId} where ${fn.isIn('id', fn.each(p.workspaceIds))}`,
);
