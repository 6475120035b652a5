import type { Point } from '../ui/gesture.ts';

/*
 * Scrolls the board and the list under the pointer near their edges during a drag: faster towards the edge, up to a
 * limit. If one list fills the view, the board moves list by list.
 */

/** Pixels from an edge within which scrolling starts. */
const edge = 56;
/** Max pixels per second. */
const fastest = 1100;
/** Pixels towards an edge before scrolling starts, so that picking something up near an edge does not scroll. */
const meant = 12;
/** Milliseconds between two lists. */
const page = 700;

export interface AutoScroll {
  /** Scrolls by one frame. */
  step(at: Point, time: number, list: HTMLElement | undefined): void;
}

/** `covered` are the pixels at its start over which something stays in view while it scrolls. */
export function autoScroll(board: HTMLElement, from: Point, covered = 0): AutoScroll {
  const { left, right } = board.getBoundingClientRect();
  const isReversed = document.dir === 'rtl';
  const view = { left: left + (isReversed ? 0 : covered), right: right - (isReversed ? covered : 0) };
  let before = 0;
  let turned = 0;

  const across = (at: Point, time: number, seconds: number) => {
    const into = depth(at.x, from.x, view.left, view.right);
    if (into === 0) return;
    const first = board.querySelector<HTMLElement>(':scope > [data-list]:not([hidden])');
    const isPaged = first !== null && first.offsetWidth > board.clientWidth / 2;
    if (!isPaged) board.scrollLeft += into * fastest * seconds;
    else if (time - turned > page) {
      turned = time;
      const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
      const gap = Number.parseFloat(getComputedStyle(board).columnGap) || 0;
      board.scrollBy({ left: Math.sign(into) * (first.offsetWidth + gap), behavior });
    }
  };

  return {
    step(at, time, list) {
      const seconds = Math.min(time - (before || time), 32) / 1000;
      before = time;
      across(at, time, seconds);
      const cards = list?.querySelector<HTMLElement>('[data-scrolls]');
      if (!cards) return;
      const { top, bottom } = cards.getBoundingClientRect();
      const by = depth(at.y, from.y, top, bottom) * fastest * seconds;
      if (by !== 0) cards.scrollTop += by;
    },
  };
}

/** How deep a point is in the zone of an edge: from -1 at the start to 1 at the end, 0 in between. */
function depth(at: number, from: number, start: number, end: number): number {
  if (at < start + edge && at < from - meant) return Math.max(-1, (at - start - edge) / edge);
  if (at > end - edge && at > from + meant) return Math.min(1, (at - end + edge) / edge);
  return 0;
}
