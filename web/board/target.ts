import { path } from '../app/location.ts';
import type { Place } from '../ui/placed.tsx';
import { type OpenBoard, openBoard } from './open.ts';
import { inOrder, withSelected } from './select.ts';

/*
 * The target of commands: the open card, or else the focused card or the one under the pointer, whichever of the two
 * was chosen last.
 */

/** What commands apply to. */
export interface Context {
  /** The open board, unless one of its menus is over it. */
  board: OpenBoard | undefined;
  /** The page of the open card, if the commands are for it. */
  page?: HTMLElement | undefined;
  card: string | undefined;
  /** That card, or all selected ones if it is one of them or there is none; in the order of the board. */
  cards: readonly string[];
  /** Where the card is on the page: the anchor of overlays. */
  at: Place | undefined;
}

let hovered: string | undefined;
/** Whether the pointer was used last, and not the keyboard. */
let isPointed = false;
let at = { x: -1, y: -1 };

/** Tracks the card under the pointer, and whether pointer or keyboard chose last; ignores touch. */
export function followPointer(signal: AbortSignal): void {
  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      hovered = pointerType === 'mouse' ? cardOf(target as Element)?.dataset.card : undefined;
    },
    { signal },
  );
  document.addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y, pointerType }) => {
      // Browsers also report a pointer that rests while the page moves under it.
      if (pointerType !== 'mouse' || (x === at.x && y === at.y)) return;
      at = { x, y };
      isPointed = true;
    },
    { signal, passive: true },
  );
  const scrolled = () => {
    isPointed = true;
  };
  document.addEventListener('wheel', scrolled, { signal, passive: true });
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (cardOf(target as Element)) isPointed = false;
    },
    { signal },
  );
}

export const cardOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-card]') ?? null;

const elementOf = (card: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`:is(.lists, .view) [data-card="${CSS.escape(card)}"]`);

/** The tile of a card that has moved: it is another element then. */
export const tileAgain = (element: HTMLElement): HTMLElement | null =>
  elementOf(cardOf(element)?.dataset.card ?? '')?.querySelector('a') ?? null;

/** The page of the open card. */
const openPage = (): HTMLElement | null => document.querySelector<HTMLElement>('dialog.card-dialog[open]');

export function contextNow(): Context {
  const board = openBoard.peek();
  const [, kind, id = ''] = path.peek().split('/');
  const page = kind === 'c' ? openPage() : null;
  if (board && page) return { board, page, ...(board.store.peek('card', id) ? only(id) : nothing) };
  if (!board || kind !== 'b') return { board: undefined, ...nothing };
  const under = hovered !== undefined && elementOf(hovered) ? hovered : undefined;
  const focused = cardOf(document.activeElement)?.dataset.card;
  const [chosen] = inOrder(board.store);
  return contextOf(board, (isPointed ? (under ?? focused) : (focused ?? under)) ?? chosen);
}

const nothing = { card: undefined, cards: [], at: undefined };
const only = (card: string) => ({ card, cards: [card], at: undefined });

export function contextOf(board: OpenBoard, card: string | undefined): Context {
  if (card === undefined || !board.store.peek('card', card)) return { board, ...nothing };
  return { board, card, cards: withSelected(board.store, card), at: placeOf(card) };
}

/** The position of a card on the page. */
export function placeOf(card: string): Place | undefined {
  const box = elementOf(card)?.getBoundingClientRect();
  return box && { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
}
