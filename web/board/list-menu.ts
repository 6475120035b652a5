import { endOf } from '../messages/days.ts';
import { t } from '../messages/t.ts';
import { bulk } from '../sync/bulk.ts';
import { completes } from '../sync/completion.ts';
import type { Entities } from '../sync/mutation.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { addList, archiveList, deleteList, setCompletes } from './commands.ts';
import { archive, completed } from './doing.ts';
import { fold } from './fold.ts';
import { may, type Needs } from './may.ts';
import { newPublicId, type OpenBoard } from './open.ts';
import { show } from './overlay.ts';
import { watchItem } from './watch-menu.ts';

type Card = Entities['card'];

const titles = new Intl.Collator(undefined, { numeric: true });

const orders: Readonly<Record<'sortByDue' | 'sortByTitle' | 'sortByNewest', (a: Card, b: Card) => number>> = {
  // Cards without a date come last.
  sortByDue: (a, b) =>
    (a.dueDate ? endOf(a.dueDate) : Infinity) - (b.dueDate ? endOf(b.dueDate) : Infinity) || 0,
  sortByTitle: (a, b) => titles.compare(a.title, b.title),
  sortByNewest: (a, b) => b.cardNumber - a.cardNumber,
};

/** The menu items of a list that the user may choose. */
export function listMenuItems(board: OpenBoard, list: string, add: () => void): MenuItem[] {
  const { store } = board;
  const all: readonly (MenuItem & { needs: Needs })[] = [
    { text: t.board.addCard, needs: 'card:create', run: add },
    { ...watchItem(board, 'list', list), needs: null },
    { text: t.lists.fold, needs: null, run: () => fold(board.id, list, true) },
    { text: t.listMenu.rename, needs: 'list:edit', run: () => rename(list) },
    { text: t.listMenu.move, needs: 'list:edit', run: () => show({ kind: 'moveList', board, list }) },
    { text: t.listMenu.copy, needs: 'list:create', run: () => copy(board, list) },
    completion(board, list),
    ...itemsOfCards(board, list),
    {
      text: t.listMenu.archive,
      needs: 'list:edit',
      isFirst: true,
      run: () => board.do(archiveList(store, list)),
    },
    {
      text: t.board.deleteList,
      needs: 'list:delete',
      isDangerous: true,
      run: () => board.do(deleteList(store, list)),
    },
  ];
  return all.filter((each) => may(board, each.needs));
}

/** Whether the cards of a list are done: those that are put there, and when this begins also those that are there. */
function completion(board: OpenBoard, id: string): MenuItem & { needs: Needs } {
  const { store } = board;
  const list = store.peek('list', id);
  const isOn = completes(store, id);
  return {
    text: isOn ? t.listMenu.leaveOpen : t.listMenu.complete,
    needs: 'list:edit',
    run: () => {
      if (!list) return;
      const cards = !isOn && may(board, 'card:edit') ? store.cardsOf(id).peek() : [];
      board.do([setCompletes(list, !isOn), ...completed(board, cards)]);
    },
  };
}

/** For all cards of a list; none if it is empty. */
function itemsOfCards(board: OpenBoard, list: string): (MenuItem & { needs: Needs })[] {
  const cards = () => board.store.cardsOf(list).peek();
  const [first] = cards();
  if (first === undefined) return [];
  const needs = 'card:edit';
  return [
    ...(Object.keys(orders) as (keyof typeof orders)[]).map((order, index) => ({
      text: t.listMenu[order],
      needs: needs as Needs,
      isFirst: index === 0,
      run: () => sort(board, list, orders[order]),
    })),
    {
      text: t.listMenu.moveCards,
      needs,
      isFirst: true,
      run: () => show({ kind: 'move', board, card: first, cards: cards(), at: undefined }),
    },
    { text: t.listMenu.archiveCards, needs, run: () => archive(board, cards()) },
  ];
}

/** Edits the name in place. */
function rename(list: string): void {
  const name = document.querySelector<HTMLElement>(`[data-list="${CSS.escape(list)}"] h2 button`);
  // After the menu has returned the focus.
  requestAnimationFrame(() => name?.click());
}

/** Moves only cards that are out of order, each after its predecessor. */
function sort(board: OpenBoard, list: string, order: (a: Card, b: Card) => number): void {
  const { store } = board;
  const cards = store
    .cardsOf(list)
    .peek()
    .flatMap((id) => store.peek('card', id) ?? []);
  const sorted = cards.toSorted(order);
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
function copy(board: OpenBoard, list: string): void {
  const { store } = board;
  const name = store.peek('list', list)?.name ?? '';
  const id = newPublicId();
  const lists = store.lists.peek();
  const spot = { after: list, before: lists[lists.indexOf(list) + 1] ?? null };
  const copied = t.listMenu.copyName(name).slice(0, 255);
  const added = addList(store, board.id, id, copied, spot, completes(store, list));
  const operations = store
    .cardsOf(list)
    .peek()
    .map((cardPublicId) => ({
      type: 'duplicate' as const,
      cardPublicId,
      listPublicId: id,
      copyLabels: true,
      copyMembers: true,
      copyChecklists: true,
    }));
  board.do([added, ...bulk(store, operations)], { text: t.listMenu.copied(name) });
}
