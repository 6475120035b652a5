import { backOr, go } from '../app/location.ts';
import { archive, complete, remove, turnMember } from '../board/doing.ts';
import { boardAddress } from '../board/filter.ts';
import { myself } from '../board/may.ts';
import { carry, listBeside, moveToIndex } from '../board/moving.ts';
import { focusCard, neighbourOf } from '../board/next-card.ts';
import { type Overlay, show } from '../board/overlay.ts';
import { clear } from '../board/select.ts';
import { placeOf } from '../board/target.ts';
import { watchCards } from '../board/watch-menu.ts';
import type { Direction } from '../sync/neighbours.ts';
import { copyLink } from '../ui/copy-link.ts';
import type { Command, OnCards } from './command.ts';

/* Commands that change cards. */

/** Each is a request. */
const mostWatched = 50;

type OverCards = 'menu' | 'labels' | 'members' | 'due' | 'cover' | 'title' | 'add' | 'move' | 'copy';

/** Opens an overlay at a card, or does the same by the control that the card's open page has for it. */
export const over =
  (kind: OverCards) =>
  async ({ board, page, card, cards }: OnCards): Promise<void> => {
    const control = page?.querySelector<HTMLElement>(`[data-command="${kind}"]`);
    control?.focus();
    control?.click();
    if (control) return;
    // What is out of view has no place to open at.
    if (!page) await board.view.reveal(card);
    if (!page || isSheet(kind)) show({ kind, board, card, cards, at: placeOf(card) } as Overlay);
  };

const isSheet = (kind: OverCards): boolean => kind === 'move' || kind === 'copy';

/**
 * For commands that remove cards: moves the focus to the next card, or to the previous one at the end. The page of a
 * card that is removed closes.
 */
function leaving(work: (to: OnCards) => void): (to: OnCards) => void {
  return (to) => {
    const { board, page, cards } = to;
    if (page) {
      work(to);
      return backOr(boardAddress(board.id));
    }
    const last = cards.at(-1) ?? '';
    const below = neighbourOf(board, last, 'down');
    const next = below === last ? neighbourOf(board, cards[0], 'up') : below;
    work(to);
    clear();
    if (next !== undefined && !cards.includes(next)) focusCard(board, next);
  };
}

const carried =
  (to: Direction) =>
  ({ board, card, cards }: OnCards): void => {
    carry(board, cards, to);
    focusCard(board, card);
  };

/** Moves cards to the top of the adjacent list. */
const beside =
  (to: 'left' | 'right') =>
  ({ board, page, card, cards }: OnCards): void => {
    const list = listBeside(board, card, to);
    if (list === undefined) return;
    moveToIndex(board, cards, list, 0);
    if (!page) focusCard(board, card);
  };

const hasListBeside =
  (to: 'left' | 'right') =>
  ({ board, card }: OnCards): boolean =>
    listBeside(board, card, to) !== undefined;

/** In the order of the menus. */
export const onCards: readonly Command[] = [
  {
    id: 'open',
    needs: null,
    group: 'card',
    about: 'cards',
    keys: ['Enter'],
    run: ({ card }) => go(`/c/${card}`),
  },
  {
    id: 'edit',
    needs: 'card:edit',
    isInCard: true,
    group: 'card',
    about: 'cards',
    keys: ['e', 't'],
    run: (to) => void over('title')(to),
  },
  {
    id: 'labels',
    needs: 'card:edit',
    isInCard: true,
    group: 'card',
    about: 'cards',
    keys: ['l'],
    run: (to) => void over('labels')(to),
  },
  {
    id: 'members',
    needs: 'card:edit',
    isInCard: true,
    group: 'card',
    about: 'cards',
    keys: ['m'],
    run: (to) => void over('members')(to),
  },
  {
    id: 'me',
    needs: 'card:edit',
    group: 'card',
    about: 'cards',
    keys: ['Space'],
    applies: ({ board }) => myself(board) !== undefined,
    run: ({ board, cards }) => turnMember(board, cards, myself(board) ?? ''),
  },
  {
    id: 'due',
    needs: 'card:edit',
    isInCard: true,
    group: 'card',
    about: 'cards',
    keys: ['d'],
    run: (to) => void over('due')(to),
  },
  {
    id: 'cover',
    needs: 'card:edit',
    isInCard: true,
    group: 'card',
    about: 'cards',
    run: (to) => void over('cover')(to),
  },
  {
    id: 'complete',
    needs: 'card:edit',
    isInCard: true,
    group: 'card',
    about: 'cards',
    keys: ['o'],
    run: ({ board, cards }) => complete(board, cards),
  },
  {
    id: 'watch',
    needs: null,
    isInCard: true,
    group: 'card',
    about: 'cards',
    keys: ['w'],
    applies: ({ cards }) => cards.length <= mostWatched,
    run: ({ board, page, cards }) => {
      const control = page?.querySelector<HTMLElement>('[data-command="watch"]');
      if (control) control.click();
      else watchCards(board, cards);
    },
  },
  {
    id: 'move',
    needs: 'card:edit',
    isInCard: true,
    group: 'move',
    about: 'cards',
    keys: ['v'],
    run: (to) => void over('move')(to),
  },
  {
    id: 'copy',
    needs: 'card:create',
    isInCard: true,
    group: 'move',
    about: 'cards',
    run: (to) => void over('copy')(to),
  },
  {
    id: 'toNextList',
    needs: 'card:edit',
    isInCard: true,
    group: 'move',
    about: 'cards',
    keys: ['>'],
    applies: hasListBeside('right'),
    run: beside('right'),
  },
  {
    id: 'toPreviousList',
    needs: 'card:edit',
    isInCard: true,
    group: 'move',
    about: 'cards',
    keys: ['<'],
    applies: hasListBeside('left'),
    run: beside('left'),
  },
  {
    id: 'carryUp',
    needs: 'card:edit',
    group: 'move',
    about: 'cards',
    keys: ['Alt+ArrowUp'],
    isKeyOnly: true,
    run: carried('up'),
  },
  {
    id: 'carryDown',
    needs: 'card:edit',
    group: 'move',
    about: 'cards',
    keys: ['Alt+ArrowDown'],
    isKeyOnly: true,
    run: carried('down'),
  },
  {
    id: 'carryLeft',
    needs: 'card:edit',
    group: 'move',
    about: 'cards',
    keys: ['Alt+ArrowLeft'],
    isKeyOnly: true,
    run: carried('left'),
  },
  {
    id: 'carryRight',
    needs: 'card:edit',
    group: 'move',
    about: 'cards',
    keys: ['Alt+ArrowRight'],
    isKeyOnly: true,
    run: carried('right'),
  },
];

/** The last ones in menus. */
export const endings: readonly Command[] = [
  {
    id: 'copyLink',
    needs: null,
    isInCard: true,
    group: 'card',
    about: 'cards',
    run: ({ card }) => void copyLink(`/c/${card}`),
  },
  {
    id: 'archive',
    needs: 'card:edit',
    isInCard: true,
    group: 'card',
    about: 'cards',
    keys: ['c'],
    run: leaving(({ board, cards }) => archive(board, cards)),
  },
  {
    id: 'delete',
    needs: 'card:delete',
    isInCard: true,
    group: 'card',
    about: 'cards',
    isDangerous: true,
    run: leaving(({ board, cards }) => remove(board, cards)),
  },
];
