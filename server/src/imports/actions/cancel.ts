import type { Work } from '../../base/changes/change.ts';
import { Conflict } from '../../base/errors.ts';
import { abandon, leftOf } from '../destination.ts';
import { cancel } from '../queries.ts';

/** Cancels an import; a running attempt notices it at its next slice. Everything it has written is still hidden. */
export async function cancelImport(work: Work, importPublicId: string): Promise<{ success: boolean }> {
  const { tx, now, grant, quiet } = work;
  const { workspaceId, id } = await grant('import', importPublicId, 'board:create');
  const [cancelled] = await tx.run(cancel, { workspaceId, id, now });
  if (!cancelled) throw new Conflict('import-ended');
  const left = leftOf({ workspaceId, id, ...cancelled });
  if (left) await abandon(work, left);
  quiet();
  return { success: true };
}
