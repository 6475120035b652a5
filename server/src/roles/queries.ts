import { type RawBuilder, sql } from 'kysely';
import { query } from '../db/query.ts';

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
}

const roles = (where: RawBuilder<unknown>) => sql<RoleRow>`
  select r.id as id, r.name as name, r.description as description, r.level as level, r.is_system as "isSystem",
    r.permissions as permissions,
    (select count(*) from members m where m.workspace_id = r.workspace_id and m.role_id = r.id
      and m.status <> 'removed') as "memberCount"
  from roles r where ${where}
  order by r.level, r.is_system desc, r.id`;

/** Highest rank first. */
export const rolesOf = query('roles.ofWorkspace', (_db, p: { workspaceId: string }) =>
  roles(sql`r.workspace_id = ${p.workspaceId}`),
);

export const roleById = query('roles.byId', (_db, p: { workspaceId: string; id: string }) =>
  roles(sql`r.workspace_id = ${p.workspaceId} and r.id = ${p.id}`),
);
