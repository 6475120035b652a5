import { type RawBuilder, sql } from 'kysely';
import type { PermissionMask } from '../../../contract/permissions.ts';
import { heldOnBoard, type Principal } from '../base/access/board-permissions.ts';
import { query } from '../base/db/query.ts';

/** A stored role, with the number of members who have it. */
export interface RoleRow {
  id: string;
  name: string;
  description: string | null;
  level: number;
  /** 0 or 1. */
  isSystem: number;
  permissions: number;
  memberCount: number;
  /** Whether a member of a board has it there: 0 or 1. */
  onBoards: number;
}

const roles = ({ workspaceId }: { workspaceId: string }, where: RawBuilder<unknown>) => sql<RoleRow>`
  select r.id as id, r.name as name, r.description as description, r.level as level, r.is_system as "isSystem",
    r.permissions as permissions,
    (select count(*) from members m where m.workspace_id = ${workspaceId} and m.role_id = r.id
      and m.status <> 'removed') as "memberCount",
    case when exists (select 1 from board_members bm where bm.workspace_id = ${workspaceId} and bm.role_id = r.id)
      then 1 else 0 end as "onBoards"
  from roles r where r.workspace_id = ${workspaceId} and ${where}
  order by r.level, r.is_system desc, r.id`;

/** Highest rank first. */
export const rolesOf = query('roles.ofWorkspace', (_db, p: { workspaceId: string }) => roles(p, sql`1 = 1`));

export const roleById = query('roles.byId', (_db, p: { workspaceId: string; id: string }) =>
  roles(p, sql`r.id = ${p.id}`),
);

interface Raised extends Omit<Principal, 'mask'> {
  workspaceId: string;
  roleId: string;
  /** The permissions that the role gains. */
  gained: PermissionMask;
  /** Its new rank. */
  level: number;
}

/** A closed board where a member has a role that the caller, who is not an admin, could not assign there once changed. */
export const boardOutOfReach = query(
  'roles.boardOutOfReach',
  (_db, p: Raised) => sql<{ id: string }>`
  select b.id as id from boards b
  where b.workspace_id = ${p.workspaceId} and b.access = 'members'
    and exists (
      select 1 from board_members o
      where o.workspace_id = ${p.workspaceId} and o.board_id = b.id and o.role_id = ${p.roleId})
    and (coalesce(${heldOnBoard('b', p)}, 0) & cast(${p.gained} as bigint) <> cast(${p.gained} as bigint)
      or not exists (
        select 1 from board_members me join roles mine on mine.workspace_id = ${p.workspaceId} and mine.id = me.role_id
        where me.workspace_id = ${p.workspaceId} and me.board_id = b.id and me.member_id = ${p.memberId}
          and mine.level <= cast(${p.level} as bigint)))
  limit 1`,
);

/** The members who have a role, in the workspace or on one of its boards. */
export const membersInRole = query(
  'roles.members',
  (_db, p: { workspaceId: string; roleId: string }) => sql<{ id: string }>`
  select m.id as id from members m
  where m.workspace_id = ${p.workspaceId} and m.role_id = ${p.roleId} and m.status <> 'removed'
  union
  select bm.member_id as id from board_members bm
  where bm.workspace_id = ${p.workspaceId} and bm.role_id = ${p.roleId}`,
);
