import {
  holds,
  type Permission,
  type PermissionMask,
  permissionsIn,
} from '../../../../contract/permissions.ts';
import { Forbidden } from '../errors.ts';
import type { Principal } from './board-permissions.ts';

/** What the caller is on the board that a located row belongs to, or in its workspace where it belongs to none. */
export interface Standing {
  workspaceId: string;
  cardPrefix: string;
  memberId: string;
  roleLevel: number;
  /** Effective: as `board-permissions.ts` says, or the role's with the member's overrides; and the credential's limits. */
  permissions: PermissionMask;
  /** The same without the limits of the credential. */
  held: PermissionMask;
  /** Whether the caller may see the e-mail addresses of other members. */
  showEmails: boolean;
  /** The caller, to be asked about other boards. */
  principal: Principal;
}

/* What holds for everyone who hands out rights, whatever permission lets them do so. */

/** Throws `Forbidden`, naming the permission, where a mask lacks it. */
export function requirePermission(permissions: PermissionMask, permission: Permission): void {
  if (!holds(permissions, permission)) throw new Forbidden(`This requires the permission ${permission}`);
}

/**
 * What somebody may not see here, they do not take to where they may, whatever credential they use for it. Throws
 * `Forbidden`, naming a permission.
 */
export function requireSeen(
  here: Pick<Standing, 'held'>,
  there: Pick<Standing, 'held'>,
  ...views: Permission[]
): void {
  for (const view of views) if (holds(there.held, view)) requirePermission(here.held, view);
}

/** Nobody grants what they do not hold with the credential they use. Throws `Forbidden`, naming what is missing. */
export function requireGrantable(standing: Pick<Standing, 'permissions'>, granted: PermissionMask): void {
  const missing = permissionsIn(granted & ~standing.permissions);
  if (missing.length > 0) throw new Forbidden(`You do not hold ${missing.join(', ')} yourself`);
}

/** Nobody changes, or makes, what ranks above them; a lower level ranks higher. Throws `Forbidden`. */
export function requireRank(standing: Pick<Standing, 'roleLevel'>, level: number): void {
  if (level < standing.roleLevel) throw new Forbidden('This ranks above your own role');
}
