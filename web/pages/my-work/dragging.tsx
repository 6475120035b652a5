import { useEffect, useRef, useState } from 'preact/hooks';
import { gestures, type Held } from '../../ui/gesture.ts';
import type { Day } from './days.ts';

/* Rows are dragged to a day: the days appear over the foot of the page for as long as a row is held. */

/** Calls `drop` with the id of a row and the index of the day it was dropped on; returns the day it is over, once it is held. */
export function useDragging(drop: (id: string, day: number) => void) {
  const area = useRef<HTMLDivElement>(null);
  const latest = useRef(drop);
  latest.current = drop;
  const [over, setOver] = useState<number | null | undefined>();
  useEffect(() => {
    if (!area.current) return;
    const dayAt = ({ at }: Held<HTMLElement>): number | null => {
      const found = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-day]');
      return found ? Number(found.dataset.day) : null;
    };
    return gestures<HTMLElement>(area.current, {
      take: (target) =>
        target.closest('[popover]') ? undefined : (target.closest<HTMLElement>('[data-row]') ?? undefined),
      begin: ({ of }) => {
        Object.assign(of.style, held);
        setOver(null);
      },
      follow: (moved) => {
        const { of, from, at } = moved;
        of.style.transform = `translate(${at.x - from.x}px, ${at.y - from.y}px)`;
        setOver(dayAt(moved));
      },
      end: (moved, isDrop) => {
        const day = dayAt(moved);
        moved.of.removeAttribute('style');
        setOver(undefined);
        if (isDrop && day !== null) latest.current(moved.of.dataset.row ?? '', day);
      },
    });
  }, []);
  return { area, over };
}

/** How a row looks while it is held. */
const held = {
  position: 'relative',
  zIndex: '1',
  pointerEvents: 'none',
  background: 'var(--raised)',
  borderRadius: 'var(--radius-m)',
  boxShadow: 'var(--lift-2)',
};

export const DayTargets = ({ days, over }: { days: readonly Day[]; over: number | null }) => (
  <div class="menu" style={strip} aria-hidden="true">
    {days.map(({ text }, index) => (
      <button
        key={text}
        type="button"
        tabIndex={-1}
        data-day={index}
        style={{ ...target, background: index === over ? 'var(--accent-soft)' : '' }}
      >
        {text}
      </button>
    ))}
  </div>
);

const strip = {
  inset: 'auto 0.5rem 1rem',
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  inlineSize: 'fit-content',
  maxInlineSize: 'calc(100% - 1rem)',
  marginInline: 'auto',
  background: 'var(--raised)',
};

const target = { inlineSize: 'auto', minBlockSize: '2.75rem', paddingInline: '0.875rem' };
