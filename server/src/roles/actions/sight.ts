import { bitOf, type PermissionMask, systemRoles } from '../../../../contract/permissions.ts';
import type { Work } from '../../base/changes/change.ts';
import { batches } from '../../base/db/batches.ts';
import { takeOffUnseen, unseenOnCards } from '../../data/cards/rows.ts';

/* Nobody is on a card of a board that they cannot see: whoever is given less falls off. */

interface Held {
  level: number;
  permissions: PermissionMask;
}

/** Whether boards may be out of sight for who held `before` in the workspace, and holds `after`. */
export const losesSight = (before: Held, after: Held): boolean =>
  (before.level === systemRoles.admin.level && after.level !== systemRoles.admin.level) ||
  (before.permissions & ~after.permissions & bitOf('board:view')) !== 0;

/**
 * Takes members off the cards of all boards that they cannot see. What they hold is stored, and the work has held them
 * since: who is putting them on a card now was waited for, and who comes later sees it.
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
