import { sql } from 'kysely';
import { command } from '../../base/db/query.ts';

/* Statements by which other domains write workspaces. */

/** Puts workspaces into the trash that an account has left empty. */
export const trashEmptied = command(
  'workspaces.trashEmptied',
  (_db, p: { userId: string; workspaceIds: string[]; now: number }, fn) => sql`
  update workspaces set deleted_at = ${p.now}, deleted_by = ${p.userId} where ${fn.isIn('id', fn.each(p.workspaceIds))}`,
);
