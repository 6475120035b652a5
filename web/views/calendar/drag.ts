import { autoScroll } from '../../board/auto-scroll.ts';
import { may } from '../../board/may.ts';
import { isNarrow } from '../../board/narrow.ts';
import { type Picture, pictureOf } from '../../board/picture.ts';
import { showMenu } from '../../board/pointer.ts';
import { withSelected } from '../../board/select.ts';
import { cardOf } from '../../board/target.ts';
import { gestures, type Point } from '../../ui/gesture.ts';
import { moveDays, planOn, unplan } from '../days.ts';
import { type CalendarState, dayOfElement, turn } from './state.ts';

/*
 * Cards are dragged to other days, with those that are selected with them: all of them move by as many days. One without a
 * date becomes due on the day, and what is dragged to those loses its dates.
 */

/** The day at a point, over which there may be cards. */
const dayAt = ({ x, y }: Point): number | 'none' | undefined =>
  document
    .elementsFromPoint(x, y)
    .map(dayOfElement)
    .find((day) => day !== undefined);

/** Pixels from the sides, and milliseconds there, after which the next month or week comes, or the one before. */
const edge = 32;
const hold = 800;

/** Turns to other months or weeks while something is held at a side. */
function turningAtSides(root: HTMLElement, state: CalendarState, from: Point) {
  const weeks = root.querySelector('[data-scrolls]') ?? root;
  const { left, right } = weeks.getBoundingClientRect();
  let since: number | undefined;
  return ({ x }: Point, time: number): void => {
    // Those without a date are at the end.
    const isInTray = state.isTrayOpen.peek() && (document.dir === 'rtl' ? x < left : x > right);
    const isAtStart = x < left + edge && x < from.x;
    const isAtEnd = x > right - edge && x > from.x;
    if (isInTray || !(isAtStart || isAtEnd)) {
      since = undefined;
      return;
    }
    since ??= time;
    if (time - since < hold) return;
    since = time;
    turn(state, isAtStart === (document.dir === 'rtl') ? 1 : -1);
  };
}

interface Lifted {
  at: Point;
  picture: Picture;
  frame: number;
}

/** Returns a function that stops it. */
export function planByDrag(root: HTMLElement, state: CalendarState): () => void {
  const { board, over } = state;
  let lifted: Lifted | undefined;
  let grabbed: number | 'none' | undefined;
  return gestures<HTMLElement>(root, {
    take: (target) =>
      may(board, 'card:edit') && !target.closest('button, [popover]')
        ? (cardOf(target) ?? undefined)
        : undefined,
    begin: ({ of, from, at }) => {
      grabbed = dayAt(from);
      const shown = of.querySelector<HTMLElement>('.card, a') ?? of;
      const count = withSelected(board.store, of.dataset.card ?? '').length;
      const box = shown.getBoundingClientRect();
      const picture = pictureOf(shown, { box, from, count, isTilted: box.width < 320 });
      const scroll = autoScroll(root, from);
      const turnAtSides = isNarrow.peek() ? undefined : turningAtSides(root, state, from);
      const now: Lifted = { at, picture, frame: 0 };
      const step = (time: number) => {
        scroll.step(now.at, time, root);
        turnAtSides?.(now.at, time);
        picture.moveTo(now.at);
        over.value = dayAt(now.at);
        now.frame = requestAnimationFrame(step);
      };
      now.frame = requestAnimationFrame(step);
      lifted = now;
    },
    follow: ({ at }) => {
      if (lifted) lifted.at = at;
    },
    end: ({ of, at, isMoved }, isDrop) => {
      if (lifted) cancelAnimationFrame(lifted.frame);
      void lifted?.picture.land(undefined);
      lifted = undefined;
      over.value = undefined;
      const id = of.dataset.card ?? '';
      const day = dayAt(at);
      if (isDrop && isMoved) drop(withSelected(board.store, id), day);
      // Deferred: the browser would close a popover that opens while the finger is being lifted.
      else if (isDrop) setTimeout(() => showMenu(board, id));
    },
  });

  function drop(ids: readonly string[], day: number | 'none' | undefined): void {
    if (day === undefined || day === grabbed) return;
    if (day === 'none') unplan(board, ids);
    else if (typeof grabbed === 'number') moveDays(board, ids, day - grabbed);
    else planOn(board, ids, day);
  }
}
