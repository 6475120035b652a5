import { passActivities } from '../../base/changes/history.ts';
import type { Writing } from '../../base/db/database.ts';
import { first, last, type Mark, type PassingOn } from '../../base/db/pass-on.ts';
import { passAttachments, passUploads } from '../../data/attachments/rows.ts';
import { joinInPlaceOf, leaveBoards, someBoardsOf } from '../../data/boards/rows.ts';
import {
  passCards,
  reassign,
  replaceValue,
  someCardsOf,
  someFieldOf,
  unassignMembers,
} from '../../data/cards/rows.ts';
import { handOnItems } from '../../data/checklists/rows.ts';
import { passComments } from '../../data/comments/rows.ts';
import { type Accounts, accountsOfMerge, type Merge } from '../merges.ts';

/* Slices of what passes from a placeholder to a member. Each is a short transaction and idempotent. */

type Between = Pick<Merge, 'workspaceId' | 'placeholderId' | 'memberId'>;

const people = ({ workspaceId, placeholderId, memberId }: Between) => ({
  workspaceId,
  fromMember: placeholderId,
  toMember: memberId,
});

/** Each passes on one slice and returns whether there was anything to pass on. */
export const passMemberships = {
  /** Locks the member, so that a removal or loss of access happens either before, or after and then takes them off the cards. */
  async onCards(tx: Writing, merge: Between): Promise<boolean> {
    const { workspaceId, placeholderId, memberId } = merge;
    await tx.lock('members', workspaceId, [placeholderId, memberId]);
    const found = await tx.all(someCardsOf, { workspaceId, memberId: placeholderId });
    if (found.length === 0) return false;
    const cardIds = found.map(({ id }) => id);
    await tx.run(reassign, { ...people(merge), cardIds });
    await tx.run(unassignMembers, { workspaceId, cardIds, memberIds: [placeholderId] });
    return true;
  },

  async onItems(tx: Writing, { workspaceId, placeholderId, memberId }: Merge): Promise<boolean> {
    await tx.lock('members', workspaceId, [placeholderId, memberId]);
    const given = await tx.run(handOnItems, { workspaceId, memberId: placeholderId, to: memberId });
    return given.length > 0;
  },

  async onValues(tx: Writing, { workspaceId, placeholderId, memberId }: Merge): Promise<boolean> {
    const found = await tx.first(someFieldOf, { workspaceId, memberId: placeholderId });
    if (!found) return false;
    await tx.run(replaceValue, { workspaceId, fieldId: found.id, was: placeholderId, is: memberId });
    return true;
  },

  /** Runs under the lock of the workspace, like every change of the members of a board. */
  async onBoards(tx: Writing, merge: Between): Promise<boolean> {
    const { workspaceId, placeholderId } = merge;
    await tx.lock('workspaces', workspaceId, [workspaceId]);
    const found = await tx.all(someBoardsOf, { workspaceId, memberId: placeholderId });
    if (found.length === 0) return false;
    const boardIds = found.map(({ id }) => id);
    await tx.run(joinInPlaceOf, { ...people(merge), boardIds });
    await tx.run(leaveBoards, { workspaceId, memberId: placeholderId, boardIds });
    return true;
  },
};

/** The content that stores the accounts of its authors. */
export const writings: readonly PassingOn[] = [
  passCards,
  passComments,
  passAttachments,
  passUploads,
  passActivities,
];

/** Passes on one slice of written content, starting after a mark; returns the next mark, or undefined at the end. */
export async function passWritten(
  tx: Writing,
  { end, pass }: PassingOn,
  merge: Between,
  after: Mark = first,
): Promise<Mark | undefined> {
  const { workspaceId } = merge;
  const accounts: Accounts | undefined = await tx.first(accountsOfMerge, merge);
  if (!accounts) return undefined;
  const from = { afterId: after.id, afterAt: after.at };
  const until = await tx.first(end, { workspaceId, ...from });
  const { id: untilId, at: untilAt } = until ?? last;
  await tx.run(pass, { ...people(merge), ...accounts, ...from, untilId, untilAt });
  return until;
}
