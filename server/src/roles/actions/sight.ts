import { difference, holds, type PermissionMask, systemRoles } from '../../../../contract/permissions.ts';
import type { Work } from '../../base/changes/change.ts';
import { batches } from '../../base/db/batches.ts';
import { takeOffUnseen, unseenOnCards } from '../../data/cards/rows.ts';

/* No member stays on a card of a board that they can no longer see. */

interface Held {
  level: number;
  permissions: PermissionMask;
}

/** Whether a member whose rights changed from `before` to `after` may have lost sight of boards. */
export const losesSight = (before: Held, after: Held): boolean =>
  (before.level === systemRoles.admin.level && after.level !== systemRoles.admin.level) ||
  holds(difference(before.permissions, after.permissions), 'board:view');

/**
 * Takes members off the cards of all boards that they cannot see. The caller has stored their rights and holds their rows since:
 * transactions that were putting them on a card have finished, and later ones see the new rights.
 */
export async function takeOffWhereUnseen(
  { tx, record }: Pick<Work, 'tx' | 'record'>,
  of: { workspaceId: string; memberIds: string[] },
): Promise<void> {
  if (of.memberIds.length === 0) return;
  const unseen = await tx.all(unseenOnCards, of);
  if (unseen.length > 0) record.live('board.changed', of.workspaceId, {});
  for (const rows of batches(unseen)) await tx.run(takeOffUnseen, { workspaceId: of.workspaceId, rows });
}
