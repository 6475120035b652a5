import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusFirst } from './popover.tsx';
import './popover.css';

/** Pixels of the window. */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface PlacedProps {
  /** What it stands beside. */
  at: Place;
  label: string;
  role?: 'dialog' | 'menu';
  class?: string;
  /** As wide as what it stands beside, and over it. */
  isOver?: boolean;
  close: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ComponentChildren;
}

/** Pixels of a window that is a phone's, as in popover.css. */
const phone = 640;

/** Pixels to what is beside it, and to the edge of the window. */
const gap = 6;

/** Something over the page, beside a place of it: a popover of the browser's; on a phone it comes from below. */
export function Placed({
  at,
  label,
  role = 'dialog',
  class: style = '',
  isOver,
  close,
  onKeyDown,
  children,
}: PlacedProps) {
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = popover.current;
    if (!element) return undefined;
    if (isOver && innerWidth >= phone) element.style.inlineSize = `${at.right - at.left}px`;
    element.showPopover();
    place(element, at, isOver === true);
    focusFirst(element);
    return () => element.hidePopover();
  }, []);
  return (
    <div
      ref={popover}
      class={`popover placed ${style}`}
      role={role}
      aria-label={label}
      popover="auto"
      onToggle={(event) => {
        // Told late: it may be gone, and something else in its place.
        if (event.newState === 'closed' && event.target === popover.current) close();
      }}
      onKeyDown={(event) => onKeyDown?.(event)}
    >
      {children}
    </div>
  );
}

/** Beside it where there is room, else before it; never beyond the window. */
function place(element: HTMLElement, at: Place, isOver: boolean): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const isPoint = at.left === at.right;
  const after = at.right + (isPoint ? 0 : gap);
  const before = at.left - width - (isPoint ? 0 : gap);
  const isAfter = after + width + gap <= innerWidth || before < gap;
  const left = isOver ? at.left : isAfter ? after : before;
  const within = (value: number, most: number) => Math.max(gap, Math.min(value, most));
  element.style.setProperty('--left', `${within(left, innerWidth - width - gap)}px`);
  element.style.setProperty('--top', `${within(at.top, innerHeight - height - gap)}px`);
}
