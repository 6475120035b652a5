import { type RawBuilder, sql } from 'kysely';
import { orderOf, type Siblings } from '../changes/position.ts';
import type { Reading, Writing } from '../db/database.ts';
import { query } from '../db/query.ts';

interface Moved {
  position: string;
  fromIndex: number;
  toIndex: number;
}

/** Finds places among siblings; whoever holds their card holds their order. */
interface Places {
  /** The order key of place `index`; past the end, or undefined, means the end. */
  positionAt(tx: Reading, siblings: Siblings, index: number | undefined): Promise<string>;
  /** Where a sibling goes when it is moved to `index`; undefined where it stands there already. */
  moveTo(
    tx: Reading,
    sibling: Siblings & { id: string; position: string },
    index: number | undefined,
  ): Promise<Moved | undefined>;
}

const cardOf = query('checklists.card', (db, p: Siblings) =>
  db
    .selectFrom('checklists')
    .select('card_id as id')
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.parentId),
);

export const checklistPlaces = placesIn(
  'checklists',
  'card_id',
  (tx, { parentId }) => tx.lock('cards', [parentId]),
  (p) => sql`from cards where workspace_id = ${p.workspaceId} and id = ${p.parentId}`,
);
export const itemPlaces = placesIn(
  'checklist_items',
  'checklist_id',
  async (tx, checklist) => {
    const card = await tx.first(cardOf, checklist);
    if (card) await tx.lock('cards', [card.id]);
  },
  (p) => sql`from checklists k join cards c on c.workspace_id = ${p.workspaceId} and c.id = k.card_id
    where k.workspace_id = ${p.workspaceId} and k.id = ${p.parentId}`,
);

function placesIn(
  table: 'checklists' | 'checklist_items',
  parent: string,
  hold: (tx: Writing, siblings: Siblings) => Promise<void>,
  boardFrom: (siblings: Siblings) => RawBuilder<unknown>,
): Places {
  const order = orderOf({ table, parent, live: '1 = 1', away: '1 = 0', hold, boardFrom });
  type Others = Siblings & { except: string };
  const others = (p: Others): RawBuilder<unknown> => sql`from ${sql.table(table)}
    where workspace_id = ${p.workspaceId} and ${sql.ref(parent)} = ${p.parentId} and id <> ${p.except}`;

  const neighbours = query(
    `${table}.neighbours`,
    (_db, p: Others & { skip: number }) =>
      sql<{ position: string }>`select position ${others(p)} order by position limit 2 offset ${p.skip}`,
  );
  const last = query(
    `${table}.last`,
    (_db, p: Others) =>
      sql<{ position: string }>`select position ${others(p)} order by position desc limit 1`,
  );
  const before = query(
    `${table}.before`,
    (_db, p: Others & { position: string }) =>
      sql<{ count: number }>`select count(*) as count ${others(p)} and position < ${p.position}`,
  );

  const positionAt = async (tx: Reading, among: Others, index: number | undefined): Promise<string> => {
    if (index !== undefined) {
      const [first, second] = await tx.all(neighbours, { ...among, skip: Math.max(index - 1, 0) });
      if (index === 0) return order.between(among, null, first?.position ?? null);
      if (first) return order.between(among, first.position, second?.position ?? null);
    }
    const end = await tx.first(last, among);
    return order.after(among, end?.position ?? null);
  };

  const indexOf = async (tx: Reading, among: Others, position: string): Promise<number> => {
    const found = await tx.first(before, { ...among, position });
    return found?.count ?? 0;
  };

  return {
    positionAt: (tx, siblings, index) => positionAt(tx, { ...siblings, except: '' }, index),
    async moveTo(tx, { workspaceId, parentId, id: except, position: current }, index) {
      if (index === undefined) return undefined;
      const among = { workspaceId, parentId, except };
      const fromIndex = await indexOf(tx, among, current);
      const position = await positionAt(tx, among, index);
      const toIndex = await indexOf(tx, among, position);
      return toIndex === fromIndex ? undefined : { position, fromIndex, toIndex };
    },
  };
}
