import { may } from '../../board/may.ts';
import { showMenu } from '../../board/pointer.ts';
import { withSelected } from '../../board/select.ts';
import { cardOf } from '../../board/target.ts';
import { gestures, type Held } from '../../ui/gesture.ts';
import { type Ends, moveDays } from '../days.ts';
import { pixelsOf, type TimelineState } from './state.ts';

interface Taken {
  id: string;
  ends: Ends;
}

/** A bar is dragged to other days, with those that are selected with it, or one of its ends is. Returns a function that stops it. */
export function dragBars(root: HTMLElement, { board, held, zoom }: TimelineState): () => void {
  const daysOf = ({ from, at }: Held<Taken>): number => {
    const way = document.dir === 'rtl' ? -1 : 1;
    return Math.round(((at.x - from.x) * way) / pixelsOf[zoom.peek()]);
  };
  const idsOf = ({ of: { id, ends } }: Held<Taken>): readonly string[] =>
    ends === 'both' ? withSelected(board.store, id) : [id];
  const follow = (now: Held<Taken>) => {
    held.value = { ids: idsOf(now), days: daysOf(now), ends: now.of.ends };
  };
  return gestures<Taken>(root, {
    take: (target) => {
      const id = target.closest('[data-bar]') ? cardOf(target)?.dataset.card : undefined;
      if (id === undefined || !may(board, 'card:edit')) return undefined;
      const end = target.closest<HTMLElement>('[data-end]')?.dataset.end;
      return { id, ends: end === 'start' || end === 'due' ? end : 'both' };
    },
    begin: follow,
    follow,
    end: (now, isDrop) => {
      held.value = undefined;
      if (isDrop && now.isMoved) moveDays(board, idsOf(now), daysOf(now), now.of.ends);
      // Deferred: the browser would close a popover that opens while the finger is being lifted.
      else if (isDrop) setTimeout(() => showMenu(board, now.of.id));
    },
  });
}
