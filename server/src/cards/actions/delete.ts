import type { Work } from '../../base/changes/change.ts';
import { updateRow } from '../../base/db/statements.ts';
import { changedCard, type Precondition } from '../lookups.ts';
import { cards } from '../tables.ts';

const toTrash = updateRow('cards.toTrash', cards, ['deleted_at', 'deleted_by']);

/** Puts a card into the trash, from where `restoreCard` brings it back. */
export async function deleteCard(
  { tx, actor, now, grant, record }: Work,
  cardPublicId: string,
  precondition?: Precondition,
) {
  const card = await grant('card', cardPublicId, 'card:delete');
  await tx.lock('lists', card.workspaceId, [card.listId]);
  await precondition?.(tx, card);
  await tx.run(toTrash, {
    workspaceId: card.workspaceId,
    id: card.id,
    deletedAt: now,
    deletedBy: actor.userId,
  });
  await record.activity({ type: 'card.deleted', card: changedCard(card) });
  return { success: true };
}
