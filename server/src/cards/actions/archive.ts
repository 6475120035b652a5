import type { Located } from '../../access/locate.ts';
import type { Work } from '../../changes/change.ts';
import { command } from '../../db/query.ts';
import { changedCard } from '../card.ts';

interface Archived {
  workspaceId: string;
  id: string;
  archivedAt: number;
}

const archive = command('cards.archive', (db, p: Archived) =>
  db
    .updateTable('cards')
    .set({ archived_at: p.archivedAt })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

/** Takes a card off its board; it stays readable and can be restored. Archiving it again changes nothing. */
export async function archiveCard(work: Work, cardPublicId: string) {
  await archiveGranted(work, await work.grant('card', cardPublicId, 'card:edit'));
  return { success: true };
}

/** Archives a card that the work holds; says whether it was not archived before. */
export async function archiveGranted(
  { tx, now, record, quiet }: Work,
  card: Located<'card'>,
): Promise<boolean> {
  if (card.archivedAt !== null) {
    quiet();
    return false;
  }
  await tx.lock('lists', [card.listId]);
  await tx.run(archive, { workspaceId: card.workspaceId, id: card.id, archivedAt: now });
  await record.activity({ type: 'card.archived', card: changedCard(card) });
  return true;
}
