import { announceSelected } from '../board/announce.ts';
import { cardsBeside } from '../board/filter.ts';
import { changesCards } from '../board/may.ts';
import { focusCard, neighbourOf } from '../board/next-card.ts';
import { add, clear, extendTo, selected, toggle } from '../board/select.ts';
import type { Direction } from '../sync/neighbours.ts';
import type { Command, OnBoard, OnCards } from './command.ts';

/* Commands that go to cards and select them. */

const step =
  (to: Direction) =>
  ({ board, card }: OnBoard): void =>
    focusCard(board, neighbourOf(board, card, to));

/** Moves the focus to the adjacent card and extends the selection to it. */
const selecting =
  (to: Direction) =>
  ({ board, card }: OnCards): void => {
    const next = neighbourOf(board, card, to) ?? card;
    if (!selected.peek().has(card)) add([card]);
    extendTo(cardsBeside(board, next), next);
    focusCard(board, next);
    announceSelected();
  };

function selectList({ board, card }: OnCards): void {
  add(cardsBeside(board, card));
  announceSelected();
}

export const choosing: readonly Command[] = [
  {
    id: 'up',
    needs: null,
    group: 'go',
    about: 'board',
    keys: ['ArrowUp', 'k'],
    isKeyOnly: true,
    run: step('up'),
  },
  {
    id: 'down',
    needs: null,
    group: 'go',
    about: 'board',
    keys: ['ArrowDown', 'j'],
    isKeyOnly: true,
    run: step('down'),
  },
  {
    id: 'left',
    needs: null,
    group: 'go',
    about: 'board',
    keys: ['ArrowLeft'],
    isKeyOnly: true,
    run: step('left'),
  },
  {
    id: 'right',
    needs: null,
    group: 'go',
    about: 'board',
    keys: ['ArrowRight'],
    isKeyOnly: true,
    run: step('right'),
  },
  {
    id: 'select',
    needs: changesCards,
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
    needs: changesCards,
    group: 'select',
    about: 'cards',
    keys: ['Shift+ArrowUp', 'Shift+ArrowLeft'],
    isKeyOnly: true,
    run: selecting('up'),
  },
  {
    id: 'selectDown',
    needs: changesCards,
    group: 'select',
    about: 'cards',
    keys: ['Shift+ArrowDown', 'Shift+ArrowRight'],
    isKeyOnly: true,
    run: selecting('down'),
  },
  {
    id: 'selectList',
    needs: changesCards,
    group: 'select',
    about: 'cards',
    keys: ['Mod+a'],
    run: selectList,
  },
  {
    id: 'selectNone',
    needs: null,
    group: 'select',
    about: 'board',
    keys: ['Escape'],
    applies: () => selected.peek().size > 0,
    run: () => {
      clear();
      announceSelected();
    },
  },
];
