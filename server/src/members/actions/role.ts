import { requireGrantable, requireRank } from '../../base/access/authority.ts';
import type { Work } from '../../base/changes/change.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import { changeMember, grantMember, inRole, type MemberAddress } from './member.ts';

/** Changes a member's role, by name or id. The overrides stay, since they do not depend on the role. */
export async function changeRole(work: Work, address: MemberAddress, given: string) {
  const { rights, member } = await grantMember(work, address, 'member:edit');
  const role = await roleNamed(work.tx, rights.workspaceId, given);
  requireRank(rights, role.level);
  requireGrantable(rights, role.permissions);
  await changeMember(work, member, inRole(role));
  const { userId, status, roleId, workspaceId } = member;
  if (userId !== null && userId !== work.actor.userId && status === 'active' && roleId !== role.id)
    work.tell({ userId, kind: 'role-changed', workspaceId, about: { role: role.name } });
  return { success: true, role: role.name };
}
