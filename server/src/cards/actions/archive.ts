import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { updateRow } from '../../base/db/statements.ts';
import { cards } from '../../data/cards/tables.ts';
import { changedCard, stood } from '../lookups.ts';
import { showRelated } from './related.ts';

const archive = updateRow('cards.archive', cards, ['archived_at']);

/** Archives a card; it stays readable and can be restored. Archiving it again changes nothing. */
export async function archiveCard(work: Work, cardPublicId: string) {
  await archiveGranted(work, await work.grant('card', cardPublicId, 'card:edit'));
  return { success: true };
}

/** Archives a card that the work has locked; returns whether it was not archived before. */
export async function archiveGranted(work: Work, card: Located<'card'>): Promise<boolean> {
  const { tx, now, record, quiet } = work;
  if (card.archivedAt !== null) {
    quiet();
    return false;
  }
  await tx.lock('lists', card.workspaceId, [card.listId]);
  await tx.run(archive, { workspaceId: card.workspaceId, id: card.id, archivedAt: now });
  await record.activity({ type: 'card.archived', card: changedCard(card), undo: [stood(card, 'archived')] });
  await showRelated(work, card);
  return true;
}
