import type { Point } from '../ui/gesture.ts';

/*
 * Hit testing on a board. Lists are side by side and cards below each other, so a binary search measures few of them:
 * never all of a large board, and never those out of view.
 */

const listsOf = (board: HTMLElement): HTMLElement[] => [
  ...board.querySelectorAll<HTMLElement>(':scope > [data-list]:not([hidden])'),
];

/** The list at a point, or the nearest one, by its horizontal position. */
export function listAt(board: HTMLElement, { x }: Point): HTMLElement | undefined {
  const lists = listsOf(board);
  const isReversed = document.dir === 'rtl';
  const next = firstWhere(lists, (box) => (isReversed ? x > box.left : x < box.right));
  const [before, after] = [lists[next - 1], lists[next]];
  if (!before || !after) return after ?? before;
  const [first, second] = [before, after].map((each) => each.getBoundingClientRect());
  return distance(first, x) < distance(second, x) ? before : after;
}

/** How far a box is from a horizontal position. */
const distance = (box: DOMRect | undefined, x: number): number =>
  box ? Math.max(box.left - x, x - box.right) : Number.POSITIVE_INFINITY;

/**
 * The card of a list before which something would land; null is the end. `shown` are its visible cards, some of which
 * are in the DOM; dragged ones do not count.
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

/** The list before which another one would land; null is the end. */
export function placeOfList(board: HTMLElement, { x }: Point, moved: string): string | null {
  const lists = listsOf(board).filter(({ dataset }) => dataset.list !== moved);
  const isReversed = document.dir === 'rtl';
  const isBeyond = ({ left, width }: DOMRect) => x < left + width / 2 !== isReversed;
  return lists[firstWhere(lists, isBeyond)]?.dataset.list ?? null;
}

/** The card at a point. */
export function cardAt({ x, y }: Point): string | null {
  const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-card]');
  return under?.dataset.card ?? null;
}

/** The first of ordered elements whose box is beyond a point; their count if there is none. */
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
