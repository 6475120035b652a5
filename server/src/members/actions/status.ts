import { requireGrantable } from '../../base/access/authority.ts';
import type { Work } from '../../base/changes/change.ts';
import { Conflict } from '../../base/errors.ts';
import { changeMember, effectiveOf, grantMember, type MemberAddress } from './member.ts';

/** Pauses or reactivates a member. Reactivating restores their permissions, so the actor must hold them. */
export async function changeStatus(work: Work, address: MemberAddress, status: 'active' | 'paused') {
  const { rights: standing, member } = await grantMember(work, address, 'member:edit');
  if (member.status === 'invited') throw new Conflict('invitation-pending');
  if (status === 'active' && member.status === 'paused') requireGrantable(standing, effectiveOf(member));
  await changeMember(work, member, { status });
  return { success: true, status };
}
