import { sql } from 'kysely';
import { requirePermission } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import { requireRestorable } from '../../base/access/trash.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { cards } from '../../data/cards/tables.ts';
import { changedCard } from '../lookups.ts';
import { indexAt, placeAt } from '../position.ts';

const restore = updateRow('cards.restore', cards, ['archived_at', 'deleted_at', 'deleted_by', 'position']);

const taken = query(
  'cards.positionTaken',
  (_db, p: { workspaceId: string; listId: string; position: string }) => sql<{ one: number }>`
  select 1 as one from cards where workspace_id = ${p.workspaceId} and list_id = ${p.listId}
    and position = ${p.position} and archived_at is null and deleted_at is null`,
);

/** Restores a card from the archive or the trash to its place among its former neighbours. */
export async function restoreCard(work: Work, cardPublicId: string) {
  await restoreGranted(work, await work.grant('trashedCard', cardPublicId, 'card:edit'));
  return { success: true };
}

/** Restores a card that the work has locked; returns whether it was archived or in the trash. */
export async function restoreGranted(
  { tx, now, record, quiet }: Work,
  card: Located<'trashedCard'>,
): Promise<boolean> {
  if (card.archivedAt === null && card.deletedAt === null) {
    quiet();
    return false;
  }
  if (card.deletedAt !== null) {
    requirePermission(card.permissions, 'card:delete');
    requireRestorable(card.deletedAt, now);
  }
  const { workspaceId, id, listId } = card;
  const list = { workspaceId, listId };
  await tx.lock('lists', workspaceId, [listId]);
  const held = await tx.first(taken, { ...list, position: card.position });
  const place = held && (await placeAt(tx, list, { index: await indexAt(tx, list, card.position) }));
  const position = place?.position ?? card.position;
  await tx.run(restore, { workspaceId, id, archivedAt: null, deletedAt: null, deletedBy: null, position });
  await record.activity({ type: 'card.restored', card: changedCard(card) });
  return true;
}
