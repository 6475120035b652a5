import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { focusFirst } from './popover.tsx';
import './popover.css';
import './menu.css';

export interface MenuItem {
  text: string;
  /** The keys that do the same, as labelled on the keyboard. */
  keys?: readonly string[];
  isDangerous?: boolean;
  /** Draws a line above the item. */
  isFirst?: boolean;
  run: () => void;
}

interface MenuProps {
  label: string;
  icon?: IconNode;
  /** Instead of an icon. */
  face?: ComponentChildren;
  class?: string;
  title?: string | undefined;
  /** Of items whose code is still to be loaded, a promise. */
  items: () => readonly MenuItem[] | Promise<readonly MenuItem[]>;
  tabIndex?: number;
}

/** A button with a popover menu; its items are created when it opens. */
export function Menu({
  label,
  icon,
  face = icon && <Icon of={icon} />,
  class: style = 'button plain small icon-only',
  title,
  items,
  tabIndex = 0,
}: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<readonly MenuItem[]>();
  const open = () => {
    const made = items();
    if (Array.isArray(made)) setShown(made as readonly MenuItem[]);
    else void Promise.resolve(made).then(setShown, () => menu.current?.hidePopover());
  };
  useEffect(() => {
    if (shown && menu.current?.matches(':popover-open')) focusFirst(menu.current);
  }, [shown]);
  return (
    <>
      <button
        class={style}
        type="button"
        aria-label={label}
        title={title}
        aria-haspopup="menu"
        tabIndex={tabIndex}
        popovertarget={id}
        style={{ anchorName: `--${id}` }}
      >
        {face}
      </button>
      <div
        id={id}
        ref={menu}
        class="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        style={{ positionAnchor: `--${id}` }}
        onKeyDown={moveInMenu}
        onBeforeToggle={(event) => (event.newState === 'open' ? open() : setShown(undefined))}
        onToggle={(event) => {
          if (event.newState === 'open') focusFirst(menu.current);
        }}
      >
        {shown && <MenuItems items={shown} close={() => menu.current?.hidePopover()} />}
      </div>
    </>
  );
}

export const MenuItems = ({ items, close }: { items: readonly MenuItem[]; close: () => void }) => (
  <>
    {items.map(({ text, keys, isDangerous, isFirst, run }) => (
      <button
        key={text}
        class={`${isDangerous ? 'danger' : ''} ${isFirst ? 'first' : ''}`}
        type="button"
        role="menuitem"
        tabIndex={-1}
        onClick={() => {
          close();
          run();
        }}
      >
        {text}
        {keys && <Keys of={keys} />}
      </button>
    ))}
  </>
);

/** Key caps; hidden from screen readers unless `isSpoken`. */
export const Keys = ({ of, isSpoken }: { of: readonly string[]; isSpoken?: boolean }) => (
  <span class="keys" aria-hidden={isSpoken ? undefined : 'true'}>
    {of.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);

/** Arrow keys move between items, and a letter moves to the next item that starts with it. */
export function moveInMenu(event: KeyboardEvent): void {
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  const next = step === undefined ? startingWith(items, at, event) : items.at(step % items.length);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

function startingWith(
  items: readonly HTMLElement[],
  at: number,
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
) {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const begins = ({ textContent }: HTMLElement) =>
    textContent.toLocaleLowerCase().startsWith(key.toLocaleLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins);
}
