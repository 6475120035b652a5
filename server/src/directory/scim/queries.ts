import { sql } from 'kysely';
import type { PermissionMask } from '../../../../contract/permissions.ts';
import { command, query } from '../../base/db/query.ts';
import { deleteRow, deleteRows, insertRow, updateRow } from '../../base/db/statements.ts';
import { scimGroupMembers, scimGroups, scimUsers } from '../../data/directory/tables.ts';
import type { MemberStatus } from '../../data/members/tables.ts';

interface OfWorkspace {
  workspaceId: string;
}

/** A person of the workspace, as directories see them. Those of whom none has told have their address as their name. */
export interface PersonRow {
  memberId: string;
  userId: string | null;
  email: string;
  name: string | null;
  status: MemberStatus;
  userName: string;
  externalId: string | null;
  suspended: 0 | 1;
  createdAt: number;
  updatedAt: number;
  version: number;
}

const people = ({ workspaceId }: OfWorkspace) => sql<PersonRow>`
  select m.id as "memberId", m.user_id as "userId", m.email as email, u.name as name, m.status as status,
    coalesce(s.user_name, m.email) as "userName", s.external_id as "externalId", coalesce(s.suspended, 0) as suspended,
    coalesce(s.created_at, m.created_at) as "createdAt", coalesce(s.updated_at, m.created_at) as "updatedAt",
    coalesce(s.version, 0) as version
  from members m
  left join users u on u.id = m.user_id
  left join scim_users s on s.workspace_id = ${workspaceId} and s.member_id = m.id
  where m.workspace_id = ${workspaceId} and m.status <> 'removed' and u.bot_since is null
    and not exists (select 1 from placeholders h where h.workspace_id = ${workspaceId} and h.member_id = m.id)`;

/** All people of a workspace, oldest first; there are not more than a workspace may have. */
export const peopleOf = query(
  'scim_users.people',
  (_db, p: OfWorkspace) => sql<PersonRow>`${people(p)} order by m.id`,
);

export const personOf = query(
  'scim_users.person',
  (_db, p: OfWorkspace & { memberId: string }) => sql<PersonRow>`${people(p)} and m.id = ${p.memberId}`,
);

/** Who has a name, as a directory has told it, or an address. */
export const namedPerson = query(
  'scim_users.named',
  (_db, p: OfWorkspace & { key: string }) => sql<{ memberId: string }>`
  select s.member_id as "memberId" from scim_users s
  join members m on m.workspace_id = ${p.workspaceId} and m.id = s.member_id and m.status <> 'removed'
  where s.workspace_id = ${p.workspaceId} and s.user_name_key = ${p.key}`,
);

/** Whether an account opens more than a workspace: another one, or the pages of operators. */
export const opensMore = query(
  'scim_users.opensMore',
  (_db, p: OfWorkspace & { userId: string }) => sql<{ id: string }>`
  select u.id as id from users u where u.id = ${p.userId} and (u.operator_since is not null or exists (
    select 1 from members m where m.user_id = u.id and m.workspace_id <> ${p.workspaceId} and m.status <> 'removed'))`,
);

/** The further attributes of some people. */
export const attributesOf = query(
  'scim_users.attributes',
  (_db, p: OfWorkspace & { ids: readonly string[] }, fn) => sql<{ memberId: string; attributes: string }>`
  select member_id as "memberId", attributes from scim_users
  where workspace_id = ${p.workspaceId} and ${fn.isIn('member_id', fn.each(p.ids))}`,
);

/** The groups of some people. */
export const groupsOfPeople = query(
  'scim_group_members.ofPeople',
  (_db, p: OfWorkspace & { ids: readonly string[] }, fn) => sql<{
    memberId: string;
    id: string;
    name: string;
  }>`
  select x.member_id as "memberId", g.id as id, g.name as name from scim_group_members x
  join scim_groups g on g.workspace_id = ${p.workspaceId} and g.id = x.group_id
  where x.workspace_id = ${p.workspaceId} and ${fn.isIn('x.member_id', fn.each(p.ids))} order by g.name`,
);

export const insertPerson = insertRow('scim_users.insert', scimUsers);
export const updatePerson = updateRow('scim_users.update', scimUsers, [
  'user_name',
  'user_name_key',
  'external_id',
  'attributes',
  'suspended',
  'updated_at',
  'version',
]);
export const removePerson = deleteRow('scim_users.remove', scimUsers);
export const leaveGroups = deleteRows('scim_group_members.leaveAll', scimGroupMembers, [
  'workspace_id',
  'member_id',
]);

/** Frees a name of somebody who is no member any more. */
export const forgetName = command(
  'scim_users.forgetName',
  (_db, p: OfWorkspace & { key: string }) => sql<never>`
  delete from scim_users where workspace_id = ${p.workspaceId} and user_name_key = ${p.key} and member_id in (
    select m.id from members m where m.workspace_id = ${p.workspaceId} and m.status = 'removed')`,
);

export interface ScimGroupRow {
  id: string;
  name: string;
  externalId: string | null;
  createdAt: number;
  updatedAt: number;
  version: number;
}

export const scimGroupsOf = query(
  'scim_groups.all',
  (_db, p: OfWorkspace) => sql<ScimGroupRow>`
  select id, name, external_id as "externalId", created_at as "createdAt", updated_at as "updatedAt", version
  from scim_groups where workspace_id = ${p.workspaceId} order by id`,
);

/** The people of some groups, who are members. */
export const peopleOfGroups = query(
  'scim_group_members.ofGroups',
  (_db, p: OfWorkspace & { ids: readonly string[] }, fn) => sql<{
    groupId: string;
    id: string;
    name: string;
  }>`
  with of as materialized (
    select x.group_id, x.member_id ${fn.lookUp({
      table: 'scim_group_members',
      workspaceId: p.workspaceId,
      column: 'group_id',
      values: fn.ids(p.ids),
    })}
  )
  select of.group_id as "groupId", m.id as id, coalesce(s.user_name, m.email) as name from of
  ${fn.row({ table: 'members', as: 'm', workspaceId: p.workspaceId, id: 'of.member_id' })}
  left join scim_users s on s.workspace_id = ${p.workspaceId} and s.member_id = m.id
  where m.status <> 'removed' order by m.id`,
);

/** Those of some ids that are people of the workspace. */
export const knownPeople = query(
  'scim_users.known',
  (_db, p: OfWorkspace & { ids: readonly string[] }, fn) => sql<{ id: string }>`
  select m.id as id from members m left join users u on u.id = m.user_id
  where m.workspace_id = ${p.workspaceId} and m.status <> 'removed' and u.bot_since is null and ${fn.isIn('m.id', fn.each(p.ids))}`,
);

export const insertScimGroup = insertRow('scim_groups.insert', scimGroups);
export const updateScimGroup = updateRow('scim_groups.update', scimGroups, [
  'name',
  'name_key',
  'external_id',
  'updated_at',
  'version',
]);
export const removeScimGroup = deleteRow('scim_groups.remove', scimGroups);

export const enterGroup = command(
  'scim_group_members.enter',
  (_db, p: OfWorkspace & { groupId: string; ids: readonly string[] }, fn) => sql<never>`
  insert into scim_group_members (workspace_id, group_id, member_id)
  select ${p.workspaceId}, ${p.groupId}, m.id from members m
  where m.workspace_id = ${p.workspaceId} and ${fn.isIn('m.id', fn.each(p.ids))}
  on conflict do nothing`,
);

export const leaveGroup = command(
  'scim_group_members.leave',
  (_db, p: OfWorkspace & { groupId: string; ids: readonly string[] }, fn) => sql<never>`
  delete from scim_group_members
  where workspace_id = ${p.workspaceId} and group_id = ${p.groupId} and ${fn.isIn('member_id', fn.each(p.ids))}`,
);

/** The names by which groups of a member give roles: what they are called, and the directory's own id. */
export const namesOfGroups = query(
  'scim_group_members.names',
  (_db, p: OfWorkspace & { memberId: string }) => sql<{ name: string; externalId: string | null }>`
  select g.name as name, g.external_id as "externalId" from scim_group_members x
  join scim_groups g on g.workspace_id = ${p.workspaceId} and g.id = x.group_id
  where x.workspace_id = ${p.workspaceId} and x.member_id = ${p.memberId}`,
);

export interface RankRow {
  level: number;
  permissions: PermissionMask;
}

/** The roles that groups give which have one of some names. */
export const rolesByNames = query(
  'group_roles.byNames',
  (_db, p: OfWorkspace & { names: readonly string[] }, fn) => sql<RankRow>`
  select distinct r.level as level, r.permissions as permissions from group_roles g
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = g.role_id
  where g.workspace_id = ${p.workspaceId} and g.provider = '' and ${fn.isIn('g.name', fn.each(p.names))}`,
);

/** The roles of some people. */
export const rolesOfPeople = query(
  'scim_group_members.roles',
  (_db, p: OfWorkspace & { ids: readonly string[] }, fn) => sql<RankRow>`
  select distinct r.level as level, r.permissions as permissions from members m
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  where m.workspace_id = ${p.workspaceId} and ${fn.isIn('m.id', fn.each(p.ids))}`,
);

/** The roles that some people get back once their groups give none. */
export const rolesGivenBack = query(
  'scim_group_members.rolesGivenBack',
  (_db, p: OfWorkspace & { ids: readonly string[] }, fn) => sql<RankRow>`
  select distinct r.level as level, r.permissions as permissions from grouped_members d
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = d.base_role_id
  where d.workspace_id = ${p.workspaceId} and ${fn.isIn('d.member_id', fn.each(p.ids))}`,
);

/**
 * The members whose role is not the one that the groups of the directory give, or gave back. It begins with the groups that give one:
 * there are few of them.
 */
export const unsettled = query(
  'scim_group_members.unsettled',
  (_db, p: OfWorkspace, fn) => sql<{ memberId: string }>`
  with named as materialized (
    select g.name as id, g.id as group_id from scim_groups g where g.workspace_id = ${p.workspaceId}
    union
    select g.external_id, g.id from scim_groups g where g.workspace_id = ${p.workspaceId} and g.external_id is not null
  ), found as materialized (
    select k.group_id, x.role_id ${fn.lookUp({
      table: 'group_roles',
      workspaceId: p.workspaceId,
      column: 'name',
      values: sql`named`,
      only: sql`provider = ''`,
    })}
  ), giving as materialized (
    select found.group_id as id, r.id as role_id, r.level, r.created_at from found
    ${fn.row({ table: 'roles', as: 'r', workspaceId: p.workspaceId, id: 'found.role_id' })}
  ), given as materialized (
    select x.member_id, k.role_id,
      row_number() over (partition by x.member_id order by k.level, k.created_at, k.role_id) as place
    ${fn.lookUp({ table: 'scim_group_members', workspaceId: p.workspaceId, column: 'group_id', values: sql`giving` })}
  ), grouped as materialized (
    select d.member_id, d.provider from grouped_members d where d.workspace_id = ${p.workspaceId}
  )
  select m.id as "memberId" from given
  ${fn.row({ table: 'members', as: 'm', workspaceId: p.workspaceId, id: 'given.member_id' })}
  where m.status <> 'removed' and given.place = 1
    and (given.role_id <> m.role_id or m.id not in (select grouped.member_id from grouped))
  union
  select grouped.member_id from grouped
  where grouped.provider = '' and grouped.member_id not in (select given.member_id from given)`,
);
