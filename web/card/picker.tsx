import type { ComponentChildren, RefObject } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { CommandWithControl } from '../board/overlay.ts';
import { focusFirst } from '../ui/popover.tsx';

interface PickerProps {
  name: string;
  /** Names the button, unless its content does. */
  label?: string;
  class: string;
  /** The command that opens it. */
  command?: CommandWithControl | undefined;
  /** The content of the button. */
  face: ComponentChildren;
  /** Where it opens, unless at its button. */
  anchor?: string;
  /** For what opens it without its button. */
  panel?: RefObject<HTMLDivElement | null>;
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens the picker of a property, whose content is made when it opens. */
export function Picker({ name, label, class: style, command, face, anchor, panel, children }: PickerProps) {
  const id = useId();
  const own = useRef<HTMLDivElement>(null);
  const popover = panel ?? own;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        class={style}
        type="button"
        popovertarget={id}
        style={anchor ? {} : { anchorName: `--${id}` }}
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        data-picker={label ? undefined : name}
        data-command={command}
      >
        {face}
      </button>
      <div
        id={id}
        ref={popover}
        class="popover picker"
        popover="auto"
        role="dialog"
        aria-label={label ?? name}
        style={{ positionAnchor: anchor ?? `--${id}` }}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }) => {
          // Not before it is closed, or else the browser would not know where the focus goes back to.
          setOpen(newState === 'open');
          const isInside = popover.current?.contains(document.activeElement);
          if (newState === 'open' && !isInside) focusFirst(popover.current);
        }}
      >
        {isOpen && children(() => popover.current?.hidePopover())}
      </div>
    </>
  );
}
