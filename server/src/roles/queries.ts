import { type RawBuilder, sql } from 'kysely';
import { query } from '../base/db/query.ts';

/** A role as it is stored, with the number of members who have it. */
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

/** Who has a role in the workspace, or on one of its boards. */
export const membersInRole = query(
  'roles.members',
  (_db, p: { workspaceId: string; roleId: string }) => sql<{ id: string }>`
  select m.id as id from members m
  where m.workspace_id = ${p.workspaceId} and m.role_id = ${p.roleId} and m.status <> 'removed'
  union
  select bm.member_id as id from board_members bm
  where bm.workspace_id = ${p.workspaceId} and bm.role_id = ${p.roleId}`,
);
