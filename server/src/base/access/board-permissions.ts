import { type RawBuilder, sql } from 'kysely';
import {
  allPermissions,
  maskOf,
  type Permission,
  type PermissionMask,
  systemRoles,
} from '../../../../contract/permissions.ts';

/*
 * What a member may do on a board and with all that is on it. This is the one place that says so: what is addressed by
 * its id asks by `locate`, and lists ask for each board by the same fragments of SQL.
 */

interface OnBoard {
  access: RawBuilder<unknown>;
  /** Of the member's role in the workspace. */
  level: RawBuilder<unknown>;
  /** What the member holds in the workspace. */
  inWorkspace: RawBuilder<unknown>;
  /** What the member's role on the board permits; null where there is none. */
  asMember: RawBuilder<unknown>;
}

/**
 * The permissions on a board, null where the member may not know of it. Overrides count for the workspace only. Where all
 * that is `needed` follows from the workspace, it is not looked any further.
 */
export const permissionsOnBoard = (
  { access, level, inWorkspace, asMember }: OnBoard,
  needed: PermissionMask = allPermissions,
): RawBuilder<number | null> => sql`case
  when ${level} = ${sql.lit(systemRoles.admin.level)} or ${access} = 'workspace'
    and (${inWorkspace} & ${sql.lit(needed)}) = ${sql.lit(needed)} then ${inWorkspace}
  when ${access} = 'workspace' then ${inWorkspace} | coalesce(${asMember}, 0)
  else ${asMember} end`;

/** A member as a statement has it: columns, or what it binds. */
interface MemberInSql {
  workspaceId: unknown;
  id: RawBuilder<unknown>;
  level: RawBuilder<unknown>;
  permissions: RawBuilder<unknown>;
}

/** What a member holds on a board, null where the member may not know of it; `board` is its alias in the query around it. */
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

/** Who asks, as statements bind it that ask for each of many boards. */
export interface Principal {
  memberId: string;
  /** Of the role in the workspace. */
  memberLevel: number;
  /** What the caller holds in the workspace, whatever the credential lets through. */
  memberPermissions: PermissionMask;
  /** What the credential lets through. */
  mask: PermissionMask;
}

/** What the caller holds in the workspace with this credential. */
export const heldInWorkspaceBy = ({ memberPermissions, mask }: Principal): PermissionMask =>
  memberPermissions & mask;

const principalIn = (p: Omit<Principal, 'mask'> & { workspaceId: unknown }): MemberInSql => ({
  workspaceId: p.workspaceId,
  id: sql`cast(${p.memberId} as text)`,
  level: sql`cast(${p.memberLevel} as bigint)`,
  permissions: sql`cast(${p.memberPermissions} as bigint)`,
});

/**
 * What the caller holds on a board, whatever the credential lets through, null where that may not know of it; `board` is
 * its alias in the query around it.
 */
export const heldOnBoard = (
  board: string,
  p: Omit<Principal, 'mask'> & { workspaceId: unknown },
): RawBuilder<number | null> => heldOn(board, principalIn(p));

/** True where the caller holds these permissions on a board; `board` is its alias in the query around it. */
export function mayOnBoard(
  board: string,
  p: Principal & { workspaceId: unknown },
  ...permissions: Permission[]
): RawBuilder<boolean> {
  const needed = maskOf(permissions);
  const held = sql`(${heldOn(board, principalIn(p), needed)}) & cast(${p.mask} as bigint)`;
  return sql`coalesce(${held} & ${sql.lit(needed)}, 0) = ${sql.lit(needed)}`;
}

/** What member `m` of role `r` holds in the workspace. */
export const heldInWorkspace = sql`((r.permissions | m.granted) & ~m.revoked)`;

const memberInQuery = (workspaceId: unknown): MemberInSql => ({
  workspaceId,
  id: sql`m.id`,
  level: sql`r.level`,
  permissions: heldInWorkspace,
});

/** What member `m` of role `r` holds on a board, null where the member may not know of it; `board` is its alias. */
export const heldByMember = (board: string, workspaceId: unknown): RawBuilder<number | null> =>
  heldOn(board, memberInQuery(workspaceId));

/**
 * True where member `m` of role `r` sees a board, or will once active; `board` is its alias in the query around it.
 * `further` is to be seen of it as well.
 */
export function seesBoard(
  board: string,
  workspaceId: unknown,
  ...further: Permission[]
): RawBuilder<boolean> {
  const needed = maskOf(['board:view', ...further]);
  return sql`coalesce((${heldOn(board, memberInQuery(workspaceId), needed)}) & ${sql.lit(needed)}, 0) = ${sql.lit(needed)}`;
}

/** True where member `m` cannot see the board with an id; false where there is no such board. */
export const cannotSee = (
  boardId: RawBuilder<unknown>,
  workspaceId: unknown,
): RawBuilder<boolean> => sql`exists (
  select 1 from roles r join boards b on b.workspace_id = ${workspaceId} and b.id = ${boardId}
  where r.workspace_id = ${workspaceId} and r.id = m.role_id and not ${seesBoard('b', workspaceId)})`;
