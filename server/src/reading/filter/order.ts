import { sql } from 'kysely';
import { fold } from '../../../../contract/filter/fold.ts';
import type { Sort } from '../../../../contract/filter/tree.ts';
import { updatedAt } from '../../data/cards/fragments.ts';
import type { SortColumn } from './statements.ts';

/* The order that a filter asks for. What has no value comes last, in either direction. */

export type Key = number | string | null;

/** One thing to sort by. */
export interface Order extends SortColumn {
  descending: boolean;
  /** The key of what the column has. */
  key: (column: unknown) => Key;
}

const column = (name: string): SortColumn => ({ shape: name, sql: () => sql`x.${sql.raw(name)}` });

const columns: Record<string, SortColumn> = {
  title: column('title'),
  number: column('number'),
  due: column('due_at'),
  start: column('start_at'),
  created: column('created_at'),
  updated: { shape: 'updated', sql: ({ fn, workspaceId }) => updatedAt(fn, workspaceId, 'x') },
  completed: column('completed_at'),
};

/** Characters of a title that are compared: cursors have them. */
const mostCompared = 100;

const numberKey = (value: unknown): Key => (value === null ? null : Number(value));
const titleKey = (value: unknown): Key => fold(String(value)).slice(0, mostCompared);

/** `position`, the order on the board, ends every other order. */
export const ordersFrom = (sort: readonly Sort[]): Order[] =>
  sort.flatMap(({ by, descending }, index) => {
    const name = by.toLowerCase();
    const isFirst = sort.findIndex((each) => each.by.toLowerCase() === name) === index;
    const found = isFirst && Object.hasOwn(columns, name) ? columns[name] : undefined;
    return found ? { ...found, descending, key: name === 'title' ? titleKey : numberKey } : [];
  });

/** Compares the keys of two cards, then what follows them. */
export function compareKeys(orders: readonly Order[], a: readonly Key[], b: readonly Key[]): number {
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at] ?? null, b[at] ?? null];
    if (one === other) continue;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other === (orders[at]?.descending ?? false) ? 1 : -1;
  }
  return 0;
}
