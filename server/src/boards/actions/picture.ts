import type { Work } from '../../base/changes/change.ts';
import { newId } from '../../base/ids.ts';
import { insertPicture, pictureOf, removePicture } from '../../data/boards/pictures.ts';

/** Puts a picture behind the lists of a board, as WebP in base64, or takes it away; returns its id. */
export async function setPicture(
  work: Work,
  boardPublicId: string,
  content: string | null,
): Promise<string | null> {
  const { tx, now, record } = work;
  const { workspaceId, id: boardId, ...board } = await work.grant('board', boardPublicId, 'board:edit');
  const before = await tx.first(pictureOf, { workspaceId, boardId });
  if (content === null && !before) {
    work.quiet();
    return null;
  }
  const id = content === null ? null : newId(now);
  if (before) await tx.run(removePicture, { workspaceId, boardId });
  if (id !== null && content !== null) await tx.run(insertPicture, { workspaceId, boardId, id, content });
  const { name, slug, visibility, archivedAt } = board;
  const shown = { name, slug, visibility, isArchived: archivedAt !== null };
  await record.event({
    type: 'board.updated',
    workspaceId,
    boardId,
    data: { ...shown, picture: id },
    before: { ...shown, picture: before?.id ?? null },
  });
  return id;
}
