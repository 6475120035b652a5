import { sql } from 'kysely';
import { type FilterField, fieldKey, fieldsNamed, textKey } from '../../../../contract/filter/fields.ts';
import type { Candidate } from '../../../../contract/filter/known.ts';
import type { Sort } from '../../../../contract/filter/tree.ts';
import { isOwnSort } from '../../../../contract/filter/unknown.ts';
import { updatedAt } from '../../data/cards/fragments.ts';
import { fieldColumn } from './field-conditions.ts';
import type { SortColumn } from './statements.ts';

/* The order that a filter asks for. What has no value comes last, in either direction. */

export type Key = number | string | null;

/** One thing to sort by. */
export interface Order extends SortColumn {
  descending: boolean;
  /** The key of what the column has. */
  key: (column: unknown) => Key;
}

const column = (name: string): SortColumn => ({
  shape: name,
  values: [],
  sql: () => sql`x.${sql.raw(name)}`,
});

const columns: Record<string, SortColumn> = {
  title: column('title'),
  number: column('number'),
  due: column('due_at'),
  start: column('start_at'),
  created: column('created_at'),
  updated: {
    shape: 'updated',
    values: [],
    sql: ({ fn, workspaceId }) => updatedAt(fn, workspaceId, 'x'),
    isDear: true,
  },
  completed: column('completed_at'),
};

const numberKey = (value: unknown): Key => (value === null ? null : Number(value));
const titleKey = (value: unknown): Key => textKey(String(value));

/** What orders by fields take: those of the board, and the people who are named in them. */
export interface Sortable {
  fields: readonly FilterField[];
  members: readonly Candidate[];
}

/** `position`, the order on the board, ends every other order. */
export const ordersFrom = (sort: readonly Sort[], on: Sortable): Order[] =>
  sort.flatMap(({ by, descending }, index) => {
    const name = by.toLowerCase();
    if (sort.findIndex((each) => each.by.toLowerCase() === name) < index) return [];
    if (!isOwnSort(name)) return fieldOrder(by, descending, on);
    const found = columns[name];
    return found ? { ...found, descending, key: name === 'title' ? titleKey : numberKey } : [];
  });

function fieldOrder(by: string, descending: boolean, { fields, members }: Sortable): Order[] {
  const [field] = fieldsNamed(by, fields);
  if (!field) return [];
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const key = (value: unknown) => fieldKey(field, value as string | number | null, (id) => names.get(id));
  return [{ ...fieldColumn(field), descending, key }];
}

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
