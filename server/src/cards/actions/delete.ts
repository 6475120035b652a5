import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { updateRow } from '../../base/db/statements.ts';
import { cards } from '../../data/cards/tables.ts';
import { changedCard, type Precondition, stood } from '../lookups.ts';
import { showRelated } from './related.ts';

const toTrash = updateRow('cards.toTrash', cards, ['deleted_at', 'deleted_by']);

/** Puts a card into the trash, from which `restoreCard` restores it. */
export async function deleteCard(work: Work, cardPublicId: string, precondition?: Precondition) {
  const card = await work.grant('card', cardPublicId, 'card:delete');
  await work.tx.lock('lists', card.workspaceId, [card.listId]);
  await precondition?.(work.tx, card);
  await deleteGranted(work, card);
  return { success: true };
}

/** Puts a card that the work has locked, with its list, into the trash. */
export async function deleteGranted(work: Work, card: Located<'card'>): Promise<boolean> {
  const { tx, actor, now, record } = work;
  const { workspaceId, id } = card;
  await tx.run(toTrash, { workspaceId, id, deletedAt: now, deletedBy: actor.userId });
  await record.activity({ type: 'card.deleted', card: changedCard(card), undo: [stood(card, 'trash')] });
  await showRelated(work, card);
  return true;
}
