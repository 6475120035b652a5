import type { Work } from '../../changes/change.ts';
import { command } from '../../db/query.ts';

interface Deleted {
  workspaceId: string;
  id: string;
  userId: string;
  now: number;
}

const toTrash = command('boards.toTrash', (db, p: Deleted) =>
  db
    .updateTable('boards')
    .set({ deleted_at: p.now, deleted_by: p.userId })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

/** Puts a board into the trash, from where `restoreBoard` brings it back as it is. */
export async function deleteBoard({ tx, actor, now, grant, record }: Work, boardPublicId: string) {
  const { workspaceId, id, name } = await grant('board', boardPublicId, 'board:delete');
  await tx.run(toTrash, { workspaceId, id, userId: actor.userId, now });
  await record.event({ type: 'board.deleted', workspaceId, boardId: id, data: { name } });
  return { success: true };
}
