import {
  bitOf,
  difference,
  type Permission,
  type PermissionMask,
  union,
} from '../../../../contract/permissions.ts';
import { requireGrantable, requireRank } from '../../base/access/authority.ts';
import { differences } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { takeOffWhereUnseen } from '../../roles/actions/sight.ts';
import { pauseBots } from '../../users/actions/pause-bots.ts';
import { type MemberRow, membersWithOverrides } from '../queries.ts';
import { changeMember, effectiveOf, grantMember, type MemberAddress, recordMember } from './member.ts';

const clearAll = command('members.clearOverrides', (db, p: { workspaceId: string }) =>
  db
    .updateTable('members')
    .set({ granted: 0, revoked: 0 })
    .where('workspace_id', '=', p.workspaceId)
    .where((where) => where.or([where('granted', '<>', 0), where('revoked', '<>', 0)])),
);

/** Grants or revokes a permission by an override, which takes precedence over the member's role. */
export async function setOverride(
  work: Work,
  address: MemberAddress,
  permission: Permission,
  granted: boolean,
) {
  const { rights, member } = await grantMember(work, address, 'member:edit');
  const bit = bitOf(permission);
  if (granted) requireGrantable(rights, bit);
  await changeMember(work, member, {
    granted: (granted ? union : difference)(member.granted, bit),
    revoked: (granted ? difference : union)(member.revoked, bit),
  });
  return { success: true };
}

/** Clears the overrides of a member. The actor must hold what that restores, or they could lift their own restrictions. */
export async function resetOverrides(work: Work, address: MemberAddress) {
  const { rights, member } = await grantMember(work, address, 'member:edit');
  requireGrantable(rights, givenBack(member));
  await changeMember(work, member, { granted: 0, revoked: 0 });
  return { success: true };
}

/** Clears the overrides of every member, or of none if the actor may not reset one of them. */
export async function resetAllOverrides(work: Work, workspacePublicId: string) {
  const { tx, grant, audit, quiet } = work;
  const rights = await grant('workspace', workspacePublicId, 'member:edit');
  const { workspaceId, name } = rights;
  const members = await tx.all(membersWithOverrides, { workspaceId });
  for (const member of members) {
    requireRank(rights, member.roleLevel);
    requireGrantable(rights, givenBack(member));
  }
  if (members.length === 0) {
    quiet();
    return { success: true };
  }
  await tx.run(clearAll, { workspaceId });
  await takeOffWhereUnseen(work, { workspaceId, memberIds: members.map(({ id }) => id) });
  await pauseBots(work, workspaceId);
  for (const member of members) await recordMember(work, 'member.updated', member);
  const detail = differences({ members: members.map(({ id }) => id) }, {});
  await audit({ type: 'workspace.overridesReset', workspaceId, subject: { id: workspaceId, name }, detail });
  return { success: true };
}

/** The permissions of the member's role that their overrides revoke. */
const givenBack = (member: MemberRow): PermissionMask =>
  difference(member.rolePermissions, effectiveOf(member));
