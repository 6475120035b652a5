import { sql } from 'kysely';
import type { Work } from '../../changes/change.ts';
import { command, query } from '../../db/query.ts';
import { changedCard } from '../card.ts';
import { positionAt } from '../place.ts';

interface Restored {
  workspaceId: string;
  id: string;
  position: string;
}

const restore = command('cards.restore', (db, p: Restored) =>
  db
    .updateTable('cards')
    .set({ archived_at: null, deleted_at: null, deleted_by: null, position: p.position })
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

const taken = query(
  'cards.positionTaken',
  (_db, p: { workspaceId: string; listId: string; position: string }) => sql<{ one: number }>`
  select 1 as one from cards where workspace_id = ${p.workspaceId} and list_id = ${p.listId}
    and position = ${p.position} and archived_at is null and deleted_at is null`,
);

/** Brings a card back from the archive or the trash, to its old place, or to the end where that is taken. */
export async function restoreCard({ tx, grant, record, quiet }: Work, cardPublicId: string) {
  const card = await grant('trashedCard', cardPublicId, 'card:edit');
  if (card.archivedAt === null && card.deletedAt === null) {
    quiet();
    return { success: true };
  }
  const { workspaceId, id, listId } = card;
  await tx.lock('lists', [listId]);
  const held = await tx.first(taken, { workspaceId, listId, position: card.position });
  const position = held ? await positionAt(tx, { workspaceId, listId }, undefined) : card.position;
  await tx.run(restore, { workspaceId, id, position });
  await record.activity({ type: 'card.restored', card: changedCard(card) });
  return { success: true };
}
