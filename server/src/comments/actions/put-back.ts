import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { updateRow } from '../../base/db/statements.ts';
import type { ValuesOf } from '../../base/db/table.ts';
import { NotFound } from '../../base/errors.ts';
import { comments } from '../../data/comments/tables.ts';
import { deleted, live } from '../queries.ts';
import { requireAuthorOr } from './comments.ts';
import { requireQuestionRoom } from './questions.ts';

const restored = ['comment', 'deleted_at', 'reactions', 'asks', 'options', 'asked_to', 'answer_id'] as const;

const restore = updateRow('comments.restore', comments, restored);

type Kept = Pick<
  ValuesOf<typeof comments>,
  'comment' | 'reactions' | 'asks' | 'options' | 'askedTo' | 'answerId'
>;

/** Gives a deleted comment its text back, and what it asked. Whoever could delete it may. */
export async function putCommentBack(
  { tx, actor, record }: Work,
  card: Located<'card'>,
  { id, ...kept }: Kept & { id: string },
): Promise<void> {
  const { workspaceId, id: cardId } = card;
  const found = await tx.first(deleted, { workspaceId, cardId, id });
  if (!found) throw new NotFound();
  requireAuthorOr(actor, card, found, 'comment:delete');
  const { answerId } = kept;
  const isLost = answerId !== null && !(await tx.first(live, { workspaceId, cardId, id: answerId }));
  const row = isLost ? { ...kept, asks: 'open' as const, answerId: null } : kept;
  if (row.asks === 'open') await requireQuestionRoom(tx, { workspace_id: workspaceId, card_id: cardId });
  await tx.run(restore, { workspaceId, cardId, createdAt: found.createdAt, id, deletedAt: null, ...row });
  await record.activity({
    type: 'card.updated.comment.updated',
    card,
    commentId: id,
    undo: [{ kind: 'comment', id, before: null, after: { comment: row.comment, answerId: row.answerId } }],
  });
}
