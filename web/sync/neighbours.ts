import { generateKeyBetween } from 'fractional-indexing';
import type { Store } from './store.ts';

/*
 * Places of cards and lists. The server is sent a neighbour, which stays meaningful when others move things meanwhile.
 * The order key shown until it answers is a guess.
 */

/** The two neighbours between which a card is placed in its list; null is an end. */
export interface Spot {
  listId: string;
  after: string | null;
  before: string | null;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Guesses an order key until the server assigns its own. Some keys leave no room between them; then it is the one before. */
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

/** The current place of a card. */
export function spotOf(store: Store, id: string): Spot | undefined {
  const found = store.peek('card', id);
  if (!found) return undefined;
  const ids = store.cardsOf(found.listPublicId).peek();
  const at = ids.indexOf(id);
  return { listId: found.listPublicId, after: ids[at - 1] ?? null, before: ids[at + 1] ?? null };
}
