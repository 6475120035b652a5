import { caps } from '../../../../contract/caps.ts';
import {
  difference,
  maskOf,
  type Permission,
  permissionsIn,
  systemRoles,
  union,
} from '../../../../contract/permissions.ts';
import { requireGrantable, requireRank } from '../../base/access/authority.ts';
import type { Principal } from '../../base/access/board-permissions.ts';
import type { Located } from '../../base/access/locate.ts';
import { differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { deleteRow, updateRow } from '../../base/db/statements.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { releaseRole } from '../../data/members/rows.ts';
import { insertRole } from '../../data/roles/rows.ts';
import { roles } from '../../data/roles/tables.ts';
import { pauseBots } from '../../users/actions/pause-bots.ts';
import { boardOutOfReach, membersInRole, type RoleRow, roleById, rolesOf } from '../queries.ts';
import { losesSight, takeOffWhereUnseen } from './sight.ts';

/*
 * Roles change under the lock of their workspace, so what is read here is valid until the commit. Permissions are looked up by
 * each request; no cache has to be invalidated.
 */

const update = updateRow('roles.update', roles, ['name', 'description', 'level', 'permissions']);

const remove = deleteRow('roles.delete', roles);

/** A role of the workspace by the `role` of a body: an id, or otherwise a name. Throws `Invalid`. */
export async function roleNamed(tx: Reading, workspaceId: string, given: string): Promise<RoleRow> {
  const roles = await tx.all(rolesOf, { workspaceId });
  const found = roles.find(({ id }) => id === given) ?? roles.find(({ name }) => name === given);
  if (!found) throw new Invalid('unknown-role-named', { field: 'body/role', role: given });
  return found;
}

/** A role of the workspace by the id in `field` of a body. Throws `Invalid`. */
export async function roleOf(tx: Reading, workspaceId: string, field: string, id: string): Promise<RoleRow> {
  const role = await tx.first(roleById, { workspaceId, id });
  if (!role) throw new Invalid('unknown-role', { field: `body/${field}` });
  return role;
}

export interface CreateRole {
  name: string;
  description?: string | null;
  permissions: Permission[];
  hierarchyLevel?: number;
}

/** Creates a role. It must not have permissions that the actor lacks, nor rank above the actor's. */
export async function createRole(work: Work, workspacePublicId: string, given: CreateRole) {
  const { tx, grant, now, audit } = work;
  const rights = await grant('workspace', workspacePublicId, 'workspace:manage');
  const { workspaceId } = rights;
  const role = {
    id: newId(now),
    name: given.name,
    description: given.description || null,
    level: given.hierarchyLevel ?? Math.max(systemRoles.member.level, rights.roleLevel),
    permissions: maskOf(given.permissions),
  };
  requireRank(rights, role.level);
  requireGrantable(rights, role.permissions);
  await requireRoom(tx, { workspace_id: workspaceId });
  await requireFreeName(tx, workspaceId, role);
  await tx.run(insertRole, { ...role, workspaceId, isSystem: 0, createdAt: now });
  const detail = differences({}, audited(role));
  await audit({ type: 'role.created', workspaceId, subject: role, detail });
  return shownRole({ ...role, isSystem: 0, memberCount: 0, onBoards: 0 });
}

const requireRoom = cap('roles', ['workspace_id'], caps.rolesOfWorkspace);

export interface UpdateRole {
  name?: string;
  description?: string | null;
  permissions?: Permission[];
  hierarchyLevel?: number;
}

/** Changes the given properties. The actor must hold only the permissions that the role gains, so others may rename it. */
export async function updateRole(
  work: Work,
  workspacePublicId: string,
  rolePublicId: string,
  given: UpdateRole,
) {
  const { rights, role } = await grantRole(work, workspacePublicId, rolePublicId);
  const after = {
    ...role,
    name: given.name ?? role.name,
    description: given.description === undefined ? role.description : given.description || null,
    level: given.hierarchyLevel ?? role.level,
    permissions: given.permissions ? maskOf(given.permissions) : role.permissions,
  };
  if (role.isSystem && (after.name !== role.name || after.level !== role.level)) {
    throw new Forbidden('role-fixed');
  }
  requireRank(rights, after.level);
  requireGrantable(rights, difference(after.permissions, role.permissions));
  await requireFreeName(work.tx, rights.workspaceId, after);
  await storeRole(work, rights, role, after);
  return shownRole(after);
}

/** Deletes a role that no member has. */
export async function deleteRole(work: Work, workspacePublicId: string, rolePublicId: string) {
  const { rights, role } = await grantRole(work, workspacePublicId, rolePublicId);
  const { workspaceId } = rights;
  if (role.memberCount > 0) throw new Conflict('role-held', { count: role.memberCount });
  if (role.onBoards) throw new Conflict('role-held-on-boards');
  if (role.isSystem) throw new Forbidden('role-undeletable');
  await work.tx.run(releaseRole, { workspaceId, id: role.id });
  await work.tx.run(remove, { workspaceId, id: role.id });
  await work.audit({
    type: 'role.deleted',
    workspaceId,
    subject: role,
    detail: differences(audited(role), {}),
  });
  return { success: true };
}

/** Adds a permission to a role, or removes it. */
export async function setRolePermission(
  work: Work,
  address: { workspacePublicId: string; rolePublicId: string },
  permission: Permission,
  granted: boolean,
) {
  const { rights, role } = await grantRole(work, address.workspacePublicId, address.rolePublicId);
  const bit = maskOf([permission]);
  if (granted) requireGrantable(rights, bit);
  const permissions = (granted ? union : difference)(role.permissions, bit);
  await storeRole(work, rights, role, { ...role, permissions });
  return { success: true };
}

/**
 * Stores a changed role; if nothing differs, it does nothing. Members who have the role, in the workspace or on a board, are taken
 * off the cards of boards that they can no longer see; their bots are paused if these could do more than they.
 */
async function storeRole(
  work: Work,
  { workspaceId, principal }: Located<'workspace'>,
  before: RoleRow,
  after: RoleRow,
): Promise<void> {
  const detail = differences(audited(before), audited(after));
  if (detail.length === 0) return work.quiet();
  const { tx } = work;
  await requireInReach(tx, { ...principal, workspaceId }, before, after);
  await tx.run(update, { ...after, workspaceId });
  if (losesSight(before, after)) {
    const memberIds = (await tx.all(membersInRole, { workspaceId, roleId: after.id })).map(({ id }) => id);
    await tx.lock('members', workspaceId, memberIds);
    await takeOffWhereUnseen(work, { workspaceId, memberIds });
  }
  await pauseBots(work, workspaceId);
  await work.audit({ type: 'role.updated', workspaceId, subject: after, detail });
}

/**
 * Requires that members who have the role on a closed board gain nothing there that the actor could not grant there. Throws
 * `Forbidden`, with a text that reveals neither the board nor whether there is one.
 */
async function requireInReach(
  tx: Reading,
  caller: Principal & { workspaceId: string },
  before: RoleRow,
  { id: roleId, permissions, level }: RoleRow,
): Promise<void> {
  const gained = difference(permissions, before.permissions);
  if (caller.memberLevel === systemRoles.admin.level || (gained === 0 && level >= before.level)) return;
  if (await tx.first(boardOutOfReach, { ...caller, roleId, gained, level })) {
    throw new Forbidden('role-above-own');
  }
}

/** What the audit log records of a role. */
const audited = (role: Pick<RoleRow, 'name' | 'description' | 'level' | 'permissions'>) => ({
  name: role.name,
  description: role.description,
  hierarchyLevel: role.level,
  permissions: permissionsIn(role.permissions),
});

/** Grants changing a role, except the admin role and those that rank above the actor's. */
async function grantRole(
  { tx, grant }: Work,
  workspacePublicId: string,
  rolePublicId: string,
): Promise<{ rights: Located<'workspace'>; role: RoleRow }> {
  const rights = await grant('workspace', workspacePublicId, 'workspace:manage');
  const role = await tx.first(roleById, { workspaceId: rights.workspaceId, id: rolePublicId });
  if (!role) throw new NotFound();
  if (role.level === systemRoles.admin.level) throw new Forbidden('role-admin-fixed');
  requireRank(rights, role.level);
  return { rights, role };
}

/** Names are unique regardless of case, since they would be mistaken for each other: `Admin` is taken. */
async function requireFreeName(
  tx: Reading,
  workspaceId: string,
  role: Pick<RoleRow, 'id' | 'name'>,
): Promise<void> {
  const roles = await tx.all(rolesOf, { workspaceId });
  const same = ({ id, name }: RoleRow) => id !== role.id && name.toLowerCase() === role.name.toLowerCase();
  if (roles.some(same)) throw new Conflict('role-name-taken', { field: 'body/name' });
}

/** A role as listed by the API. */
export const listedRole = (role: RoleRow) => ({
  publicId: role.id,
  name: role.name,
  description: role.description,
  hierarchyLevel: role.level,
  isSystem: role.isSystem === 1,
  memberCount: role.memberCount,
});

const shownRole = (role: RoleRow) => ({
  ...listedRole(role),
  permissions: permissionsIn(role.permissions),
});
