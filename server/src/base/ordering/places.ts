import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { type OrderedTable, orderOf, type Siblings } from './order.ts';

interface Moved {
  position: string;
  fromIndex: number;
  toIndex: number;
}

/** Finds places among siblings; the caller has locked their card, and thereby their order. */
interface Places {
  /** The order key for place `index`; undefined or past the end means the end. */
  positionAt(tx: Reading, siblings: Siblings, index: number | undefined): Promise<string>;
  /** A given order key, or one next to it if a sibling has that. */
  near(tx: Reading, siblings: Siblings, position: string): Promise<string>;
  /** The result of moving a sibling to `index`; undefined if it is already there. */
  moveTo(
    tx: Reading,
    sibling: Siblings & { id: string; position: string },
    index: number | undefined,
  ): Promise<Moved | undefined>;
}

/** Places in the order of a table with few enough siblings to count. */
export function placesIn(ordered: OrderedTable): Places {
  const { table, parent } = ordered;
  const order = orderOf(ordered);
  type Others = Siblings & { except: string };
  const others = (p: Others): RawBuilder<unknown> => sql`from ${sql.table(table)}
    where workspace_id = ${p.workspaceId} and ${sql.ref(parent)} = ${p.parentId} and id <> ${p.except} and ${sql.raw(ordered.live)}`;

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

  const taken = query(
    `${table}.taken`,
    (_db, p: Others & { position: string }) =>
      sql<{ position: string }>`select position ${others(p)} and position = ${p.position}`,
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
    async near(tx, siblings, position) {
      const among = { ...siblings, except: '' };
      if (!(await tx.first(taken, { ...among, position }))) return position;
      return positionAt(tx, among, await indexOf(tx, among, position));
    },
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
