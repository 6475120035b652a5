import { locale } from '../messages/formats.ts';
import type { Store } from '../sync/store.ts';
import type { Card, Group, Property } from './property.ts';

/* Which cards come after each other in a view: sorted, and in groups. */

/** A group with its cards. */
export interface Gathered extends Group {
  cards: readonly string[];
}

/** Subscribes to every card of the board: what is sorted or grouped may change with any of them. */
export function everyCard(store: Store): void {
  for (const list of store.lists.value) void store.changesIn(list).value;
}

const cardsOf = (store: Store, ids: readonly string[]): Card[] =>
  ids.flatMap((id) => store.peek('card', id) ?? []);

/** Sorts cards by several properties, the first above all. Those that are the same in all keep their order. */
export function sorted(
  store: Store,
  ids: readonly string[],
  properties: readonly Property[],
  sort: readonly string[],
): readonly string[] {
  const by = sort.flatMap((each) => {
    const property = properties.find(({ id }) => id === each.replace(/^-/, ''));
    return property ? [{ property, sign: each.startsWith('-') ? -1 : 1 }] : [];
  });
  if (by.length === 0) return ids;
  const { compare } = new Intl.Collator(locale.value, { numeric: true });
  const rows = cardsOf(store, ids).map((card) => ({
    id: card.publicId,
    values: by.map(({ property }) => property.sortBy(card)),
  }));
  rows.sort((one, other) => {
    for (const [index, { sign }] of by.entries()) {
      const found = compared(one.values[index], other.values[index], sign, compare);
      if (found !== 0) return found;
    }
    return 0;
  });
  return rows.map(({ id }) => id);
}

type Value = number | string | undefined;

/** What has no value comes last, whichever way. */
function compared(a: Value, b: Value, sign: number, compare: (a: string, b: string) => number): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * compare(String(a), String(b));
}

/** The cards by the groups that they are in; a card may be in several. */
export function gathered(store: Store, ids: readonly string[], property: Property): Gathered[] {
  const { all = [], of = () => [] } = property.groups?.() ?? {};
  const found = new Map<string, string[]>(all.map(({ id }) => [id, []]));
  for (const card of cardsOf(store, ids)) for (const id of of(card)) found.get(id)?.push(card.publicId);
  return all.map((group) => ({ ...group, cards: found.get(group.id) ?? [] }));
}
