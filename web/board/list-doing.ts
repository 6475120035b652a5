import { endOf } from '../messages/days.ts';
import { t } from '../messages/t.ts';
import { bulk } from '../sync/bulk.ts';
import type { Entities } from '../sync/mutation.ts';
import { addList, editList } from './commands.ts';
import { newPublicId, type OpenBoard } from './open.ts';

/* What the menu of a list does to all of its cards; loaded once it is chosen. */

type Card = Entities['card'];

export type ListOrder = 'sortByDue' | 'sortByTitle' | 'sortByNewest';

const orders: Readonly<Record<ListOrder, () => (a: Card, b: Card) => number>> = {
  // Cards without a date come last.
  sortByDue: () => (a, b) =>
    (a.dueDate ? endOf(a.dueDate) : Infinity) - (b.dueDate ? endOf(b.dueDate) : Infinity) || 0,
  sortByTitle: () => {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    return (a, b) => compare(a.title, b.title);
  },
  sortByNewest: () => (a, b) => b.cardNumber - a.cardNumber,
};

/** Moves only cards that are out of order, each after its predecessor. */
export function sortCards(board: OpenBoard, list: string, order: ListOrder): void {
  const { store } = board;
  const cards = store
    .cardsOf(list)
    .peek()
    .flatMap((id) => store.peek('card', id) ?? []);
  const sorted = cards.toSorted(orders[order]());
  if (sorted.every((card, index) => card === cards[index])) return;
  const operations = sorted.map(({ publicId }, index) => {
    const before = sorted[index - 1]?.publicId;
    return {
      type: 'move' as const,
      cardPublicId: publicId,
      ...(before === undefined ? { index: 0 } : { afterPublicId: before }),
    };
  });
  board.do(bulk(store, operations));
}

/** Copies a list and its cards, after the original, as one step of the undo stack. */
export function copyList(board: OpenBoard, list: string): void {
  const { store } = board;
  const name = store.peek('list', list)?.name ?? '';
  const id = newPublicId();
  const lists = store.lists.peek();
  const spot = { after: list, before: lists[lists.indexOf(list) + 1] ?? null };
  const copied = t.listMenu.copyName(name).slice(0, 255);
  const cards = store.cardsOf(list).peek();
  const {
    completes = false,
    colour = null,
    limit = null,
    refusesOpenChecks = false,
  } = store.peek('list', list) ?? {};
  // A copy that refused some of the cards would be none.
  const isOver = limit !== null && cards.length > limit.cards;
  const traits = { completes, colour, limit: isOver ? null : limit };
  const added = addList(store, board.id, id, copied, spot, traits);
  const operations = cards.map((cardPublicId) => ({
    type: 'duplicate' as const,
    cardPublicId,
    listPublicId: id,
    copyLabels: true,
    copyMembers: true,
    copyChecklists: true,
  }));
  // The checks of copies are open, so it refuses them only from then on.
  const refuses = refusesOpenChecks
    ? [editList({ publicId: id, name: copied }, { refusesOpenChecks: true })]
    : [];
  board.do([added, ...bulk(store, operations), ...refuses], { text: t.listMenu.copied(name) });
}
