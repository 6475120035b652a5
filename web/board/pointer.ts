import type { Place } from '../ui/placed.tsx';
import { announceSelected } from './announce.ts';
import { cardsBeside } from './filter.ts';
import { changesCards, may } from './may.ts';
import type { OpenBoard } from './open.ts';
import { show } from './overlay.ts';
import { clear, extendTo, selected, toggle } from './select.ts';
import { cardOf, contextOf } from './target.ts';

/*
 * Pointer actions on cards other than opening and dragging. The secondary button of a mouse, or the menu key, opens the
 * menu. A click with Shift selects; a click outside the cards clears the selection. A finger that holds a card and
 * releases it opens the menu; once there is a selection, a tap extends it.
 */

/** Shows the menu of a card, or of all cards selected with it. */
export function showMenu(board: OpenBoard, card: string, place?: Place): void {
  const { cards, at } = contextOf(board, card);
  if (at) show({ kind: 'menu', board, card, cards, at: place ?? at });
}

/** Returns a function that stops it. */
export function pointAt(lists: HTMLElement, board: OpenBoard): () => void {
  const onMenu = (event: PointerEvent) => {
    const card = cardOf(event.target as Element)?.dataset.card;
    if (event.defaultPrevented || card === undefined || event.shiftKey) return;
    event.preventDefault();
    // A finger that holds a card either drags it or opens the menu, unless it may not drag.
    if (event.pointerType === 'touch' && may(board, 'card:edit')) return;
    const { clientX: x, clientY: y } = event;
    const isMouse = event.button === 2;
    const open = () => showMenu(board, card, isMouse ? { left: x, right: x, top: y, bottom: y } : undefined);
    // While the button is down, wait: Firefox takes its release for a click outside the menu and closes it.
    if (event.buttons === 0) open();
    else addEventListener('pointerup', () => setTimeout(open), { once: true, signal: off.signal });
  };
  const onClick = (event: PointerEvent) => {
    const target = event.target as Element;
    const card = cardOf(target)?.dataset.card;
    const isTapped = event.pointerType === 'touch' && selected.peek().size > 0;
    if (card !== undefined && (event.shiftKey || isTapped)) {
      event.preventDefault();
      if (!may(board, changesCards)) return;
      if (isTapped) toggle(card);
      else select(board, card);
      announceSelected();
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

function select(board: OpenBoard, card: string): void {
  if (selected.peek().has(card)) toggle(card);
  else extendTo(cardsBeside(board, card), card);
}
