import { sql } from 'kysely';
import { requirePermission } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import { requireRestorable } from '../../base/access/trash.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { cards } from '../../data/cards/tables.ts';
import { requireChecked } from '../checked.ts';
import { changedCard, stood } from '../lookups.ts';
import { indexAt, placeAt } from '../position.ts';
import { settle } from './completion.ts';
import { holdForNext, makeNext } from './next-card.ts';
import { showRelated } from './related.ts';

const restore = updateRow('cards.restore', cards, ['archived_at', 'deleted_at', 'deleted_by', 'position']);

/** The list of a card, and whether another card has its position there. */
const listOfRestored = query(
  'cards.listOfRestored',
  (_db, p: { workspaceId: string; listId: string; position: string }) => sql<{
    completes: 0 | 1;
    refusesOpenChecks: 0 | 1;
    taken: 0 | 1;
  }>`
  select l.completes as completes, l.refuses_open_checks as "refusesOpenChecks", case when exists (
    select 1 from cards where workspace_id = ${p.workspaceId} and list_id = ${p.listId}
      and position = ${p.position} and archived_at is null and deleted_at is null
  ) then 1 else 0 end as taken
  from lists l where l.workspace_id = ${p.workspaceId} and l.id = ${p.listId}`,
);

/** Restores a card from the archive or the trash to its place among its former neighbours. */
export async function restoreCard(work: Work, cardPublicId: string) {
  await restoreGranted(work, await work.grant('trashedCard', cardPublicId, 'card:edit'));
  return { success: true };
}

/** Restores a card that the work has locked; returns whether it was archived or in the trash. */
export async function restoreGranted(work: Work, card: Located<'trashedCard'>): Promise<boolean> {
  const { tx, now, record, quiet } = work;
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
  if (card.recurrence === null) await tx.lock('lists', workspaceId, [listId]);
  else await holdForNext(work, card);
  const around = await tx.first(listOfRestored, { ...list, position: card.position });
  // In the trash no check can be completed, so a card that were refused would be lost.
  if (card.deletedAt === null && card.isTemplate === 0)
    await requireChecked(tx, card, { refusesOpenChecks: around?.refusesOpenChecks === 1 });
  const place =
    around?.taken === 1
      ? await placeAt(tx, list, { index: await indexAt(tx, list, card.position) })
      : undefined;
  const position = place?.position ?? card.position;
  await tx.run(restore, { workspaceId, id, archivedAt: null, deletedAt: null, deletedBy: null, position });
  await record.activity({ type: 'card.restored', card: changedCard(card), undo: [stood(card, 'open')] });
  await showRelated(work, card);
  const completedAt = await settle(work, card, { to: around?.completes === 1 });
  await makeNext(work, card, { ...card, completedAt });
  return true;
}
