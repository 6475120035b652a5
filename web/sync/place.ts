import { generateKeyBetween } from 'fractional-indexing';
import type { Store } from './store.ts';

/*
 * Places of cards and lists. They are told to the server by a neighbour, which means the same wherever others have moved
 * things meanwhile; what is shown until it answers is a guess at the order key.
 */

/** Between which two of its list a card is put; null is an end. */
export interface Spot {
  listId: string;
  after: string | null;
  before: string | null;
}

/** A guess that is shown until the server tells its own; some keys leave no room, then it is the one before. */
export function keyBetween(before: string | null, after: string | null): string {
  try {
    return generateKeyBetween(before, after);
  } catch {
    return `${before ?? 'a0'}V`;
  }
}

export type Neighbour = { afterPublicId?: string; beforePublicId?: string };

export const neighbour = ({ after, before }: Omit<Spot, 'listId'>): Neighbour =>
  after !== null ? { afterPublicId: after } : before !== null ? { beforePublicId: before } : {};

/** The place that a card has now. */
export function spotOf(store: Store, id: string): Spot | undefined {
  const found = store.peek('card', id);
  if (!found) return undefined;
  const ids = store.cardsOf(found.listPublicId).peek();
  const at = ids.indexOf(id);
  return { listId: found.listPublicId, after: ids[at - 1] ?? null, before: ids[at + 1] ?? null };
}

/** The place with the number `index` in a list, as if `moved` were not in it. */
export function spotAt(store: Store, listId: string, index: number, moved: string): Spot {
  const ids = store
    .cardsOf(listId)
    .peek()
    .filter((each) => each !== moved);
  const at = Math.max(0, Math.min(index, ids.length));
  return { listId, after: ids[at - 1] ?? null, before: ids[at] ?? null };
}
