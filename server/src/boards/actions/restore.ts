import { requireRestorable } from '../../base/access/trash.ts';
import type { Work } from '../../base/changes/change.ts';
import { setDeleted } from '../../data/boards/rows.ts';

/** Restores a board from the trash. It has kept its slug. */
export async function restoreBoard({ tx, now, grant, record, quiet }: Work, boardPublicId: string) {
  const board = await grant('trashedBoard', boardPublicId, 'board:delete');
  if (board.deletedAt === null) {
    quiet();
    return { success: true };
  }
  requireRestorable(board.deletedAt, now);
  const { workspaceId, id, name } = board;
  await tx.run(setDeleted, { workspaceId, id, deletedAt: null, deletedBy: null });
  await record.event({ type: 'board.updated', workspaceId, boardId: id, data: { name, restored: true } });
  return { success: true };
}
