import { t } from '../messages/t.ts';
import type { Store } from '../sync/store.ts';
import { selected } from './select.ts';

/** Announces a text to screen readers, through the live region of the open card or else of the board. */
export function announce(text: string): void {
  const region = document.getElementById('card-announcements') ?? document.getElementById('announcements');
  if (region) region.textContent = text;
}

export const announceSelected = (): void => announce(t.commands.selected(selected.peek().size));

/** Announces the list of cards and the position of the first one. */
export function announcePlace({ store }: { store: Store }, cards: readonly string[]): void {
  const [first = ''] = cards;
  const card = store.peek('card', first);
  const list = store.peek('list', card?.listPublicId ?? '');
  if (!card || !list) return;
  const ids = store.cardsOf(list.publicId).peek();
  const what = cards.length === 1 ? card.title : t.board.cards(cards.length);
  announce(t.board.move(what, list.name, ids.indexOf(first) + 1, ids.length));
}
