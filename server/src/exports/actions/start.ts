import type { ExportFormat } from '../../../../contract/exports.ts';
import { locate, locateBoardsOf } from '../../base/access/locate.ts';
import type { Origin } from '../../base/access/origin.ts';
import type { Work } from '../../base/changes/change.ts';
import { Conflict } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { askedFor } from '../../base/jobs/claims.ts';
import { reasonOf } from '../../base/jobs/leases.ts';
import { inTransaction } from '../../reading/filter/tiles.ts';
import { noteEvent } from '../../users/actions/security-log.ts';
import { requireReadable } from '../board.ts';
import { nameOfFile } from '../content.ts';
import { requireMayExport } from '../may-export.ts';
import { cardsToExport, exportsKept, insertExport, type StoredExport } from '../stored.ts';

/** Max exports of an account at a time: each may be as large as everything that the account can see. */
const most = 10;

/** What to export: a board or a workspace. */
export type Of = { boardPublicId: string } | { workspacePublicId: string };

/** Queues a background export. */
export async function startExport(
  work: Work,
  of: Of,
  { format = 'native', filter: given = '' }: { format?: ExportFormat; filter?: string },
  origin: Origin,
): Promise<StoredExport> {
  const { tx, actor, now, ownAccount } = work;
  // Only the account itself sees its exports.
  ownAccount();
  const { workspaceId, boardId, slug } = await placeOf(work, of);
  const filter = given === '' || boardId === null ? null : given;
  if (filter !== null && boardId !== null) {
    const at = { now, timeZone: actor.timeZone };
    await requireReadable(inTransaction(tx), actor, boardId, { filter, at, field: 'body/filter' });
  }
  await tx.lock('users', null, [actor.userId]);
  const kept = await tx.first(exportsKept, { userId: actor.userId, limit: most });
  if ((kept?.count ?? 0) >= most) {
    throw new Conflict('too-many-exports', { max: most });
  }
  const total =
    (await tx.first(cardsToExport, { workspaceId, boardId, openBoards: actor.openBoards }))?.count ?? 0;
  const asked = askedFor(actor, now);
  const filename = nameOfFile(slug, format, now);
  const stored = { ...asked, workspaceId, id: newId(now), boardId, format, filter, filename, total };
  const row: StoredExport = { ...stored, state: 'waiting', size: null, storageKey: null, ...reasonOf([]) };
  await tx.run(insertExport, row);
  // A board is what people see anyway; a workspace is much at once.
  if (boardId === null) {
    const event = { userId: actor.userId, type: 'export.started', origin, detail: filename } as const;
    await noteEvent(work, event);
  }
  return row;
}

/** The board or workspace, if the caller may export it. Throws like `locate`. */
async function placeOf({ tx, actor }: Work, of: Of) {
  if ('boardPublicId' in of) {
    const board = await locate(tx, actor, 'board', of.boardPublicId, 'board:view');
    requireMayExport(board);
    return { workspaceId: board.workspaceId, boardId: board.id, slug: board.slug };
  }
  const workspace = await locateBoardsOf(tx, actor, of.workspacePublicId, 'board:view');
  requireMayExport(workspace);
  return { workspaceId: workspace.id, boardId: null, slug: workspace.slug };
}
