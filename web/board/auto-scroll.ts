import type { Point } from '../ui/gesture.ts';

/*
 * While something is dragged, the board and the list under it scroll near their edges: faster towards the edge, and never so
 * fast that nobody can follow. Where one list fills the view, the board goes from list to list.
 */

/** Pixels from an edge within which it scrolls. */
const edge = 56;
/** The most pixels in a second. */
const fastest = 1100;
/** Pixels towards an edge before it scrolls: what is taken hold of near an edge stays there at first. */
const meant = 12;
/** Milliseconds from list to list. */
const page = 700;

export interface AutoScroll {
  /** Scrolls as far as one frame does. */
  step(at: Point, time: number, list: HTMLElement | undefined): void;
}

export function autoScroll(board: HTMLElement, from: Point): AutoScroll {
  const view = board.getBoundingClientRect();
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

/** How deep in the zone of an edge a point is: from -1 at the start to 1 at the end, 0 between. */
function depth(at: number, from: number, start: number, end: number): number {
  if (at < start + edge && at < from - meant) return Math.max(-1, (at - start - edge) / edge);
  if (at > end - edge && at > from + meant) return Math.min(1, (at - end + edge) / edge);
  return 0;
}
