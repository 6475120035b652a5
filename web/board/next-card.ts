import type { Direction } from '../sync/neighbours.ts';
import { shownCards } from './filter.ts';
import { folded } from './fold.ts';
import type { OpenBoard } from './open.ts';

/* Going from card to card. */

/** Focuses a card and scrolls it into view, even if it is not in the DOM yet. */
export function focusCard(board: OpenBoard, card: string | undefined): void {
  if (card === undefined) return;
  const focus = async () => (await board.view.reveal(card))?.querySelector('a')?.focus();
  void focus();
  // A card that is being moved changes its place in the DOM and loses the focus.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) void focus();
  });
}

/** The next card in a direction; the first one if there is no current card. */
export function neighbourOf(
  { id, store, view }: OpenBoard,
  card: string | undefined,
  to: Direction,
): string | undefined {
  if (view.instead) return view.instead.neighbourOf(card, to);
  const lists = store.lists.peek();
  const hidden = folded(id).peek();
  const shownIn = (list: string | undefined) =>
    list && !hidden.has(list) ? shownCards(store, list).peek() : [];
  const found = card === undefined ? undefined : store.peek('card', card);
  if (!found) return lists.map((list) => shownIn(list)[0]).find(Boolean);
  const ids = shownIn(found.listPublicId);
  const at = ids.indexOf(found.publicId);
  if (to === 'up' || to === 'down') return ids[at + (to === 'up' ? -1 : 1)] ?? card;
  const here = lists.indexOf(found.listPublicId);
  const others = to === 'left' ? lists.slice(0, here).reverse() : lists.slice(here + 1);
  const next = shownIn(others.find((list) => shownIn(list).length > 0));
  return next[Math.max(0, Math.min(at, next.length - 1))] ?? card;
}
