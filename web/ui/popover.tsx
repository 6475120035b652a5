import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import './popover.css';

interface PopoverButtonProps {
  /** Names the button and what it opens. */
  label: string;
  id: string;
  /** What is on the button. */
  face: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

/** A button with something below it that is made when it is opened: a popover of the browser's; on a phone, a sheet. */
export function PopoverButton({ label, id, face, class: style = 'button', children }: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        class={style}
        type="button"
        title={label}
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
          // As soon as it can have the focus: what a script opens is told of too late for who types on.
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

/** What asks for it by `data-focused` gets the focus, else what comes first. */
export function focusFirst(within: HTMLElement | null): void {
  const wanted =
    within?.querySelector<HTMLElement>('[data-focused]') ??
    within?.querySelector<HTMLElement>('input, button, a[href], textarea, select');
  wanted?.focus();
}
