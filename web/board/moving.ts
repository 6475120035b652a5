import { bulk } from '../sync/bulk.ts';
import { type Direction, neighbour } from '../sync/neighbours.ts';
import { announcePlace } from './announce.ts';
import type { Spot } from './commands.ts';
import { shownCards, spotAmongShown } from './filter.ts';
import type { OpenBoard } from './open.ts';

/* Moving by keyboard or dialog: one card or several, which stay together and in order. */

/** Moves cards next to each other at a place, in one request. */
export function moveTo(board: OpenBoard, cards: readonly string[], spot: Spot): void {
  const operations = cards.map((cardPublicId, index) => {
    const before = cards[index - 1];
    return {
      type: 'move' as const,
      cardPublicId,
      listPublicId: spot.listId,
      ...(before === undefined ? neighbour(spot) : { afterPublicId: before }),
    };
  });
  // The announcement says it; a note would say it again.
  board.do(bulk(board.store, operations), { isQuiet: true });
  announcePlace(board, cards);
}

/** Moves cards to an index of a list, counted among the visible cards without themselves. */
export const moveToIndex = (
  board: OpenBoard,
  cards: readonly string[],
  listId: string,
  index: number,
): void => moveTo(board, cards, spotAmongShown(board.store, listId, index, new Set(cards)));

/** The list next to that of a card; undefined at the edge of the board. */
export function listBeside({ store }: OpenBoard, card: string, to: 'left' | 'right'): string | undefined {
  const lists = store.lists.peek();
  const at = lists.indexOf(store.peek('card', card)?.listPublicId ?? '');
  return at < 0 ? undefined : lists[at + (to === 'left' ? -1 : 1)];
}

/** Moves cards one place up or down, or to the next list. */
export function carry(board: OpenBoard, cards: readonly string[], to: Direction): void {
  const [first = '', last = first] = [cards[0], cards.at(-1)];
  const { store } = board;
  const listId = store.peek('card', first)?.listPublicId;
  if (listId === undefined) return;
  const shown = shownCards(store, listId).peek();
  const moved = new Set(cards);
  /** How many other cards are above a card. */
  const above = (card: string) =>
    shown.slice(0, Math.max(0, shown.indexOf(card))).filter((id) => !moved.has(id)).length;
  if (to === 'left' || to === 'right') {
    const beside = listBeside(board, first, to);
    if (beside !== undefined) moveToIndex(board, cards, beside, shown.indexOf(first));
    return;
  }
  const others = shown.filter((id) => !moved.has(id)).length;
  const isTogether = above(first) === above(last);
  const index = to === 'up' ? above(first) - (isTogether ? 1 : 0) : above(last) + 1;
  const isAtEnd = isTogether && (index < 0 || index > others);
  if (!isAtEnd) moveToIndex(board, cards, listId, Math.max(0, index));
}
