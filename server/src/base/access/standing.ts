import {
  holds,
  includesAll,
  intersection,
  type PermissionMask,
  systemRoles,
  union,
} from '../../../../contract/permissions.ts';
import { closingCodes } from '../../../../contract/policies.ts';
import { rowsFrom } from '../db/keys.ts';
import { Forbidden, NotFound } from '../errors.ts';
import type { Actor } from './actor.ts';
import { heldInWorkspaceBy, opensBoard } from './board-permissions.ts';
import type { BoardsRow, MemberRightsRow, OnBoardRow } from './located-rows.ts';
import { unmetIn } from './policies.ts';

/** The caller's permissions on the boards of a located workspace. */
export interface OnBoards {
  /** Held in the workspace or on at least one of its boards. */
  anywhere: PermissionMask;
  /** Whether the permissions differ between its boards. */
  differs: boolean;
}

export type Caller = Pick<Actor, 'userId' | 'mask' | 'workspaceId' | 'openBoards' | 'facts'>;

export type FoundRow = MemberRightsRow & Partial<OnBoardRow & BoardsRow>;

/** The caller's role and permissions in a found row. Throws `NotFound` if they may not know of it, or `Forbidden`. */
export const standingIn = (found: FoundRow, { workspaceId: only, mask, openBoards, facts }: Caller) => {
  const { status, memberId, roleLevel, permissions, showEmailsToMembers, policies, isClosed, ...rest } =
    found;
  const opens = only === null || only === found.workspaceId;
  if (!opens || status !== 'active' || memberId === null || roleLevel === null || permissions === null) {
    // Closed boards do not exist for non-members; otherwise a second account could detect them.
    throw isClosed === 1 ? new NotFound() : new Forbidden();
  }
  const { boardPermissions = permissions, boardLevel, onBoardId, ...more } = rest;
  const { rolesOnBoards = '', hasClosed = 0, ...row } = more;
  const isOpen = onBoardId === undefined || opensBoard(openBoards, onBoardId ?? '');
  if (boardPermissions === null || !isOpen) throw new NotFound();
  const unmet = unmetIn(found.workspaceId, policies, facts);
  // Not before: a closed workspace tells nobody which hidden boards there are.
  if (unmet) throw new Forbidden(closingCodes[unmet]);
  const principal = { memberId, memberLevel: roleLevel, memberPermissions: permissions, mask, openBoards };
  const inWorkspace = heldInWorkspaceBy(principal);
  const onBoards = intersection(
    rowsFrom<[string]>(rolesOnBoards, 1).reduce((all, [held]) => union(all, Number(held)), 0),
    mask,
  );
  const isAdmin = roleLevel === systemRoles.admin.level;
  return {
    ...row,
    memberId,
    roleLevel: boardLevel ?? roleLevel,
    permissions: onBoardId === undefined ? inWorkspace : intersection(boardPermissions, mask),
    held: boardPermissions,
    showEmails: showEmailsToMembers === 1 || holds(inWorkspace, 'member:edit'),
    principal,
    policies,
    anywhere: union(intersection(permissions, mask), onBoards),
    differs: openBoards !== null || (!isAdmin && (hasClosed === 1 || !includesAll(inWorkspace, onBoards))),
  };
};
