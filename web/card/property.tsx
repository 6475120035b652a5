import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { CommandWithControl } from '../board/overlay.ts';
import { cardTexts } from '../messages/card.ts';
import { Icon } from '../ui/icon.tsx';
import { focusFirst } from '../ui/popover.tsx';

interface PropertyProps {
  icon: IconNode;
  name: string;
  /** The command that opens it. */
  command?: CommandWithControl;
  /** What is chosen, if anything. */
  value: ComponentChildren;
  /** The picker; absent or false where the property is only shown. */
  children?: false | ((close: () => void) => ComponentChildren);
}

/** A property as a row: an icon, its name and its value. All of the row is the button that opens its picker. */
export function Property({ icon, name, command, value, children }: PropertyProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const row = (
    <>
      <Icon of={icon} />
      <span id={`${id}-name`} class="name">
        {name}
      </span>{' '}
      <span class="value">{value || <span class="quiet">{cardTexts.none}</span>}</span>
    </>
  );
  if (!children) return <div class="property">{row}</div>;
  return (
    <>
      <button
        class="property"
        type="button"
        popovertarget={id}
        style={{ anchorName: `--${id}` }}
        aria-haspopup="dialog"
        data-picker={name}
        data-command={command}
      >
        {row}
      </button>
      <div
        id={id}
        ref={panel}
        class="popover picker"
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-name`}
        style={{ positionAnchor: `--${id}` }}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }) => {
          // Not before it is closed, or else the browser would not know where the focus goes back to.
          setOpen(newState === 'open');
          const isInside = panel.current?.contains(document.activeElement);
          if (newState === 'open' && !isInside) focusFirst(panel.current);
        }}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
