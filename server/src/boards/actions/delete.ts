import type { Work } from '../../base/changes/change.ts';
import { setDeleted } from '../../data/boards/rows.ts';
import { showBoardsAround } from './related.ts';

/** Puts a board into the trash, from which `restoreBoard` restores it unchanged. */
export async function deleteBoard(work: Work, boardPublicId: string) {
  const { tx, actor, now, grant, record } = work;
  const { workspaceId, id, name } = await grant('board', boardPublicId, 'board:delete');
  await tx.run(setDeleted, { workspaceId, id, deletedAt: now, deletedBy: actor.userId });
  await record.event({ type: 'board.deleted', workspaceId, boardId: id, data: { name } });
  await showBoardsAround(work, { workspaceId, boardId: id });
  return { success: true };
}
