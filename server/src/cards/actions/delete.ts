import type { Work } from '../../changes/change.ts';
import { command } from '../../db/query.ts';
import { changedCard, type Precondition } from '../card.ts';

interface Deleted {
  workspaceId: string;
  id: string;
  userId: string;
  now: number;
}

const toTrash = command('cards.toTrash', (db, p: Deleted) =>
  db
    .updateTable('cards')
    .set({ deleted_at: p.now, deleted_by: p.userId })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

/** Puts a card into the trash, from where `restoreCard` brings it back. */
export async function deleteCard(
  { tx, actor, now, grant, record }: Work,
  cardPublicId: string,
  precondition?: Precondition,
) {
  const card = await grant('card', cardPublicId, 'card:delete');
  await tx.lock('lists', [card.listId]);
  await precondition?.(tx, card);
  await tx.run(toTrash, { workspaceId: card.workspaceId, id: card.id, userId: actor.userId, now });
  await record.activity({ type: 'card.deleted', card: changedCard(card) });
  return { success: true };
}
