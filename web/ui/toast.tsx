import { signal } from '@preact/signals';
import { X } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { Icon } from './icon.tsx';
import { Keys } from './menu.tsx';
import './toast.css';

/* Toasts: short notes on what was done and cannot be seen, one at a time, with a button to undo it. */

export interface Action {
  label: string;
  /** The keys that do the same. */
  keys?: readonly string[];
  run: () => void;
}

interface Toast {
  id: number;
  text: string;
  actions: readonly Action[];
  /** Whether it stays until the user dismisses it. */
  stays: boolean;
}

const toasts = signal<readonly Toast[]>([]);
let made = 0;

/** Milliseconds: long enough to read it and to change one's mind. */
const shownFor = 10_000;
/** Dismisses a toast; returns whether it was still shown. */
type TakeAway = () => boolean;

/** Shows a toast for a while. */
export function toast(text: string, ...actions: Action[]): TakeAway {
  const takeAway = show({ text, actions, stays: false });
  setTimeout(takeAway, shownFor);
  return takeAway;
}

/** Shows a toast until the user dismisses it. */
export const notice = (text: string, ...actions: Action[]): TakeAway => show({ text, actions, stays: true });

/** Shows a notice that can wait: once no other is shown. */
export function noticeBelow(text: string, ...actions: Action[]): void {
  toasts.value = [{ id: ++made, text, actions, stays: true }, ...toasts.peek()];
}

function show(given: Omit<Toast, 'id'>): TakeAway {
  const id = ++made;
  // A new one takes the place of one that would go by itself; those that stay come back after it.
  toasts.value = [...toasts.peek().filter(({ stays }) => stays), { id, ...given }];
  return () => dismiss(id);
}

function dismiss(id: number): boolean {
  const all = toasts.peek();
  toasts.value = all.filter((each) => each.id !== id);
  return toasts.peek().length < all.length;
}

/** The mounted containers of toasts: the page's and one in each open dialog. */
const places = signal<readonly symbol[]>([]);

/**
 * The container of toasts. The page and each dialog have one, because nothing outside an open modal dialog can be used.
 * Toasts are shown in the container that was mounted last, above everything that is open.
 */
export function Toasts() {
  const box = useRef<HTMLDivElement>(null);
  const [place] = useState(() => Symbol());
  useLayoutEffect(() => {
    places.value = [...places.peek(), place];
    return () => {
      places.value = places.peek().filter((each) => each !== place);
    };
  }, []);
  const shown = places.value.at(-1) === place ? toasts.value.at(-1) : undefined;
  const isShown = shown !== undefined;
  useLayoutEffect(() => (isShown && box.current ? keepOnTop(box.current) : undefined), [isShown]);
  return (
    <div role="status" aria-live="polite">
      <div ref={box} class="toasts" popover="manual">
        {shown && <Note key={shown.id} {...shown} />}
      </div>
    </div>
  );
}

/**
 * Keeps the toasts above everything that is open or opens later. Where they make room for a popover, they stay when it
 * closes: pressing a toast closes it, in some browsers before the click, which would miss a toast that moves.
 */
function keepOnTop(box: HTMLElement): () => void {
  box.showPopover();
  box.classList.toggle('aside', document.querySelector(':is(.popover, .menu):popover-open') !== null);
  const onToggle = ({ target, newState }: ToggleEvent) => {
    if (newState !== 'open' || target === box) return;
    if (target instanceof HTMLElement && target.matches('.popover, .menu')) box.classList.add('aside');
    if (box.contains(document.activeElement)) return;
    box.hidePopover();
    box.showPopover();
  };
  document.addEventListener('toggle', onToggle, { capture: true });
  return () => {
    document.removeEventListener('toggle', onToggle, { capture: true });
    box.hidePopover();
  };
}

const Note = ({ id, text, actions, stays }: Toast) => (
  <div class="toast">
    <span>{text}</span>
    {actions.map(({ label, keys, run }) => (
      <button
        key={label}
        class="button plain small"
        type="button"
        onClick={() => {
          dismiss(id);
          run();
        }}
      >
        {label}
        {keys && <Keys of={keys} />}
      </button>
    ))}
    {stays && (
      <button
        class="button plain small icon-only"
        type="button"
        aria-label={t.close}
        onClick={() => dismiss(id)}
      >
        <Icon of={X} />
      </button>
    )}
  </div>
);
