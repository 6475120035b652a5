import { requirePermission, requireRank } from '../../base/access/authority.ts';
import { maskInWorkspace } from '../../base/access/board-permissions.ts';
import type { Work } from '../../base/changes/change.ts';
import { forgetBot } from '../../data/bots/rows.ts';
import { takenAtOnce, takeOffMember } from '../../data/cards/rows.ts';
import { handedOnAtOnce, handOnItems } from '../../data/checklists/rows.ts';
import { withdrawInvites } from '../../data/invites/rows.ts';
import { endApiKeys } from '../../users/actions/api-keys.ts';
import type { MemberRow } from '../queries.ts';
import { auditMember, type MemberAddress, memberOf, storeMember } from './member.ts';

/**
 * Ends a membership, or withdraws an invitation. Members may always remove themselves, if their credential allows removing
 * members. The row stays, since others refer to it; the member is removed from cards.
 */
export async function removeMember(work: Work, address: MemberAddress) {
  const { tx, actor } = work;
  const rights = await work.grant('workspace', address.workspacePublicId, null);
  const { workspaceId } = rights;
  const leaving = address.memberPublicId === rights.memberId;
  requirePermission(leaving ? maskInWorkspace(actor) : rights.permissions, 'member:remove');
  const member = await memberOf(tx, workspaceId, address.memberPublicId);
  requireRank(rights, member.roleLevel);
  await endMembership(work, member);
  return { success: true };
}

/** Removes a member. The caller holds the grant to do so; a bot's keys are revoked. */
export async function endMembership(work: Work, member: MemberRow): Promise<void> {
  const { tx, actor } = work;
  const { workspaceId } = member;
  // The status comes first: this waits for transactions that are putting the member on a card, and later ones see it.
  await storeMember(work, member, { status: 'removed', granted: 0, revoked: 0 }, 'member.removed');
  const onCards = { workspaceId, memberId: member.id };
  while ((await tx.run(takeOffMember, onCards)).length === takenAtOnce);
  const items = { ...onCards, to: null };
  while ((await tx.run(handOnItems, items)).length === handedOnAtOnce);
  await tx.run(withdrawInvites, { workspaceId, memberId: member.id, userId: member.userId ?? '' });
  const [bot] = await tx.run(forgetBot, { workspaceId, memberId: member.id });
  if (bot) await endApiKeys(work, bot.userId, actor.userId);
  await auditMember(work, 'member.removed', member, { workspaceId, id: member.id, status: 'removed' });
}
