import { stillInTrash } from '../../access/trash.ts';
import type { Work } from '../../changes/change.ts';
import { command } from '../../db/query.ts';

const restore = command('boards.restore', (db, p: { workspaceId: string; id: string }) =>
  db
    .updateTable('boards')
    .set({ deleted_at: null, deleted_by: null })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

/** Brings a board back from the trash. Its slug was kept for it. */
export async function restoreBoard({ tx, now, grant, record, quiet }: Work, boardPublicId: string) {
  const board = await grant('trashedBoard', boardPublicId, 'board:delete');
  if (board.deletedAt === null) {
    quiet();
    return { success: true };
  }
  stillInTrash(board.deletedAt, now);
  const { workspaceId, id, name } = board;
  await tx.run(restore, { workspaceId, id });
  await record.event({ type: 'board.updated', workspaceId, boardId: id, data: { name, restored: true } });
  return { success: true };
}
