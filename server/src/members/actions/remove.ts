import { sql } from 'kysely';
import { requireHolds, requireRank } from '../../access/authority.ts';
import type { Work } from '../../changes/change.ts';
import { command } from '../../db/query.ts';
import { auditMember, type MemberAddress, memberOf, storeMember } from './member.ts';

const takenAtOnce = 500;

/** Takes a member off some cards: others read before the next ones come. */
export const takeOffCards = command(
  'card_members.removeMember',
  (_db, p: { workspaceId: string; memberId: string }, fn) => sql<{ id: string }>`
  delete from card_members where workspace_id = ${p.workspaceId} and ${fn.isOneOf(
    'workspace_id, card_id, member_id',
    sql`from card_members x where x.workspace_id = ${p.workspaceId} and x.member_id = ${p.memberId}
      limit ${sql.lit(takenAtOnce)}`,
  )} returning card_id as id`,
);

interface Codes {
  workspaceId: string;
  memberId: string;
  /** Empty for someone without an account. */
  userId: string;
}

/** The code that was mailed to the member, and the link that the member made and may have kept. */
const withdrawInvites = command('invites.withdraw', (db, p: Codes) =>
  db
    .deleteFrom('invites')
    .where('workspace_id', '=', p.workspaceId)
    .where((where) =>
      where.or([
        where('member_id', '=', p.memberId),
        where.and([where('member_id', 'is', null), where('created_by', '=', p.userId)]),
      ]),
    ),
);

/**
 * Ends a membership, or withdraws an invitation. Everyone may leave, with a credential that would let them remove
 * others. The row stays for what refers to it; cards let go of it.
 */
export async function removeMember(work: Work, address: MemberAddress) {
  const { tx, actor } = work;
  const standing = await work.grant('workspace', address.workspacePublicId, null);
  const { workspaceId } = standing;
  const leaving = address.memberPublicId === standing.memberId;
  requireHolds(leaving ? actor.mask : standing.permissions, 'member:remove');
  const member = await memberOf(tx, workspaceId, address.memberPublicId);
  requireRank(standing, member.roleLevel);
  // First the status: who is putting the member on a card now is waited for, and who comes later sees it.
  await storeMember(work, member, { status: 'removed', granted: 0, revoked: 0 }, 'member.removed');
  const onCards = { workspaceId, memberId: member.id };
  while ((await tx.run(takeOffCards, onCards)).length === takenAtOnce);
  await tx.run(withdrawInvites, { workspaceId, memberId: member.id, userId: member.userId ?? '' });
  await auditMember(work, 'member.removed', member, { workspaceId, id: member.id, status: 'removed' });
  return { success: true };
}
