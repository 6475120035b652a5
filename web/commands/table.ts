import { go } from '../app/location.ts';
import { clearFilter, criteria, isFiltered, setCriteria } from '../board/filter.ts';
import { changesBoard, myself } from '../board/may.ts';
import { show } from '../board/overlay.ts';
import { choosing } from './choosing.ts';
import type { Command, OnBoard } from './command.ts';
import { endings, onCards, over } from './on-cards.ts';

/* All commands. A new one appears in the palette, the menus and the help, and works by its keys. */

/** Adds below the card, or at the end of the first list if there is none. */
function addAfter(to: OnBoard): void {
  const { board, card } = to;
  if (card !== undefined) void over('add')({ ...to, card });
  else {
    const first = CSS.escape(board.store.lists.peek()[0] ?? '');
    const field = document.querySelector<HTMLElement>(`[data-list="${first}"] .add textarea`);
    if (field) field.focus();
    else document.querySelector<HTMLElement>(`[data-add="${first}"]`)?.click();
  }
}

function filterMine({ board }: OnBoard): void {
  const mine = myself(board);
  if (mine === undefined) return;
  const { members } = criteria.peek();
  setCriteria({
    members: members.includes(mine) ? members.filter((each) => each !== mine) : [...members, mine],
  });
}

const onBoard: readonly Command[] = [
  { id: 'addAfter', needs: 'card:create', group: 'board', about: 'board', keys: ['n'], run: addAfter },
  {
    id: 'filter',
    needs: null,
    group: 'board',
    about: 'board',
    keys: ['f'],
    run: () => document.getElementById('filter')?.showPopover(),
  },
  { id: 'mine', needs: null, group: 'board', about: 'board', keys: ['q'], run: filterMine },
  {
    id: 'clearFilter',
    needs: null,
    group: 'board',
    about: 'board',
    keys: ['x'],
    applies: () => isFiltered.peek(),
    run: clearFilter,
  },
  {
    id: 'undo',
    needs: changesBoard,
    isInCard: true,
    group: 'board',
    about: 'board',
    keys: ['Mod+z'],
    applies: ({ board }) => board.canUndo.peek(),
    run: ({ board }) => board.undo(),
  },
  {
    id: 'redo',
    needs: changesBoard,
    isInCard: true,
    group: 'board',
    about: 'board',
    keys: ['Mod+Shift+z', 'Mod+y'],
    applies: ({ board }) => board.canRedo.peek(),
    run: ({ board }) => board.redo(),
  },
];

const everywhere: readonly Command[] = [
  {
    id: 'palette',
    needs: null,
    isInCard: true,
    group: 'everywhere',
    about: 'all',
    keys: ['Mod+k'],
    isKeyOnly: true,
    run: () => show({ kind: 'palette', isSearch: false }),
  },
  {
    id: 'search',
    needs: null,
    isInCard: true,
    group: 'everywhere',
    about: 'all',
    keys: ['/'],
    run: () => show({ kind: 'palette', isSearch: true }),
  },
  { id: 'boards', needs: null, group: 'everywhere', about: 'all', keys: ['b'], run: () => go('/') },
  { id: 'import', needs: null, group: 'everywhere', about: 'all', run: () => go('/import') },
  {
    id: 'help',
    needs: null,
    isInCard: true,
    group: 'everywhere',
    about: 'all',
    keys: ['?'],
    run: () => show({ kind: 'help' }),
  },
];

export const commands: readonly Command[] = [...onCards, ...choosing, ...endings, ...onBoard, ...everywhere];
