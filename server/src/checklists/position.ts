import { sql } from 'kysely';
import { query } from '../base/db/query.ts';
import type { Siblings } from '../base/ordering/order.ts';
import { placesIn } from '../base/ordering/places.ts';

/* The order of checklists on a card, and of items in a checklist; the lock of the card covers both. */

/** Checklists and items are never archived or put into the trash on their own. */
const all = { live: '1 = 1', away: '1 = 0' };

const cardOf = query('checklists.card', (db, p: Siblings) =>
  db
    .selectFrom('checklists')
    .select('card_id as id')
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.parentId),
);

export const checklistPlaces = placesIn({
  ...all,
  table: 'checklists',
  parent: 'card_id',
  hold: (tx, { workspaceId, parentId }) => tx.lock('cards', workspaceId, [parentId]),
  boardFrom: (p) => sql`from cards where workspace_id = ${p.workspaceId} and id = ${p.parentId}`,
});

export const itemPlaces = placesIn({
  ...all,
  table: 'checklist_items',
  parent: 'checklist_id',
  async hold(tx, checklist) {
    const card = await tx.first(cardOf, checklist);
    if (card) await tx.lock('cards', checklist.workspaceId, [card.id]);
  },
  boardFrom: (
    p,
  ) => sql`from checklists k join cards c on c.workspace_id = ${p.workspaceId} and c.id = k.card_id
    where k.workspace_id = ${p.workspaceId} and k.id = ${p.parentId}`,
});
