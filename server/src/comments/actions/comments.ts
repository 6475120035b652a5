import { holds } from '../../../../contract/permissions.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { mentionsIn } from '../../base/changes/news.ts';
import type { Reading } from '../../base/db/database.ts';
import { insertRow, updateRow } from '../../base/db/statements.ts';
import { type KeyOf } from '../../base/db/table.ts';
import { commentFields, type Passage, requireVersion, versionOf, withPassage } from '../../base/edits.ts';
import { Forbidden, Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { comments } from '../../data/comments/tables.ts';
import { live } from '../queries.ts';

const insert = insertRow('comments.insert', comments);

const update = updateRow('comments.update', comments, ['comment', 'updated_at']);

/** Activities refer to the row, so it stays; its text is removed. */
const empty = updateRow('comments.empty', comments, ['comment', 'deleted_at', 'reactions']);

/** Adds a comment to a card (E7). */
export async function createComment(
  { tx, actor, now, grant, record }: Work,
  cardPublicId: string,
  { publicId: id = newId(now), comment, replyTo }: { publicId?: string; comment: string; replyTo?: string },
) {
  const card = await grant('card', cardPublicId, 'comment:create');
  const { workspaceId, id: cardId } = card;
  const answered =
    replyTo === undefined ? undefined : await answeredOn(tx, { workspaceId, cardId, id: replyTo });
  const written = { comment, createdBy: actor.userId, createdAt: now, updatedAt: null };
  await Promise.all([
    tx.run(insert, { workspaceId, id, cardId, ...written, replyTo: replyTo ?? null, reactions: null }),
    record.activity({
      type: 'card.updated.comment.added',
      card,
      commentId: id,
      mentions: mentionsIn(comment),
      answers: answered === actor.userId ? undefined : answered,
    }),
  ]);
  return { publicId: id, comment };
}

/** The author of the comment that is answered. Throws `Invalid`. */
async function answeredOn(
  tx: Reading,
  of: { workspaceId: string; cardId: string; id: string },
): Promise<string> {
  const found = await tx.first(live, of);
  if (!found) throw new Invalid('unknown-comment-of-card', { field: 'body/replyTo' });
  return found.createdBy;
}

/** The address of a comment; it is not found under another card. */
export interface CommentAddress {
  cardPublicId: string;
  commentPublicId: string;
}

/** Finds the card of a comment. Throws as `locate`. */
export async function addressOf({ tx, actor }: Work, commentPublicId: string): Promise<CommentAddress> {
  const { id: cardPublicId } = await locate(tx, actor, 'comment', commentPublicId, null);
  return { cardPublicId, commentPublicId };
}

/** Replaces the text of a comment; the same text changes nothing. */
export async function updateComment(
  work: Work,
  address: CommentAddress,
  { comment, version }: { comment: string; version?: string },
) {
  const granted = await grantComment(work, address, 'comment:edit');
  requireVersion(version, commentFields({ comment: granted.text }), { comment });
  await writeText(work, granted, comment);
  return { publicId: granted.key.id, comment };
}

const longestComment = 10_000;

/** Replaces a passage of a comment; the same text changes nothing. */
export async function editComment(work: Work, address: CommentAddress, passage: Passage) {
  const granted = await grantComment(work, address, 'comment:edit');
  const comment = withPassage(granted.text, passage, longestComment);
  if (comment === '') throw new Invalid('edit-leaves-nothing', { field: 'body/newText' });
  await writeText(work, granted, comment);
  return { publicId: granted.key.id, text: comment, version: versionOf(commentFields({ comment })) };
}

async function writeText(
  { tx, now, record, quiet }: Work,
  { card, key, text }: GrantedComment,
  comment: string,
): Promise<void> {
  if (text === comment) return quiet();
  await tx.run(update, { ...key, comment, updatedAt: now });
  const before = mentionsIn(text);
  const mentions = mentionsIn(comment).filter((member) => !before.includes(member));
  await record.activity({ type: 'card.updated.comment.updated', card, commentId: key.id, mentions });
}

/** Deletes a comment (E8). */
export async function deleteComment(work: Work, address: CommentAddress) {
  const { card, key } = await grantComment(work, address, 'comment:delete');
  const { id } = key;
  await work.tx.run(empty, { ...key, comment: '', deletedAt: work.now, reactions: null });
  await work.record.activity({ type: 'card.updated.comment.deleted', card, commentId: id });
  return { publicId: id };
}

interface GrantedComment {
  card: Located<'card'>;
  key: KeyOf<typeof comments>;
  text: string;
}

/**
 * A live comment that the actor may change: as an active member who wrote it, through a credential that may write
 * comments, or by `permission`.
 */
async function grantComment(
  { tx, actor, grant }: Work,
  { cardPublicId, commentPublicId: id }: CommentAddress,
  permission: 'comment:edit' | 'comment:delete',
): Promise<GrantedComment> {
  const card = await grant('card', cardPublicId, null);
  const { workspaceId, id: cardId } = card;
  const found = await tx.first(live, { workspaceId, cardId, id });
  if (!found) throw new NotFound();
  const isAuthor = found.createdBy === actor.userId && holds(actor.mask, 'comment:create');
  if (!isAuthor && !holds(card.permissions, permission)) {
    throw new Forbidden('permission-or-author', { permission });
  }
  return { card, key: { workspaceId, cardId, createdAt: found.createdAt, id }, text: found.comment };
}
