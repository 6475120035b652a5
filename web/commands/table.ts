import { go } from '../app/location.ts';
import { announceSelected } from '../board/announce.ts';
import { archive, myself, remove, turnMember } from '../board/doing.ts';
import { clearFilter, criteria, isFiltered, setCriteria, shownCards } from '../board/filter.ts';
import { carry, type Direction, listBeside, moveToIndex } from '../board/moving.ts';
import { type Overlay, show } from '../board/overlay.ts';
import { add, clear, extendTo, selected, toggle } from '../board/select.ts';
import { focusCard, neighbourOf } from '../board/target.ts';
import { copyLink } from '../ui/copy-link.ts';
import type { Command, OnBoard, OnCards } from './command.ts';

/* All commands. A new one appears in the palette, the menus and the help, and works by its keys. */

type OverCards = 'menu' | 'labels' | 'members' | 'due' | 'title' | 'add' | 'move' | 'copy';

const over =
  (kind: OverCards) =>
  ({ board, card, cards, at }: OnCards): void =>
    show({ kind, board, card, cards, at } as Overlay);

/** For commands that remove cards: moves the focus to the next card, or to the previous one at the end. */
function leaving(work: (to: OnCards) => void): (to: OnCards) => void {
  return (to) => {
    const { board, cards } = to;
    const last = cards.at(-1) ?? '';
    const below = neighbourOf(board, last, 'down');
    const next = below === last ? neighbourOf(board, cards[0], 'up') : below;
    work(to);
    clear();
    if (next !== undefined && !cards.includes(next)) focusCard(board, next);
  };
}

const step =
  (to: Direction) =>
  ({ board, card }: OnBoard): void =>
    focusCard(board, neighbourOf(board, card, to));

const carried =
  (to: Direction) =>
  ({ board, card, cards }: OnCards): void => {
    carry(board, cards, to);
    focusCard(board, card);
  };

/** Moves the focus to the adjacent card and extends the selection to it. */
const selecting =
  (to: Direction) =>
  ({ board, card }: OnCards): void => {
    const { store } = board;
    const next = neighbourOf(board, card, to) ?? card;
    if (!selected.peek().has(card)) add([card]);
    extendTo(shownCards(store, store.peek('card', next)?.listPublicId ?? '').peek(), next);
    focusCard(board, next);
    announceSelected();
  };

/** Moves cards to the top of the adjacent list. */
const beside =
  (to: 'left' | 'right') =>
  ({ board, card, cards }: OnCards): void => {
    const list = listBeside(board, card, to);
    if (list === undefined) return;
    moveToIndex(board, cards, list, 0);
    focusCard(board, card);
  };

const hasListBeside =
  (to: 'left' | 'right') =>
  ({ board, card }: OnCards): boolean =>
    listBeside(board, card, to) !== undefined;

/** Adds after the card, or at the end of the first list if there is none. */
function addAfter({ board, card, cards, at }: OnBoard): void {
  if (card !== undefined && at) show({ kind: 'add', board, card, cards, at });
  else
    document
      .querySelector<HTMLElement>(`[data-add="${CSS.escape(board.store.lists.peek()[0] ?? '')}"]`)
      ?.click();
}

function filterMine({ board }: OnBoard): void {
  const mine = myself(board);
  if (mine === undefined) return;
  const { members } = criteria.peek();
  setCriteria({
    members: members.includes(mine) ? members.filter((each) => each !== mine) : [...members, mine],
  });
}

function selectList({ board: { store }, card }: OnCards): void {
  add(shownCards(store, store.peek('card', card)?.listPublicId ?? '').peek());
  announceSelected();
}

export const commands: readonly Command[] = [
  { id: 'open', group: 'card', about: 'cards', keys: ['Enter'], run: ({ card }) => go(`/c/${card}`) },
  { id: 'edit', group: 'card', about: 'cards', keys: ['e', 't'], run: over('title') },
  { id: 'labels', group: 'card', about: 'cards', keys: ['l'], run: over('labels') },
  { id: 'members', group: 'card', about: 'cards', keys: ['m'], run: over('members') },
  {
    id: 'me',
    group: 'card',
    about: 'cards',
    keys: ['Space'],
    applies: ({ board }) => myself(board) !== undefined,
    run: ({ board, cards }) => turnMember(board, cards, myself(board) ?? ''),
  },
  { id: 'due', group: 'card', about: 'cards', keys: ['d'], run: over('due') },
  { id: 'move', group: 'move', about: 'cards', keys: ['v'], run: over('move') },
  { id: 'copy', group: 'move', about: 'cards', run: over('copy') },
  {
    id: 'toNextList',
    group: 'move',
    about: 'cards',
    keys: ['>'],
    applies: hasListBeside('right'),
    run: beside('right'),
  },
  {
    id: 'toPreviousList',
    group: 'move',
    about: 'cards',
    keys: ['<'],
    applies: hasListBeside('left'),
    run: beside('left'),
  },
  {
    id: 'carryUp',
    group: 'move',
    about: 'cards',
    keys: ['Alt+ArrowUp'],
    isKeyOnly: true,
    run: carried('up'),
  },
  {
    id: 'carryDown',
    group: 'move',
    about: 'cards',
    keys: ['Alt+ArrowDown'],
    isKeyOnly: true,
    run: carried('down'),
  },
  {
    id: 'carryLeft',
    group: 'move',
    about: 'cards',
    keys: ['Alt+ArrowLeft'],
    isKeyOnly: true,
    run: carried('left'),
  },
  {
    id: 'carryRight',
    group: 'move',
    about: 'cards',
    keys: ['Alt+ArrowRight'],
    isKeyOnly: true,
    run: carried('right'),
  },
  { id: 'up', group: 'go', about: 'board', keys: ['ArrowUp', 'k'], isKeyOnly: true, run: step('up') },
  { id: 'down', group: 'go', about: 'board', keys: ['ArrowDown', 'j'], isKeyOnly: true, run: step('down') },
  { id: 'left', group: 'go', about: 'board', keys: ['ArrowLeft'], isKeyOnly: true, run: step('left') },
  { id: 'right', group: 'go', about: 'board', keys: ['ArrowRight'], isKeyOnly: true, run: step('right') },
  {
    id: 'select',
    group: 'select',
    about: 'cards',
    keys: ['s'],
    run: ({ card }) => {
      toggle(card);
      announceSelected();
    },
  },
  {
    id: 'selectUp',
    group: 'select',
    about: 'cards',
    keys: ['Shift+ArrowUp', 'Shift+ArrowLeft'],
    isKeyOnly: true,
    run: selecting('up'),
  },
  {
    id: 'selectDown',
    group: 'select',
    about: 'cards',
    keys: ['Shift+ArrowDown', 'Shift+ArrowRight'],
    isKeyOnly: true,
    run: selecting('down'),
  },
  { id: 'selectList', group: 'select', about: 'cards', keys: ['Mod+a'], run: selectList },
  {
    id: 'selectNone',
    group: 'select',
    about: 'board',
    keys: ['Escape'],
    applies: () => selected.peek().size > 0,
    run: () => {
      clear();
      announceSelected();
    },
  },
  { id: 'copyLink', group: 'card', about: 'cards', run: ({ card }) => void copyLink(`/c/${card}`) },
  {
    id: 'archive',
    group: 'card',
    about: 'cards',
    keys: ['c'],
    run: leaving(({ board, cards }) => archive(board, cards)),
  },
  {
    id: 'delete',
    group: 'card',
    about: 'cards',
    isDangerous: true,
    run: leaving(({ board, cards }) => remove(board, cards)),
  },
  { id: 'addAfter', group: 'board', about: 'board', keys: ['n'], run: addAfter },
  {
    id: 'filter',
    group: 'board',
    about: 'board',
    keys: ['f'],
    run: () => document.getElementById('filter')?.showPopover(),
  },
  { id: 'mine', group: 'board', about: 'board', keys: ['q'], run: filterMine },
  {
    id: 'clearFilter',
    group: 'board',
    about: 'board',
    keys: ['x'],
    applies: () => isFiltered.peek(),
    run: clearFilter,
  },
  {
    id: 'undo',
    group: 'board',
    about: 'board',
    keys: ['Mod+z'],
    applies: ({ board }) => board.canUndo.peek(),
    run: ({ board }) => board.undo(),
  },
  {
    id: 'redo',
    group: 'board',
    about: 'board',
    keys: ['Mod+Shift+z', 'Mod+y'],
    applies: ({ board }) => board.canRedo.peek(),
    run: ({ board }) => board.redo(),
  },
  {
    id: 'palette',
    group: 'everywhere',
    about: 'all',
    keys: ['Mod+k'],
    isKeyOnly: true,
    run: () => show({ kind: 'palette', isSearch: false }),
  },
  {
    id: 'search',
    group: 'everywhere',
    about: 'all',
    keys: ['/'],
    run: () => show({ kind: 'palette', isSearch: true }),
  },
  { id: 'boards', group: 'everywhere', about: 'all', keys: ['b'], run: () => go('/') },
  { id: 'import', group: 'everywhere', about: 'all', run: () => go('/import') },
  { id: 'help', group: 'everywhere', about: 'all', keys: ['?'], run: () => show({ kind: 'help' }) },
];
