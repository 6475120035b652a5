import { hashOf, kindOf } from '../../base/access/tokens.ts';
import type { Work } from '../../base/changes/change.ts';
import { Forbidden, Invalid } from '../../base/errors.ts';
import { suspendedInvitation } from '../../data/directory/rows.ts';
import { acceptAs, acceptAsInvited, addMember, memberWith } from '../../members/actions/join.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import { holdAccount } from '../../users/actions/hold-account.ts';
import { proveOwnAddress } from '../../users/actions/prove-address.ts';
import { requireRoomForWorkspace } from '../../workspaces/actions/create.ts';
import { type InviteRow, inviteByHash } from '../queries.ts';
import { defaultRole } from './link.ts';

/** Makes the actor a member of the workspace of a code; an existing member stays unchanged. */
export async function acceptInvite(work: Work, code: string) {
  work.ownAccount();
  const invite = await heldInvite(work, code);
  const { workspaceId, workspaceSlug, memberId } = invite;
  await (memberId === null ? joinByLink(work, workspaceId) : joinAsInvited(work, { ...invite, memberId }));
  return { success: true, workspacePublicId: workspaceId, workspaceSlug };
}

/** The open invitation of a code. Locks its workspace, so that a withdrawn code cannot be used concurrently. */
async function heldInvite(work: Work, code: string): Promise<InviteRow> {
  const { tx, now } = work;
  const unknown = () => new Invalid('unknown-invitation', { field: 'body/inviteCode' });
  if (kindOf(code) !== 'invite') throw unknown();
  const hash = hashOf(code);
  const found = await tx.first(inviteByHash, { hash });
  if (!found) throw unknown();
  // Lock the account first: accepting verifies its address, which is written last.
  await holdAccount(work);
  await tx.lock('workspaces', found.workspaceId, [found.workspaceId]);
  const invite = await tx.first(inviteByHash, { hash });
  if (!invite || invite.deactivatedAt !== null) throw unknown();
  if (invite.expiresAt <= now) throw new Invalid('invitation-expired', { field: 'body/inviteCode' });
  return invite;
}

async function joinAsInvited(
  work: Work,
  { workspaceId, memberId, isMailed }: InviteRow & { memberId: string },
): Promise<void> {
  const member = await memberWith(work.tx, workspaceId, work.actor.email);
  if (member?.id !== memberId) throw new Forbidden('invitation-for-other');
  if (member.status === 'active') return;
  if (member.status !== 'invited') throw new Forbidden('membership-paused');
  await requireRoomForWorkspace(work.tx, { user_id: work.actor.userId });
  await acceptAsInvited(work, member);
  // A code that was only mailed to the actor's address verifies it; one that was shown to somebody else does not.
  if (isMailed === 1) await proveOwnAddress(work, work.actor.userId);
}

async function joinByLink(work: Work, workspaceId: string): Promise<void> {
  const { tx, actor } = work;
  const { email, userId } = actor;
  const member = await memberWith(tx, workspaceId, email);
  if (member?.status === 'active') return;
  if (member?.status === 'paused') throw new Forbidden('membership-paused');
  // Anyone may have the link, so it must not undo a removal.
  if (member?.status === 'removed') throw new Forbidden('membership-removed');
  if (member && (await tx.first(suspendedInvitation, { workspaceId, memberId: member.id })))
    throw new Forbidden('membership-paused');
  await requireRoomForWorkspace(tx, { user_id: userId });
  const role = await roleNamed(tx, workspaceId, defaultRole);
  if (member) await acceptAs(work, member, role);
  else await addMember(work, { workspaceId, email, role, userId });
}
