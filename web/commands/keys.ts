import { signal } from '@preact/signals';
import { contextNow, followPointer } from '../board/target.ts';
import { local } from '../sync/local.ts';
import { isComposing } from '../ui/composing.ts';
import { isAwaited, typeAhead } from './ahead.ts';
import { isSingle, matches } from './bindings.ts';
import { runnable } from './command.ts';
import { commands } from './table.ts';

/* Handles keys on all pages and in open cards, except while the user types or something else is open over them. */

export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const stored = 'single keys';

const isOn = signal(local.get(stored) !== 'off');

/** Whether single-key bindings are on. Stored per browser, because keyboards differ. */
export const singleKeys = isOn as { readonly value: boolean };

export function setSingleKeys(on: boolean): void {
  isOn.value = on;
  if (on) local.drop(stored);
  else local.set(stored, 'off');
}

/** Also in the panel at the side of a board: its keys are not meant for cards. */
const isTyping = (target: Element): boolean =>
  target.closest('input, textarea, select, [contenteditable], .at-side') !== null;

/** The card's page has keys of its own commands. */
const isCovered = (): boolean =>
  document.querySelector('dialog:modal:not(.card-dialog), :popover-open:not(.toasts)') !== null;

/** Whether a key activates the focused control, as Enter and Space do; not on a card. */
const presses = (target: Element, key: string): boolean =>
  (key === 'Enter' || key === ' ') &&
  target.closest('button, a, summary') !== null &&
  target.closest('[data-card]') === null;

function onKey(event: KeyboardEvent): void {
  const target = event.target as Element;
  if (event.defaultPrevented || isComposing(event) || isTyping(target) || isCovered()) return;
  if (presses(target, event.key)) return;
  if (isAwaited()) {
    typeAhead(event);
    return;
  }
  for (const command of commands) {
    const isMeant = command.keys?.some(
      (keys) => (isOn.peek() || !isSingle(keys)) && matches(keys, event, isApple),
    );
    const run = isMeant ? runnable(command, contextNow()) : undefined;
    if (!run) continue;
    event.preventDefault();
    run();
    return;
  }
}

/** Returns a function that stops it. */
export function listenForKeys(): () => void {
  const off = new AbortController();
  followPointer(off.signal);
  document.addEventListener('keydown', onKey, { signal: off.signal });
  return () => off.abort();
}
