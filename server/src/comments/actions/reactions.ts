import { emojiOf } from '../../../../contract/emoji.ts';
import { requirePermission } from '../../base/access/authority.ts';
import { capReached } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { Invalid, NotFound } from '../../base/errors.ts';
import {
  mostEmoji,
  mostReactions,
  type Reaction,
  reactionsIn,
  storedReactions,
  withoutUser,
  withUser,
} from '../../data/comments/reactions.ts';
import { setReactions } from '../../data/comments/rows.ts';
import { live } from '../queries.ts';

/* Reactions to comments. They change under the lock of the card. */

export interface ReactionAddress {
  commentPublicId: string;
  emoji: string;
}

async function grantReaction(
  { tx, actor, grant }: Work,
  { commentPublicId: id, emoji: given }: ReactionAddress,
) {
  const emoji = emojiOf(given);
  if (emoji === undefined) throw new Invalid('not-emoji', { field: 'params/emoji' });
  const card = await grant('comment', id, 'comment:create');
  requirePermission(card.permissions, 'comment:view');
  const { workspaceId, id: cardId } = card;
  const found = await tx.first(live, { workspaceId, cardId, id });
  if (!found) throw new NotFound();
  const all = reactionsIn(found.reactions);
  const own = all.find((each) => each.emoji === emoji)?.users.includes(actor.userId) ?? false;
  const key = { workspaceId, cardId, createdAt: found.createdAt, id };
  return { emoji, card, key, author: found.createdBy, all, own };
}

type Granted = Awaited<ReturnType<typeof grantReaction>>;

async function write(
  { tx, record }: Work,
  { card, key }: Granted,
  reactions: readonly Reaction[],
): Promise<void> {
  await tx.run(setReactions, { ...key, reactions: storedReactions(reactions) });
  const { workspaceId, boardId, id: cardId } = card;
  record.live('card.updated.comment.reacted', workspaceId, { boardId, cardId, subjectId: key.id });
}

/** Adds a reaction of the actor; again, it changes nothing. */
export async function react(work: Work, address: ReactionAddress) {
  const granted = await grantReaction(work, address);
  const { emoji, all, own, author, card } = granted;
  const { userId } = work.actor;
  if (own) work.quiet();
  else {
    if (all.length >= mostEmoji && !all.some((each) => each.emoji === emoji))
      throw capReached(mostEmoji, 'different reactions');
    if (all.reduce((sum, { users }) => sum + users.length, 0) >= mostReactions)
      throw capReached(mostReactions, 'reactions');
    await write(work, granted, withUser(all, userId, emoji));
    const { workspaceId, boardId, id: cardId } = card;
    const { commentPublicId: commentId } = address;
    if (author !== userId)
      work.tell({ userId: author, kind: 'reacted', workspaceId, boardId, cardId, commentId });
  }
  return { success: true };
}

/** Takes a reaction of the actor back, if there is one. */
export async function takeReactionBack(work: Work, address: ReactionAddress) {
  const granted = await grantReaction(work, address);
  if (granted.own) await write(work, granted, withoutUser(granted.all, work.actor.userId, granted.emoji));
  else work.quiet();
  return { success: true };
}
