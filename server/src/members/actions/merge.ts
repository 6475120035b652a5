import { requireRank } from '../../base/access/authority.ts';
import { auditOn } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import { minute } from '../../base/clock.ts';
import type { Reading, Writing } from '../../base/db/database.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import type { Lease } from '../../base/jobs/leases.ts';
import { botOfMember } from '../../data/bots/rows.ts';
import {
  type Key,
  type Merge,
  markMerged,
  ownerOfPlaceholder,
  placeholderById,
  restartMerge,
} from '../merges.ts';
import { memberById } from '../queries.ts';
import { type MemberAddress, memberOf, storeMember } from './member.ts';
import { passMemberships } from './pass-on.ts';

/*
 * Merging a placeholder with a member. First the target is stored and the event recorded; from then on imports map that person
 * to the member. Then its memberships are passed on in slices, the placeholder is removed from the workspace, and what it has
 * written is passed on in slices as well.
 */

/** For how long a new merge is left to the node on which it was requested; microseconds. */
const reserved = minute;

/** Begins to merge a placeholder with a member; returns undefined if that is already complete. */
export async function beginMerge(
  work: Work,
  address: MemberAddress,
  targetId: string,
): Promise<Merge | undefined> {
  const { tx, now, actor, grant, quiet } = work;
  const rights = await grant('workspace', address.workspacePublicId, 'member:edit');
  const { workspaceId } = rights;
  const key = { workspaceId, placeholderId: address.memberPublicId };
  const merge = {
    ...key,
    memberId: targetId,
    userId: actor.userId,
    userName: actor.name,
    dueAt: now + reserved,
    attempts: 0,
    deaths: 0,
  };
  const known = await tx.first(placeholderById, key);
  if (known?.mergedInto === targetId) {
    quiet();
    const [restarted] = await tx.run(restartMerge, merge);
    return restarted && { ...merge, ...restarted };
  }
  const placeholder = await memberOf(tx, workspaceId, key.placeholderId);
  requireRank(rights, placeholder.roleLevel);
  if (!known) throw new Conflict('not-a-placeholder');
  requireRank(rights, await levelOfTarget(tx, key, targetId));
  const [marked] = await tx.run(markMerged, merge);
  if (!marked) throw new Conflict('placeholder-merging');
  await auditMerge(work, merge);
  return { ...merge, ...marked };
}

/** The rank of the target member. */
async function levelOfTarget(tx: Reading, { workspaceId, placeholderId }: Key, id: string): Promise<number> {
  const what = 'body/targetMemberPublicId';
  if (id === placeholderId) throw new Invalid('same-placeholder', { field: what });
  const target = await tx.first(memberById, { workspaceId, id });
  if (!target) throw new Invalid('not-a-member', { field: what });
  if (await tx.first(placeholderById, { workspaceId, placeholderId: id })) {
    throw new Invalid('target-is-placeholder', { field: what });
  }
  if (await tx.first(botOfMember, { workspaceId, memberId: id }))
    throw new Invalid('target-is-bot', { field: what });
  if (target.userId === null) throw new Conflict('target-not-joined', { field: what });
  return target.roleLevel;
}

const auditMerge = (
  { audit }: Pick<Work, 'audit'>,
  { workspaceId, placeholderId, memberId }: Merge,
  type: 'member.merged' | 'member.mergeStopped' = 'member.merged',
) =>
  audit({
    type,
    workspaceId,
    subject: { id: placeholderId },
    detail: [{ field: 'member', from: placeholderId, to: memberId }],
  });

/** Begins to merge a placeholder with the member who has verified its address; returns undefined if there is none (any more). */
export async function beginTakeOver(tx: Writing, now: number, key: Key): Promise<Merge | undefined> {
  const { workspaceId } = key;
  await tx.lock('workspaces', workspaceId, [workspaceId]);
  const owner = await tx.first(ownerOfPlaceholder, key);
  const placeholder = owner && (await tx.first(memberById, { workspaceId, id: key.placeholderId }));
  if (!owner || !placeholder) return undefined;
  const merge = { ...key, ...owner, dueAt: now + reserved, attempts: 0, deaths: 0 };
  const [marked] = await tx.run(markMerged, merge);
  if (!marked) return undefined;
  await auditMerge({ audit: auditOn(tx, null, now, () => {}) }, merge);
  return { ...merge, ...marked };
}

/** Gives up a merge at which processes die, until it is requested again. Throws `Lost`. */
export async function stopMerge(tx: Writing, now: number, merge: Merge, lease: Lease): Promise<void> {
  const { workspaceId } = merge;
  await tx.lock('workspaces', workspaceId, [workspaceId]);
  await lease.giveUp(tx);
  await auditMerge({ audit: auditOn(tx, null, now, () => {}) }, merge, 'member.mergeStopped');
}

/** Removes the placeholder from the workspace, after passing on memberships added since the slices before. */
export async function removePlaceholder(work: Work, merge: Merge): Promise<void> {
  const { workspaceId, placeholderId: id } = merge;
  work.continues();
  await work.tx.lock('workspaces', workspaceId, [workspaceId]);
  const placeholder = await work.tx.first(memberById, { workspaceId, id });
  // Pass on its last board memberships before its status changes; after that nobody can put it on a card.
  while (await passMemberships.onBoards(work.tx, merge));
  if (placeholder) {
    await storeMember(work, placeholder, { status: 'removed', granted: 0, revoked: 0 }, 'member.removed');
  } else work.quiet();
  while (await passMemberships.onCards(work.tx, merge));
  while (await passMemberships.onItems(work.tx, merge));
}

/** Marks the merge as complete and records that boards must be reread. Throws `Lost`. */
export async function finishMerge(work: Work, { workspaceId }: Merge, lease: Lease): Promise<void> {
  work.continues();
  await work.tx.lock('workspaces', workspaceId, [workspaceId]);
  await lease.complete(work.tx, {});
  work.record.live('board.changed', workspaceId, {});
}
