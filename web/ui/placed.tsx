import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusFirst } from './popover.tsx';
import './popover.css';

/** Pixels in the viewport. */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface PlacedProps {
  /** The anchor. */
  at: Place;
  label: string;
  role?: 'dialog' | 'menu';
  class?: string;
  /** As wide as the anchor, and over it. */
  isOver?: boolean;
  close: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ComponentChildren;
}

/** Pixels; the width below which the layout is a phone's, as in popover.css. */
const phone = 640;

/** Pixels to the anchor and to the edge of the viewport. */
const gap = 6;

/** A popover at an anchor; on a phone it opens from below. */
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
        // The event comes late: the popover may have been replaced by now.
        if (event.newState === 'closed' && event.target === popover.current) close();
      }}
      onKeyDown={(event) => onKeyDown?.(event)}
    >
      {children}
    </div>
  );
}

/** Places it to the right of the anchor if there is room, else to the left; always within the viewport. */
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
