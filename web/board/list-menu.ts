import { t } from '../messages/t.ts';
import { completes } from '../sync/completion.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { archiveList, deleteList, editList } from './commands.ts';
import { archive, completed } from './doing.ts';
import { fold } from './fold.ts';
import type { ListOrder } from './list-doing.ts';
import { may, type Needs } from './may.ts';
import type { OpenBoard } from './open.ts';
import { show } from './overlay.ts';
import { watchItem } from './watch-menu.ts';

const orders: readonly ListOrder[] = ['sortByDue', 'sortByTitle', 'sortByNewest'];

/** Loads what is seldom chosen. */
const inDoing = (run: (all: typeof import('./list-doing.ts')) => void): void =>
  void import('./list-doing.ts').then(run).catch(() => toast(t.errors.title));

/** The menu items of a list that the user may choose. */
export function listMenuItems(board: OpenBoard, list: string, add: () => void): MenuItem[] {
  const { store } = board;
  const all: readonly (MenuItem & { needs: Needs })[] = [
    { text: t.board.addCard, needs: 'card:create', run: add },
    { ...watchItem(board, 'list', list), needs: null },
    { text: t.lists.fold, needs: null, run: () => fold(board.id, list, true) },
    { text: t.listMenu.rename, needs: 'list:edit', run: () => rename(list) },
    { text: t.listMenu.move, needs: 'list:edit', run: () => show({ kind: 'moveList', board, list }) },
    {
      text: t.listMenu.copy,
      needs: 'list:create',
      run: () => inDoing(({ copyList }) => copyList(board, list)),
    },
    {
      text: t.listMenu.settings,
      needs: 'list:edit',
      run: () => show({ kind: 'listSettings', board, list }),
    },
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
      board.do([editList(list, { completes: !isOn }), ...completed(board, cards)]);
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
    ...orders.map((order, index) => ({
      text: t.listMenu[order],
      needs: needs as Needs,
      isFirst: index === 0,
      run: () => inDoing(({ sortCards }) => sortCards(board, list, order)),
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
