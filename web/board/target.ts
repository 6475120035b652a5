import { path } from '../app/location.ts';
import type { Place } from '../ui/placed.tsx';
import { shownCards } from './filter.ts';
import type { Direction } from './moving.ts';
import type { OpenBoard } from './open.ts';
import { openBoard } from './open.ts';
import { inOrder, withSelected } from './select.ts';

/* The target of commands: the focused card, or else the one under the pointer. */

/** What commands apply to. */
export interface Context {
  /** The open board, if nothing is over it. */
  board: OpenBoard | undefined;
  /** The focused card, or else the one under the pointer. */
  card: string | undefined;
  /** That card, or all selected ones if it is one of them or there is none; in the order of the board. */
  cards: readonly string[];
  /** Where the card is on the page: the anchor of overlays. */
  at: Place | undefined;
}

let hovered: string | undefined;

/** Tracks the card under the pointer; ignores touch. */
export function followPointer(signal: AbortSignal): void {
  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      hovered = pointerType === 'mouse' ? cardOf(target as Element)?.dataset.card : undefined;
    },
    { signal },
  );
}

export const cardOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-card]') ?? null;

const elementOf = (card: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.lists [data-card="${CSS.escape(card)}"]`);

/** The open board, if no card is over it. */
const boardNow = (): OpenBoard | undefined => (path.peek().startsWith('/b/') ? openBoard.peek() : undefined);

export function contextNow(): Context {
  const board = boardNow();
  if (!board) return { board, card: undefined, cards: [], at: undefined };
  const under = hovered !== undefined && elementOf(hovered) ? hovered : undefined;
  const [chosen] = inOrder(board.store);
  return contextOf(board, cardOf(document.activeElement)?.dataset.card ?? under ?? chosen);
}

export function contextOf(board: OpenBoard, card: string | undefined): Context {
  if (card === undefined || !board.store.peek('card', card))
    return { board, card: undefined, cards: [], at: undefined };
  return { board, card, cards: withSelected(board.store, card), at: placeOf(card) };
}

/** The position of a card on the page. */
export function placeOf(card: string): Place | undefined {
  const box = elementOf(card)?.getBoundingClientRect();
  return box && { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
}

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
  { store }: OpenBoard,
  card: string | undefined,
  to: Direction,
): string | undefined {
  const lists = store.lists.peek();
  const shownIn = (list: string | undefined) => (list ? shownCards(store, list).peek() : []);
  const found = card === undefined ? undefined : store.peek('card', card);
  if (!found) return lists.map((list) => shownIn(list)[0]).find(Boolean);
  const ids = shownIn(found.listPublicId);
  const at = ids.indexOf(found.publicId);
  if (to === 'up' || to === 'down') return ids[at + (to === 'up' ? -1 : 1)] ?? card;
  const here = lists.indexOf(found.listPublicId);
  const others = to === 'left' ? lists.slice(0, here).reverse() : lists.slice(here + 1);
  const next = shownIn(others.find((list) => shownIn(list).length > 0));
  return next[Math.min(at, next.length - 1)] ?? card;
}
