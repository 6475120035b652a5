import { t } from '../messages/en.ts';
import type { OpenBoard } from './open.ts';
import { selected } from './select.ts';

/** Tells who does not see the page; a card that is open has the place where it is read from, or else the board. */
export function announce(text: string): void {
  const region = document.getElementById('card-announcements') ?? document.getElementById('announcements');
  if (region) region.textContent = text;
}

export const tellSelected = (): void => announce(t.commands.selected(selected.peek().size));

/** Where cards are now: the list, and the place of the first of them. */
export function announcePlace({ store }: OpenBoard, cards: readonly string[]): void {
  const [first = ''] = cards;
  const card = store.peek('card', first);
  const list = store.peek('list', card?.listPublicId ?? '');
  if (!card || !list) return;
  const ids = store.cardsOf(list.publicId).peek();
  const what = cards.length === 1 ? card.title : t.board.cards(cards.length);
  announce(t.board.move(what, list.name, ids.indexOf(first) + 1, ids.length));
}
