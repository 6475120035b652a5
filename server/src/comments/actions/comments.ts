import { sql } from 'kysely';
import { holds } from '../../../../contract/permissions.ts';
import type { QuestionState } from '../../../../contract/question-shapes.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { type Asked, mentionsIn } from '../../base/changes/news.ts';
import type { Reading } from '../../base/db/database.ts';
import { command } from '../../base/db/query.ts';
import { insertRow, updateRow } from '../../base/db/statements.ts';
import type { KeyOf, ValuesOf } from '../../base/db/table.ts';
import { commentFields, type Passage, requireVersion, versionOf, withPassage } from '../../base/edits.ts';
import { Forbidden, Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { asksNothing } from '../../data/comments/questions.ts';
import { comments } from '../../data/comments/tables.ts';
import { live } from '../queries.ts';

const insert = insertRow('comments.insert', comments);

const update = updateRow('comments.update', comments, ['comment', 'updated_at']);

/** Activities refer to the row, so it stays; its text is removed. */
const empty = updateRow('comments.empty', comments, [
  'comment',
  'deleted_at',
  'reactions',
  'asks',
  'options',
  'asked_to',
  'answer_id',
]);

/** Without its answer, a question is open again; returns whether it was a question that this comment answered. */
const reopen = command(
  'comments.reopen',
  (_db, p: { workspaceId: string; cardId: string; id: string; answerId: string }) => sql<{ id: string }>`
  update comments set asks = 'open', answer_id = null
  where workspace_id = ${p.workspaceId} and id = ${p.id} and card_id = ${p.cardId} and answer_id = ${p.answerId}
  returning id as id`,
);

/** Adds a comment to a card (E7). */
export async function createComment(
  work: Work,
  cardPublicId: string,
  {
    publicId: id = newId(work.now),
    comment,
    replyTo,
  }: { publicId?: string; comment: string; replyTo?: string },
) {
  const card = await work.grant('card', cardPublicId, 'comment:create');
  const { workspaceId, id: cardId } = card;
  const answers =
    replyTo === undefined ? undefined : await answeredOn(work.tx, { workspaceId, cardId, id: replyTo });
  await addComment(work, card, { id, comment, replyTo, answers });
  return { publicId: id, comment };
}

interface Added extends Partial<Pick<ValuesOf<typeof comments>, 'asks' | 'options' | 'askedTo'>> {
  id: string;
  comment: string;
  replyTo?: string | undefined;
  /** The author of the comment that it answers. */
  answers?: string | undefined;
  /** Whom it asks, if it is a question. */
  asked?: Asked;
}

/** Adds a comment to a card that was granted. */
export async function addComment(
  { tx, actor, now, record }: Work,
  card: Located<'card'>,
  { id, comment, replyTo, answers, asked, ...asks }: Added,
): Promise<void> {
  const { workspaceId, id: cardId } = card;
  const written = { comment, createdBy: actor.userId, createdAt: now, updatedAt: null };
  await Promise.all([
    tx.run(insert, {
      workspaceId,
      id,
      cardId,
      ...written,
      replyTo: replyTo ?? null,
      reactions: null,
      ...asksNothing,
      ...asks,
    }),
    record.activity({
      type: 'card.updated.comment.added',
      card,
      commentId: id,
      mentions: mentionsIn(comment),
      answers: answers === actor.userId ? undefined : answers,
      asked,
      undo: [{ kind: 'comment', id, before: null, after: { comment, answerId: null } }],
    }),
  ]);
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
  await record.activity({
    type: 'card.updated.comment.updated',
    card,
    commentId: key.id,
    mentions,
    undo: [{ kind: 'comment', id: key.id, before: { comment: text }, after: { comment } }],
  });
}

/** Deletes a comment (E8). */
export async function deleteComment(work: Work, address: CommentAddress) {
  const { tx, now } = work;
  const { card, key, text: comment, replyTo, kept } = await grantComment(work, address, 'comment:delete');
  const { id, workspaceId, cardId } = key;
  await tx.run(empty, { ...key, comment: '', deletedAt: now, reactions: null, ...asksNothing });
  if (replyTo !== null) {
    const [asks] = await tx.run(reopen, { workspaceId, cardId, id: replyTo, answerId: id });
    const of = { boardId: card.boardId, cardId, subjectId: replyTo };
    if (asks) work.record.live('card.updated.comment.reopened', workspaceId, of);
  }
  await work.record.activity({
    type: 'card.updated.comment.deleted',
    card,
    commentId: id,
    undo: [{ kind: 'comment', id, before: { comment, ...kept }, after: null }],
  });
  return { publicId: id };
}

interface GrantedComment {
  card: Located<'card'>;
  key: KeyOf<typeof comments>;
  text: string;
  replyTo: string | null;
  asks: QuestionState | null;
  /** What else is lost when it is deleted. */
  kept: Pick<ValuesOf<typeof comments>, 'reactions' | 'asks' | 'options' | 'askedTo' | 'answerId'>;
}

/** Throws `Forbidden` unless the actor wrote a comment, and may write comments, or has `permission`. */
export function requireAuthorOr(
  { userId, mask }: Work['actor'],
  { permissions }: Located<'card'>,
  { createdBy }: { createdBy: string },
  permission: 'comment:edit' | 'comment:delete',
): void {
  const isAuthor = createdBy === userId && holds(mask, 'comment:create');
  if (!isAuthor && !holds(permissions, permission))
    throw new Forbidden('permission-or-author', { permission });
}

/**
 * A live comment that the actor may change: as an active member who wrote it, through a credential that may write
 * comments, or by `permission`.
 */
export async function grantComment(
  { tx, actor, grant }: Work,
  { cardPublicId, commentPublicId: id }: CommentAddress,
  permission: 'comment:edit' | 'comment:delete',
): Promise<GrantedComment> {
  const card = await grant('card', cardPublicId, null);
  const { workspaceId, id: cardId } = card;
  const found = await tx.first(live, { workspaceId, cardId, id });
  if (!found) throw new NotFound();
  requireAuthorOr(actor, card, found, permission);
  const { comment: text, createdAt, replyTo, createdBy: _, ...kept } = found;
  return { card, key: { workspaceId, cardId, createdAt, id }, text, replyTo, asks: kept.asks, kept };
}
