import type { IconNode } from 'lucide';
import { useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import './menu.css';

export interface MenuItem {
  text: string;
  keys?: string;
  isDangerous?: boolean;
  run: () => void;
}

/** A button with a menu below it: a popover of the browser's, with arrows between its items. */
export function Menu({ label, icon, items }: { label: string; icon: IconNode; items: readonly MenuItem[] }) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    buttons.at(step % buttons.length)?.focus();
  };
  return (
    <>
      <button
        class="button plain small icon-only"
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        popovertarget={id}
        style={{ anchorName: `--${id}` }}
      >
        <Icon of={icon} />
      </button>
      <div
        id={id}
        ref={menu}
        class="menu"
        role="menu"
        popover="auto"
        style={{ positionAnchor: `--${id}` }}
        onKeyDown={move}
        onToggle={(event) => {
          if (event.newState === 'open') menu.current?.querySelector('button')?.focus();
        }}
      >
        {items.map(({ text, keys, isDangerous, run }) => (
          <button
            key={text}
            class={isDangerous ? 'danger' : ''}
            type="button"
            role="menuitem"
            onClick={() => {
              menu.current?.hidePopover();
              run();
            }}
          >
            {text}
            {keys && <kbd>{keys}</kbd>}
          </button>
        ))}
      </div>
    </>
  );
}
