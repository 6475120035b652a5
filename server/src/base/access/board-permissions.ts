import { type RawBuilder, sql } from 'kysely';
import {
  allPermissions,
  bitOf,
  intersection,
  maskOf,
  type Permission,
  type PermissionMask,
  systemRoles,
} from '../../../../contract/permissions.ts';

/*
 * A member's permissions on a board and its contents. This is the only place that defines them: `locate` uses it for rows
 * addressed by id, and queries over many boards use the same SQL fragments.
 */

interface OnBoard {
  access: RawBuilder<unknown>;
  /** The level of the member's role in the workspace. */
  level: RawBuilder<unknown>;
  /** The member's permissions in the workspace. */
  inWorkspace: RawBuilder<unknown>;
  /** The permissions of the member's role on the board; null without one. */
  asMember: RawBuilder<unknown>;
}

/**
 * The permissions on a board; null if the member may not know that it exists. Overrides apply to the workspace only. If the
 * workspace already grants all that is `needed`, the role on the board is not read.
 */
export const permissionsOnBoard = (
  { access, level, inWorkspace, asMember }: OnBoard,
  needed: PermissionMask = allPermissions,
): RawBuilder<number | null> => sql`case
  when ${level} = ${sql.lit(systemRoles.admin.level)} or ${access} = 'workspace'
    and (${inWorkspace} & ${sql.lit(needed)}) = ${sql.lit(needed)} then ${inWorkspace}
  when ${access} = 'workspace' then ${inWorkspace} | coalesce(${asMember}, 0)
  else ${asMember} end`;

/** A member within a statement, as columns or bound values. */
interface MemberInSql {
  workspaceId: unknown;
  id: RawBuilder<unknown>;
  level: RawBuilder<unknown>;
  permissions: RawBuilder<unknown>;
}

/** A member's permissions on a board; null if they may not know of it. `board` is its alias in the enclosing query. */
const heldOn = (
  board: string,
  { workspaceId, id, level, permissions }: MemberInSql,
  needed?: PermissionMask,
): RawBuilder<number | null> =>
  permissionsOnBoard(
    {
      access: sql.raw(`${board}.access`),
      level,
      inWorkspace: permissions,
      asMember: sql`(
        select br.permissions from board_members bm
        join roles br on br.workspace_id = ${workspaceId} and br.id = bm.role_id
        where bm.workspace_id = ${workspaceId} and bm.board_id = ${sql.raw(board)}.id and bm.member_id = ${id})`,
    },
    needed,
  );

/** Whether a credential that opens only some boards, or all if null, opens one. */
export const opensBoard = (openBoards: string | null, id: string): boolean =>
  openBoards === null || openBoards.split(' ').includes(id);

/** Whether a board is one of these, or they are null. Ids are of one length, so none is a part of another. */
export const isAmong = (boardId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${ids} is null or replace(${ids}, ${boardId}, '') <> ${ids})`;

/** Whether an id is none of these, or they are null. */
export const isNoneOf = (id: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${ids} is null or replace(${ids}, ${id}, '') = ${ids})`;

/** The same as `opensBoard` within a statement, whose plan it does not change. */
export const isOpen = (boardId: string, openBoards: string | null): RawBuilder<boolean> =>
  isAmong(sql.raw(boardId), sql`cast(${openBoards} as text)`);

/** What a credential allows in its workspace: with one that opens only some boards, a member is a guest of boards. */
export const maskInWorkspace = ({
  mask,
  openBoards,
}: Pick<Principal, 'mask' | 'openBoards'>): PermissionMask =>
  openBoards === null ? mask : intersection(mask, maskOf(systemRoles['guest-of-boards'].permissions));

/** The caller, as bound by statements that check many boards. */
export interface Principal {
  memberId: string;
  /** The level of the role in the workspace. */
  memberLevel: number;
  /** The caller's permissions in the workspace, regardless of the credential. */
  memberPermissions: PermissionMask;
  /** The permissions that the credential allows. */
  mask: PermissionMask;
  /** The only boards that the credential opens, as their ids separated by spaces; null for all. */
  openBoards: string | null;
}

/** The caller's permissions in the workspace with this credential. */
export const heldInWorkspaceBy = (p: Principal): PermissionMask =>
  intersection(p.memberPermissions, maskInWorkspace(p));

const principalIn = (p: Omit<Principal, 'mask' | 'openBoards'> & { workspaceId: unknown }): MemberInSql => ({
  workspaceId: p.workspaceId,
  id: sql`cast(${p.memberId} as text)`,
  level: sql`cast(${p.memberLevel} as bigint)`,
  permissions: sql`cast(${p.memberPermissions} as bigint)`,
});

/**
 * The caller's permissions on a board, whatever the credential allows there; null if the caller may not know of it, or the
 * credential does not open it. `board` is its alias in the enclosing query.
 */
export const heldOnBoard = (
  board: string,
  p: Omit<Principal, 'mask'> & { workspaceId: unknown },
): RawBuilder<number | null> =>
  sql`case when ${isOpen(`${board}.id`, p.openBoards)} then ${heldOn(board, principalIn(p))} end`;

/** True if the caller has these permissions on a board; `board` is its alias in the enclosing query. */
export function mayOnBoard(
  board: string,
  p: Principal & { workspaceId: unknown },
  ...permissions: Permission[]
): RawBuilder<boolean> {
  const needed = maskOf(permissions);
  const held = sql`(${heldOn(board, principalIn(p), needed)}) & cast(${p.mask} as bigint)`;
  return sql`(${isOpen(`${board}.id`, p.openBoards)} and coalesce(${held} & ${sql.lit(needed)}, 0) = ${sql.lit(needed)})`;
}

/** The permissions of member `m` with role `r` in the workspace. */
export const heldInWorkspace = sql`((r.permissions | m.granted) & ~m.revoked)`;

const memberInQuery = (workspaceId: unknown): MemberInSql => ({
  workspaceId,
  id: sql`m.id`,
  level: sql`r.level`,
  permissions: heldInWorkspace,
});

/** The permissions of member `m` with role `r` on a board; null if they may not know of it. `board` is its alias. */
export const heldByMember = (board: string, workspaceId: unknown): RawBuilder<number | null> =>
  heldOn(board, memberInQuery(workspaceId));

/**
 * True if member `m` with role `r` can see a board, or will once active; `board` is its alias in the enclosing query.
 * The member must also hold the `further` permissions.
 */
export function seesBoard(
  board: string,
  workspaceId: unknown,
  ...further: Permission[]
): RawBuilder<boolean> {
  const needed = maskOf(['board:view', ...further]);
  return sql`coalesce((${heldOn(board, memberInQuery(workspaceId), needed)}) & ${sql.lit(needed)}, 0) = ${sql.lit(needed)}`;
}

/** True if the role `r` of member `m` in the workspace lets them see a board without a role on it; `board` is its alias. */
export const seesByWorkspaceRole = (board: string): RawBuilder<boolean> =>
  isHeld(
    permissionsOnBoard({
      access: sql.raw(`${board}.access`),
      level: sql`r.level`,
      inWorkspace: heldInWorkspace,
      asMember: sql`null`,
    }),
    allPermissions,
    'board:view',
  );

/** True if member `m` cannot see the board with this id; false if there is no such board. */
export const cannotSee = (
  boardId: RawBuilder<unknown>,
  workspaceId: unknown,
): RawBuilder<boolean> => sql`exists (
  select 1 from roles r join boards b on b.workspace_id = ${workspaceId} and b.id = ${boardId}
  where r.workspace_id = ${workspaceId} and r.id = m.role_id and not ${seesBoard('b', workspaceId)})`;

/** The permissions on board `b` of the member in `seat`, a row with `level` and `permissions`, whose role there is `br`. */
const heldBySeat = permissionsOnBoard({
  access: sql`b.access`,
  level: sql`seat.level`,
  inWorkspace: sql`seat.permissions`,
  asMember: sql`br.permissions`,
});

/** True if a permission on board `b` is held by the member in `seat` through a credential. */
export const isHeldBySeat = (
  { mask, openBoards }: Pick<Principal, 'mask' | 'openBoards'>,
  permission: Permission,
): RawBuilder<boolean> => sql`(${isOpen('b.id', openBoards)} and ${isHeld(heldBySeat, mask, permission)})`;

/** True if a permission is held through a credential with the mask `mask`. */
export const isHeld = (
  permissions: RawBuilder<unknown>,
  mask: PermissionMask,
  permission: Permission,
): RawBuilder<boolean> =>
  sql`coalesce((${permissions}) & cast(${mask} as bigint) & ${sql.lit(bitOf(permission))}, 0) <> 0`;
