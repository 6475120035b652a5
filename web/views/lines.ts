import type { Store } from '../sync/store.ts';
import { everyCard, type Gathered, gathered, sorted } from './arrange.ts';
import type { Property } from './property.ts';
import type { Settings } from './settings.ts';

/* The lines of a table, from the first to the last; all of them are equally high, so that each has its place by its index. */

export type Line =
  | { kind: 'group'; key: string; group: Gathered; isFolded: boolean }
  | { kind: 'card'; key: string; id: string; group: string }
  | { kind: 'foot'; key: string; group: Gathered };

/** `folded` has the ids of groups whose cards are not shown. */
export function linesOf(
  store: Store,
  cards: readonly string[],
  properties: readonly Property[],
  { groupBy, sort }: Settings,
  folded: ReadonlySet<string>,
): Line[] {
  const by = properties.find(({ id, groups }) => id === groupBy && groups);
  if (by || sort.length > 0) everyCard(store);
  const ids = sorted(store, cards, properties, sort);
  if (!by) {
    const group = { id: '', name: '', cards: ids };
    return [...ids.map((id) => lineOf(id, '')), { kind: 'foot', key: 'foot', group }];
  }
  return gathered(store, ids, by)
    .filter((group) => group.cards.length > 0 || by.id === 'list')
    .flatMap((group): Line[] => {
      const isFolded = folded.has(group.id);
      const head: Line = { kind: 'group', key: `group ${group.id}`, group, isFolded };
      if (isFolded) return [head];
      return [
        head,
        ...group.cards.map((id) => lineOf(id, group.id)),
        { kind: 'foot', key: `foot ${group.id}`, group },
      ];
    });
}

const lineOf = (id: string, group: string): Line => ({ kind: 'card', key: `${group} ${id}`, id, group });
