import { shownCards } from '../board/filter.ts';
import type { OpenBoard } from '../board/open.ts';
import { clear, extendTo, selected, toggle } from '../board/select.ts';
import { show } from './overlay.ts';
import { tellSelected } from './table.ts';
import { cardOf, contextOf } from './target.ts';

/*
 * What a mouse does to cards beside opening and dragging them: its other button, and the key for it, show the menu; with
 * Shift it selects, and beside the cards it selects nothing. A finger that is held drags.
 */

/** Returns how to end it. */
export function pointAt(lists: HTMLElement, board: OpenBoard): () => void {
  const onMenu = (event: PointerEvent) => {
    const card = cardOf(event.target as Element)?.dataset.card;
    if (event.defaultPrevented || card === undefined || event.shiftKey) return;
    event.preventDefault();
    if (event.pointerType === 'touch') return;
    const context = contextOf(board, card);
    if (context.card === undefined || !context.at) return;
    const isMouse = event.button === 2;
    const { clientX: x, clientY: y } = event;
    const at = isMouse ? { left: x, right: x, top: y, bottom: y } : context.at;
    show({ kind: 'menu', board, card, cards: context.cards, at });
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const card = cardOf(target)?.dataset.card;
    if (card !== undefined && event.shiftKey) {
      event.preventDefault();
      select(board, card);
    } else if (card === undefined && target.matches('.lists, .list, .cards')) clear();
  };
  const off = new AbortController();
  lists.addEventListener('contextmenu', onMenu as EventListener, { signal: off.signal });
  lists.addEventListener('click', onClick, { signal: off.signal });
  return () => {
    off.abort();
    clear();
  };
}

function select({ store }: OpenBoard, card: string): void {
  if (selected.peek().has(card)) toggle(card);
  else extendTo(shownCards(store, store.peek('card', card)?.listPublicId ?? '').peek(), card);
  tellSelected();
}
