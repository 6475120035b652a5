import { autoScroll } from '../../board/auto-scroll.ts';
import { may } from '../../board/may.ts';
import { showMenu } from '../../board/pointer.ts';
import { withSelected } from '../../board/select.ts';
import { cardOf } from '../../board/target.ts';
import { gestures, type Held } from '../../ui/gesture.ts';
import { type Ends, moveDays } from '../days.ts';
import { pixelsOf, pixelsOfNames, type TimelineState } from './state.ts';

interface Taken {
  id: string;
  ends: Ends;
}

/** What is being dragged, and how far the timeline was scrolled when that began. */
interface Lifted {
  now: Held<Taken>;
  scrolled: number;
  frame: number;
}

/**
 * A bar is dragged to other days, with those that are selected with it, or one of its ends is; near an edge the timeline scrolls.
 * Returns a function that stops it.
 */
export function dragBars(root: HTMLElement, { board, held, zoom }: TimelineState): () => void {
  let lifted: Lifted | undefined;
  const daysOf = ({ from, at }: Held<Taken>): number => {
    const way = document.dir === 'rtl' ? -1 : 1;
    const scrolled = lifted ? root.scrollLeft - lifted.scrolled : 0;
    return Math.round(((at.x - from.x + scrolled) * way) / pixelsOf[zoom.peek()]);
  };
  const idsOf = ({ of: { id, ends } }: Held<Taken>): readonly string[] =>
    ends === 'both' ? withSelected(board.store, id) : [id];
  const show = (now: Held<Taken>) => {
    const days = daysOf(now);
    if (held.peek()?.days !== days) held.value = { ids: idsOf(now), days, ends: now.of.ends };
  };
  return gestures<Taken>(root, {
    take: (target) => {
      const id = target.closest('[data-bar]') ? cardOf(target)?.dataset.card : undefined;
      if (id === undefined || !may(board, 'card:edit')) return undefined;
      const end = target.closest<HTMLElement>('[data-end]')?.dataset.end;
      return { id, ends: end === 'start' || end === 'due' ? end : 'both' };
    },
    begin: (now) => {
      const scroll = autoScroll(root, now.from, pixelsOfNames());
      const own: Lifted = { now, scrolled: root.scrollLeft, frame: 0 };
      const step = (time: number) => {
        scroll.step(own.now.at, time, undefined);
        show(own.now);
        own.frame = requestAnimationFrame(step);
      };
      own.frame = requestAnimationFrame(step);
      lifted = own;
      show(now);
    },
    follow: (now) => {
      if (lifted) lifted.now = now;
      show(now);
    },
    end: (now, isDrop) => {
      const days = daysOf(now);
      if (lifted) cancelAnimationFrame(lifted.frame);
      lifted = undefined;
      held.value = undefined;
      if (isDrop && now.isMoved) moveDays(board, idsOf(now), days, now.of.ends);
      // Deferred: the browser would close a popover that opens while the finger is being lifted.
      else if (isDrop) setTimeout(() => showMenu(board, now.of.id));
    },
  });
}
