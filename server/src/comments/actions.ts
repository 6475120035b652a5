import { holds } from '../../../contract/permissions.ts';
import type { Located } from '../access/locate.ts';
import type { Work } from '../changes/change.ts';
import type { Reading } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { Forbidden, NotFound } from '../errors.ts';
import { newId } from '../ids.ts';

interface NewComment {
  workspaceId: string;
  id: string;
  cardId: string;
  comment: string;
  userId: string;
  now: number;
}

const insert = command('comments.insert', (db, p: NewComment) =>
  db.insertInto('comments').values({
    workspace_id: p.workspaceId,
    id: p.id,
    card_id: p.cardId,
    comment: p.comment,
    created_by: p.userId,
    created_at: p.now,
    updated_at: null,
    deleted_at: null,
  }),
);

const live = query('comments.live', (db, p: { workspaceId: string; cardId: string; id: string }) =>
  db
    .selectFrom('comments')
    .select(['comment', 'created_by as createdBy'])
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id)
    .where('card_id', '=', p.cardId)
    .where('deleted_at', 'is', null),
);

interface ChangedComment {
  workspaceId: string;
  id: string;
  now: number;
}

const update = command('comments.update', (db, p: ChangedComment & { comment: string }) =>
  db
    .updateTable('comments')
    .set({ comment: p.comment, updated_at: p.now })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

/** The row stays, because activities name it; the text does not. */
const empty = command('comments.empty', (db, p: ChangedComment) =>
  db
    .updateTable('comments')
    .set({ comment: '', deleted_at: p.now })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

/** Adds a comment to a card (E7). */
export async function createComment(work: Work, cardPublicId: string, { comment }: { comment: string }) {
  const { tx, actor, now, grant, record } = work;
  const card = await grant('card', cardPublicId, 'comment:create');
  const { workspaceId, id: cardId } = card;
  const id = newId(now);
  await tx.run(insert, { workspaceId, id, cardId, comment, userId: actor.userId, now });
  await record.activity({ type: 'card.updated.comment.added', card, commentId: id });
  return { publicId: id, comment };
}

/** Where a comment is: one of another card is not there. */
export interface CommentAddress {
  cardPublicId: string;
  commentPublicId: string;
}

const cardOf = query('comments.card', (db, p: { id: string }) =>
  db.selectFrom('comments').select('card_id as cardPublicId').where('id', '=', p.id),
);

/** Where a comment is. Throws `NotFound`; who may know of it is asked of its card. */
export async function addressOf(tx: Reading, commentPublicId: string): Promise<CommentAddress> {
  const found = await tx.first(cardOf, { id: commentPublicId });
  if (!found) throw new NotFound();
  return { ...found, commentPublicId };
}

/** Replaces the text of a comment; the same text changes nothing. */
export async function updateComment(work: Work, address: CommentAddress, { comment }: { comment: string }) {
  const { tx, now, record, quiet } = work;
  const { card, id, text } = await grantComment(work, address, 'comment:edit');
  if (text === comment) quiet();
  else {
    await tx.run(update, { workspaceId: card.workspaceId, id, comment, now });
    await record.activity({ type: 'card.updated.comment.updated', card, commentId: id });
  }
  return { publicId: id, comment };
}

/** Deletes a comment (E8). */
export async function deleteComment(work: Work, address: CommentAddress) {
  const { card, id } = await grantComment(work, address, 'comment:delete');
  await work.tx.run(empty, { workspaceId: card.workspaceId, id, now: work.now });
  await work.record.activity({ type: 'card.updated.comment.deleted', card, commentId: id });
  return { publicId: id };
}

/**
 * A live comment that the actor may change: as an active member who wrote it, through a credential that may write
 * comments, or by `permission`.
 */
async function grantComment(
  { tx, actor, grant }: Work,
  { cardPublicId, commentPublicId: id }: CommentAddress,
  permission: 'comment:edit' | 'comment:delete',
): Promise<{ card: Located<'card'>; id: string; text: string }> {
  const card = await grant('card', cardPublicId, null);
  const found = await tx.first(live, { workspaceId: card.workspaceId, cardId: card.id, id });
  if (!found) throw new NotFound();
  const isAuthor = found.createdBy === actor.userId && holds(actor.mask, 'comment:create');
  if (!isAuthor && !holds(card.permissions, permission)) {
    throw new Forbidden(`This requires the permission ${permission}, unless you are the author`);
  }
  return { card, id, text: found.comment };
}
