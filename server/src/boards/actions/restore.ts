import { requireRestorable } from '../../base/access/trash.ts';
import type { Work } from '../../base/changes/change.ts';
import { setDeleted } from '../../data/boards/rows.ts';
import { showBoardsAround } from './related.ts';

/** Restores a board from the trash. It has kept its slug. */
export async function restoreBoard(work: Work, boardPublicId: string) {
  const { tx, now, grant, record, quiet } = work;
  const board = await grant('trashedBoard', boardPublicId, 'board:delete');
  if (board.deletedAt === null) {
    quiet();
    return { success: true };
  }
  requireRestorable(board.deletedAt, now);
  const { workspaceId, id, name } = board;
  await tx.run(setDeleted, { workspaceId, id, deletedAt: null, deletedBy: null });
  await record.event({ type: 'board.updated', workspaceId, boardId: id, data: { name, restored: true } });
  await showBoardsAround(work, { workspaceId, boardId: id });
  return { success: true };
}
