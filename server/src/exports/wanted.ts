import type { ExportFormat } from '../../../contract/exports.ts';
import type { Actor } from '../base/access/actor.ts';
import { locate, locateBoardsOf } from '../base/access/locate.ts';
import type { Reading } from '../base/db/database.ts';
import type { Wanted } from './content.ts';
import { requireMayExport } from './may-export.ts';
import { boardsToExport } from './queries.ts';

/** The boards of an export that its reader may currently see. Throws like `locate`. */
export async function wantedBy(
  db: Reading,
  actor: Actor,
  {
    workspaceId,
    boardId,
    format,
    filter,
  }: { workspaceId: string; boardId: string | null; format: ExportFormat; filter: string | null },
): Promise<Wanted & { slug: string }> {
  if (boardId !== null) {
    const board = await locate(db, actor, 'board', boardId, 'board:view');
    requireMayExport(board);
    return { actor, workspaceId: board.workspaceId, boardIds: [board.id], format, filter, slug: board.slug };
  }
  const workspace = await locateBoardsOf(db, actor, workspaceId, 'board:view');
  requireMayExport(workspace);
  const { principal, slug, workspaceId: id } = workspace;
  const boards = await db.all(boardsToExport, { workspaceId: id, ...principal });
  return { actor, workspaceId: id, boardIds: boards.map((board) => board.id), format, filter, slug };
}
