import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import './popover.css';

interface PopoverButtonProps {
  /** Labels the button and the popover. */
  label: string;
  id: string;
  /** The button's content. */
  face: ComponentChildren;
  class?: string;
  /** The member that the button assigns when it is dropped on a card. */
  drags?: string | undefined;
  children: ComponentChildren;
}

/** A button with a popover, whose content is created when it opens; on a phone, a sheet. */
export function PopoverButton({
  label,
  id,
  face,
  class: style = 'button',
  drags,
  children,
}: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        class={style}
        type="button"
        title={label}
        data-drag-member={drags}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popovertarget={id}
        style={{ anchorName: `--${id}` }}
      >
        {face}
      </button>
      <div
        id={id}
        ref={popover}
        class="popover"
        role="dialog"
        aria-label={label}
        popover="auto"
        style={{ positionAnchor: `--${id}` }}
        onBeforeToggle={(event) => {
          setOpen(event.newState === 'open');
          // As soon as it can take the focus: the event of a popover opened by script comes too late for fast typing.
          if (event.newState === 'open') queueMicrotask(() => focusFirst(popover.current));
        }}
        onToggle={(event) => {
          const isInside = popover.current?.contains(document.activeElement);
          if (event.newState === 'open' && !isInside) focusFirst(popover.current);
        }}
      >
        {isOpen && children}
      </div>
    </>
  );
}

/** Focuses the element with `data-focused`, or else the first one. */
export function focusFirst(within: HTMLElement | null): void {
  const wanted =
    within?.querySelector<HTMLElement>('[data-focused]') ??
    within?.querySelector<HTMLElement>('input, button, a[href], textarea, select');
  wanted?.focus();
}
