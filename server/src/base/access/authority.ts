import {
  difference,
  holds,
  type Permission,
  type PermissionMask,
  permissionsIn,
} from '../../../../contract/permissions.ts';
import { Forbidden } from '../errors.ts';
import type { Principal } from './board-permissions.ts';

/** The caller's role and permissions on the located row's board, or in its workspace if the row belongs to no board. */
export interface MemberRights {
  workspaceId: string;
  cardPrefix: string;
  memberId: string;
  roleLevel: number;
  /** Effective: on a board per `board-permissions.ts`, else the role's plus the member's overrides; limited by the credential. */
  permissions: PermissionMask;
  /** The same without the credential's limits. */
  held: PermissionMask;
  /** Whether the caller may see the email addresses of other members. */
  showEmails: boolean;
  /** The caller, for checks on other boards. */
  principal: Principal;
  /** What the workspace demands, as it is stored. */
  policies: string | null;
}

/* Rules for everyone who grants permissions, regardless of the permission that allows them to. */

/** Throws `Forbidden`, naming the permission, if a mask lacks it. */
export function requirePermission(permissions: PermissionMask, permission: Permission): void {
  if (!holds(permissions, permission)) throw new Forbidden('permission-missing', { permission });
}

/**
 * Callers must not move content that they cannot see here to a board where they can, whichever credential they use.
 * Throws `Forbidden`, naming a permission.
 */
export function requireSeen(
  here: Pick<MemberRights, 'held'>,
  there: Pick<MemberRights, 'held'>,
  ...views: Permission[]
): void {
  for (const view of views) if (holds(there.held, view)) requirePermission(here.held, view);
}

/** Callers can grant only permissions that they hold with this credential. Throws `Forbidden`, naming the missing ones. */
export function requireGrantable(rights: Pick<MemberRights, 'permissions'>, granted: PermissionMask): void {
  const missing = permissionsIn(difference(granted, rights.permissions));
  if (missing.length > 0) throw new Forbidden('permissions-not-held', { permissions: missing });
}

/** Whether something ranks above a caller: a lower level ranks higher. */
export const outranks = (level: number, rights: Pick<MemberRights, 'roleLevel'>): boolean =>
  level < rights.roleLevel;

/** Callers cannot change or create anything that ranks above them. Throws `Forbidden`. */
export function requireRank(rights: Pick<MemberRights, 'roleLevel'>, level: number): void {
  if (outranks(level, rights)) throw new Forbidden('higher-rank');
}
