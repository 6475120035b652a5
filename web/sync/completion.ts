import type { Entities } from './mutation.ts';
import type { Store } from './store.ts';

type Card = Entities['card'];

/** Whether the cards that are put into a list become done. */
export const completes = (store: Store, list: string): boolean =>
  store.peek('list', list)?.completes === true;

/**
 * Whether a card is done once it is put into a list, if the list changes that. It is sent with the move, so that what is shown
 * and undone is what is stored.
 */
export function completionIn(
  store: Store,
  list: string,
  card?: Pick<Card, 'listPublicId' | 'completedAt' | 'isTemplate'>,
): { completedAt?: string | null } {
  const completedAt = card?.completedAt ?? null;
  // Of a list on another board only the service knows.
  if (card?.listPublicId === list || card?.isTemplate || !store.peek('list', list)) return {};
  if (completes(store, list)) return completedAt === null ? { completedAt: new Date().toISOString() } : {};
  return card && completes(store, card.listPublicId) && completedAt !== null ? { completedAt: null } : {};
}
