import { sql } from 'kysely';
import { command, query } from '../base/db/query.ts';
import { insertRow } from '../base/db/statements.ts';
import { groupedMembers, groupRoles } from '../data/directory/tables.ts';
import { ableAdmins } from '../data/members/fragments.ts';

export interface GroupRow {
  id: string;
  provider: string;
  name: string;
  role: string;
}

export const groupsOf = query(
  'group_roles.of',
  (_db, p: { workspaceId: string }) => sql<GroupRow>`
  select g.id as id, g.provider as provider, g.name as name, r.name as role from group_roles g
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = g.role_id
  where g.workspace_id = ${p.workspaceId} order by g.provider, g.name`,
);

export const insertGroup = insertRow('group_roles.insert', groupRoles);

export const removeGroup = command('group_roles.remove', (db, p: { workspaceId: string; id: string }) =>
  db
    .deleteFrom('group_roles')
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id)
    .returning(['name', 'provider', 'role_id as roleId']),
);

/** The workspaces that have to do with somebody of a provider: where their groups give roles, and where earlier ones did. */
export const concerned = query(
  'group_roles.concerned',
  (_db, p: { userId: string; provider: string; names: readonly string[] }, fn) => sql<{
    workspaceId: string;
  }>`
  select g.workspace_id as "workspaceId" from group_roles g
  where g.provider = ${p.provider} and ${fn.isIn('g.name', fn.each(p.names))}
  union
  select d.workspace_id from grouped_members d
  where d.user_id = ${p.userId} and d.provider = ${p.provider} and d.left_at is null`,
);

export interface GivenRoleRow {
  id: string;
  name: string;
  level: number;
  permissions: number;
}

/** The role that ranks highest of those that groups of a person give. */
export const roleByGroups = query(
  'group_roles.role',
  (_db, p: { workspaceId: string; provider: string; names: readonly string[] }, fn) => sql<GivenRoleRow>`
  select r.id as id, r.name as name, r.level as level, r.permissions as permissions from group_roles g
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = g.role_id
  join workspaces w on w.id = ${p.workspaceId} and w.deleted_at is null
  where g.workspace_id = ${p.workspaceId} and g.provider = ${p.provider} and ${fn.isIn('g.name', fn.each(p.names))}
  order by r.level, r.created_at, r.id limit 1`,
);

/** The account, if its address is proven to be its owner's. */
export const provenAccount = query(
  'group_roles.provenAccount',
  (_db, p: { userId: string }) => sql<{ id: string }>`
  select id from users where id = ${p.userId} and email_verified_at is not null`,
);

export interface GroupedRow {
  memberId: string;
  provider: string;
  baseRoleId: string | null;
  leftAt: number | null;
}

export const groupedMember = query(
  'grouped_members.ofMember',
  (_db, p: { workspaceId: string; memberId: string }) => sql<GroupedRow>`
  select member_id as "memberId", provider, base_role_id as "baseRoleId", left_at as "leftAt" from grouped_members
  where workspace_id = ${p.workspaceId} and member_id = ${p.memberId}`,
);

export const insertGrouped = insertRow('grouped_members.insert', groupedMembers);

export const setLeft = command(
  'grouped_members.setLeft',
  (db, p: { workspaceId: string; memberId: string; leftAt: number | null; provider: string }) =>
    db
      .updateTable('grouped_members')
      .set({ left_at: p.leftAt, provider: p.provider })
      .where('workspace_id', '=', p.workspaceId)
      .where('member_id', '=', p.memberId),
);

/** Whether there is an admin who can run the workspace besides a member. */
export const anotherAdmin = query(
  'members.anotherAdmin',
  (_db, p: { workspaceId: string; memberId: string }) => sql<{ id: string }>`
  select o.id as id ${ableAdmins(p.workspaceId)} and o.id <> ${p.memberId} limit 1`,
);
