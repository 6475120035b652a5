import type { Place } from '../ui/placed.tsx';
import { tellSelected } from './announce.ts';
import { shownCards } from './filter.ts';
import type { OpenBoard } from './open.ts';
import { show } from './overlay.ts';
import { clear, extendTo, selected, toggle } from './select.ts';
import { cardOf, contextOf } from './target.ts';

/*
 * What a pointer does to cards beside opening and dragging them. The other button of a mouse, and the key for it, show the
 * menu; with Shift it selects, and beside the cards it selects nothing. A finger that held a card and let go of it shows the
 * menu as well; once something is selected, a tap selects more.
 */

/** Shows the menu of a card, or of all that are selected with it. */
export function showMenu(board: OpenBoard, card: string, place?: Place): void {
  const { cards, at } = contextOf(board, card);
  if (at) show({ kind: 'menu', board, card, cards, at: place ?? at });
}

/** Returns how to end it. */
export function pointAt(lists: HTMLElement, board: OpenBoard): () => void {
  const onMenu = (event: PointerEvent) => {
    const card = cardOf(event.target as Element)?.dataset.card;
    if (event.defaultPrevented || card === undefined || event.shiftKey) return;
    event.preventDefault();
    if (event.pointerType === 'touch') return;
    const { clientX: x, clientY: y } = event;
    const isMouse = event.button === 2;
    const open = () => showMenu(board, card, isMouse ? { left: x, right: x, top: y, bottom: y } : undefined);
    // Letting go of the button would close it again: Firefox takes that for a click beside it.
    if (event.buttons === 0) open();
    else addEventListener('pointerup', () => setTimeout(open), { once: true, signal: off.signal });
  };
  const onClick = (event: PointerEvent) => {
    const target = event.target as Element;
    const card = cardOf(target)?.dataset.card;
    const isTapped = event.pointerType === 'touch' && selected.peek().size > 0;
    if (card !== undefined && (event.shiftKey || isTapped)) {
      event.preventDefault();
      if (isTapped) toggle(card);
      else select(board, card);
      tellSelected();
    } else if (card === undefined && target.matches('.lists, .list, .cards')) clear();
  };
  const off = new AbortController();
  lists.addEventListener('contextmenu', onMenu as EventListener, { signal: off.signal });
  lists.addEventListener('click', onClick as EventListener, { signal: off.signal });
  return () => {
    off.abort();
    clear();
  };
}

function select({ store }: OpenBoard, card: string): void {
  if (selected.peek().has(card)) toggle(card);
  else extendTo(shownCards(store, store.peek('card', card)?.listPublicId ?? '').peek(), card);
}
