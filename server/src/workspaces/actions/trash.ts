import { sql } from 'kysely';
import { requireRestorable } from '../../base/access/trash.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { Forbidden } from '../../base/errors.ts';
import { ableAdmins } from '../../data/members/fragments.ts';

const toTrash = command('workspaces.toTrash', (db, p: { id: string; userId: string; now: number }) =>
  db.updateTable('workspaces').set({ deleted_at: p.now, deleted_by: p.userId }).where('id', '=', p.id),
);

/** Returns no row if nobody is left who can run the workspace. */
const restore = command(
  'workspaces.restore',
  (_db, p: { id: string }) => sql<{ id: string }>`
  update workspaces set deleted_at = null, deleted_by = null
  where id = ${p.id} and exists (select 1 ${ableAdmins(p.id)}) returning id`,
);

/** Moves a workspace to the trash: its contents stay unchanged, but can no longer be addressed. */
export async function deleteWorkspace({ tx, actor, now, grant, audit }: Work, workspacePublicId: string) {
  const { id, name } = await grant('workspace', workspacePublicId, 'workspace:delete');
  await tx.run(toTrash, { id, userId: actor.userId, now });
  await audit({ type: 'workspace.deleted', workspaceId: id, subject: { id, name } });
  return { success: true };
}

/**
 * Restores a workspace from the trash; does nothing if it is not there. Throws `Forbidden` if its admins have deleted their
 * accounts since: others who may restore it could never make an admin.
 */
export async function restoreWorkspace(work: Work, workspacePublicId: string) {
  const { tx, now, grant, audit, quiet } = work;
  const { id, name, deletedAt } = await grant('trashedWorkspace', workspacePublicId, 'workspace:delete');
  if (deletedAt === null) {
    quiet();
    return { success: true };
  }
  requireRestorable(deletedAt, now);
  const [restored] = await tx.run(restore, { id });
  if (!restored) throw new Forbidden('last-admin');
  await audit({ type: 'workspace.restored', workspaceId: id, subject: { id, name } });
  return { success: true };
}
