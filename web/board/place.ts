import type { Point } from '../ui/gesture.ts';

/*
 * What of a board is under a point. Lists stand side by side and cards below each other, so that few of them are asked
 * where they are: never all of a large board, and never those that are out of view.
 */

const listsOf = (board: HTMLElement): HTMLElement[] => [
  ...board.querySelectorAll<HTMLElement>(':scope > [data-list]:not([hidden])'),
];

/** The list that a point is over or nearest to, by its place across. */
export function listAt(board: HTMLElement, { x }: Point): HTMLElement | undefined {
  const lists = listsOf(board);
  const next = firstWhere(lists, (box) => x < box.right);
  const [before, after] = [lists[next - 1], lists[next]];
  if (!before || !after) return after ?? before;
  const isNearer = x - before.getBoundingClientRect().right < after.getBoundingClientRect().left - x;
  return isNearer ? before : after;
}

/**
 * The card of a list that something would stand before, null at the end. `shown` are its cards, of which some are on the
 * page; those that are dragged do not count.
 */
export function placeInList(
  list: HTMLElement,
  { y }: Point,
  shown: readonly string[],
  moved: readonly string[],
): string | null {
  const cards = [...list.querySelectorAll<HTMLElement>('[data-card]:not([hidden])')];
  const under = cards[firstWhere(cards, (box) => y < box.top + box.height / 2)];
  if (under) return under.dataset.card ?? null;
  const last = cards.at(-1)?.dataset.card;
  if (last === undefined) return null;
  return shown.slice(shown.indexOf(last) + 1).find((id) => !moved.includes(id)) ?? null;
}

/** The list that another one would stand before, null at the end. */
export function placeOfList(board: HTMLElement, { x }: Point, moved: string): string | null {
  const lists = listsOf(board).filter(({ dataset }) => dataset.list !== moved);
  return lists[firstWhere(lists, (box) => x < box.left + box.width / 2)]?.dataset.list ?? null;
}

/** The card under a point. */
export function cardAt({ x, y }: Point): string | null {
  const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-card]');
  return under?.dataset.card ?? null;
}

/** The first of elements in order whose box lies beyond a point; their count where none does. */
function firstWhere(elements: readonly HTMLElement[], isBeyond: (box: DOMRect) => boolean): number {
  let [from, to] = [0, elements.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const element = elements[middle];
    if (element && isBeyond(element.getBoundingClientRect())) to = middle;
    else from = middle + 1;
  }
  return from;
}
