import type { AuditType } from '../../../../contract/audit.ts';
import {
  difference,
  type Permission,
  type PermissionMask,
  permissionsIn,
  union,
} from '../../../../contract/permissions.ts';
import { requireRank } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import { differences } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { updateRow } from '../../base/db/statements.ts';
import { Forbidden, NotFound } from '../../base/errors.ts';
import { members } from '../../data/members/tables.ts';
import { losesSight, takeOffWhereUnseen } from '../../roles/actions/sight.ts';
import { pauseBots, requireWithinOwner } from '../../users/actions/pause-bots.ts';
import { countOfAbleAdmins, type MemberRow, memberById } from '../queries.ts';

/* Members change under the lock of their workspace, so two admins who demote each other are serialized. */

const update = updateRow('members.update', members, ['user_id', 'role_id', 'status', 'granted', 'revoked']);

/** Grants changing a member, unless the member's role ranks above the actor's. */
export async function grantMember(
  { tx, grant }: Work,
  address: MemberAddress,
  permission: Permission,
): Promise<{ rights: Located<'workspace'>; member: MemberRow }> {
  const rights = await grant('workspace', address.workspacePublicId, permission);
  const member = await memberOf(tx, rights.workspaceId, address.memberPublicId);
  requireRank(rights, member.roleLevel);
  return { rights, member };
}

export type { MemberRow };

export interface MemberAddress {
  workspacePublicId: string;
  memberPublicId: string;
}

/** A member of the workspace who was not removed. Throws `NotFound`. */
export async function memberOf(db: Reading, workspaceId: string, id: string): Promise<MemberRow> {
  const member = await db.first(memberById, { workspaceId, id });
  if (!member) throw new NotFound();
  return member;
}

/** The properties of a member that follow from `role`. */
export const inRole = (role: { id: string; name: string; level: number; permissions: PermissionMask }) => ({
  roleId: role.id,
  roleName: role.name,
  roleLevel: role.level,
  rolePermissions: role.permissions,
});

/** The permissions of a member once active: those of the role, modified by the overrides. */
export const effectiveOf = (
  member: Pick<MemberRow, 'rolePermissions' | 'granted' | 'revoked'>,
): PermissionMask => difference(union(member.rolePermissions, member.granted), member.revoked);

/** Changes a member; if nothing differs, nothing is stored or recorded. */
export async function changeMember(
  work: Work,
  before: MemberRow,
  changed: Partial<MemberRow>,
): Promise<void> {
  if (await storeMember(work, before, changed)) {
    await auditMember(work, 'member.updated', before, { ...before, ...changed });
  }
}

type MemberEvent = 'member.added' | 'member.updated' | 'member.removed';

/**
 * Stores a changed member and records it as `type`; if nothing differs, it does neither and returns false. Takes the member off
 * the cards of boards that they can no longer see, unless they are being removed, and pauses bots of theirs that could do more than
 * they. Throws `Forbidden` if the workspace would be left without an active admin who holds all permissions, or a bot could do
 * more than its owner.
 */
export async function storeMember(
  work: Work,
  before: MemberRow,
  changed: Partial<MemberRow>,
  type: MemberEvent = 'member.updated',
): Promise<boolean> {
  const after = { ...before, ...changed };
  const same = (Object.keys(changed) as (keyof MemberRow)[]).every((key) => after[key] === before[key]);
  if (same) {
    work.quiet();
    return false;
  }
  await work.tx.run(update, after);
  const admins = await work.tx.first(countOfAbleAdmins, { workspaceId: before.workspaceId });
  if (!admins?.count) throw new Forbidden('last-admin');
  await requireWithinOwner(work.tx, before.workspaceId, before.id);
  await pauseBots(work, before.workspaceId);
  if (after.status !== 'removed' && losesSight(heldBy(before), heldBy(after))) {
    await takeOffWhereUnseen(work, { workspaceId: before.workspaceId, memberIds: [before.id] });
  }
  await recordMember(work, type, after, before);
  return true;
}

const heldBy = (member: MemberRow) => ({ level: member.roleLevel, permissions: effectiveOf(member) });

type Audited = Pick<MemberRow, 'roleName' | 'status' | 'granted' | 'revoked'>;

/** Writes the differences of a member to the audit log, which looks up who it is. */
export const auditMember = (
  { audit }: Work,
  type: AuditType,
  before: Partial<Audited>,
  after: Pick<MemberRow, 'workspaceId' | 'id'> & Partial<Audited>,
): Promise<void> =>
  audit({
    type,
    workspaceId: after.workspaceId,
    subject: { id: after.id },
    detail: differences(audited(before), audited(after)),
  });

const audited = ({ roleName, status, granted = 0, revoked = 0 }: Partial<Audited>) => ({
  role: roleName,
  status,
  granted: permissionsIn(granted),
  revoked: permissionsIn(revoked),
});

/** Records an event about a member, without the address, since the workspace may hide it from recipients. */
export const recordMember = (
  { record }: Work,
  type: MemberEvent,
  member: Pick<MemberRow, 'workspaceId' | 'id' | 'roleName' | 'status'>,
  before: Pick<MemberRow, 'roleName' | 'status'> = member,
): Promise<void> =>
  record.event({
    type,
    workspaceId: member.workspaceId,
    subjectId: member.id,
    data: { memberPublicId: member.id, role: member.roleName, status: member.status },
    before: { role: before.roleName, status: before.status },
  });
