import { followPointer } from '../board/target.ts';
import { isComposing } from '../ui/composing.ts';
import { once } from '../ui/once.ts';
import { isAwaited, typeAhead } from './ahead.ts';

/*
 * Handles keys on all pages and in open cards, except while the user types or something else is open over them. Commands
 * are loaded after the page, and keys that are pressed before that wait for them.
 */

let press: ((event: KeyboardEvent) => void) | undefined;

/** Pressed before the commands were loaded. */
const early: KeyboardEvent[] = [];

const load = once(async () => {
  ({ press } = await import('./press.ts'));
});

/** Loads the commands ahead of time. */
export const prepareCommands = (): void => void load().catch(() => undefined);

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
  if (press) act(event);
  // The browser opens a link itself.
  else if (event.key !== 'Enter' || !target.closest('a')) wait(event);
}

function act(event: KeyboardEvent): void {
  if (isAwaited()) typeAhead(event);
  else press?.(event);
}

function wait(event: KeyboardEvent): void {
  // The browser would search the page, or go to its address bar.
  if (event.key === '/' || ((event.ctrlKey || event.metaKey) && event.key === 'k')) event.preventDefault();
  early.push(event);
  load().then(
    () => early.splice(0).forEach(act),
    () => early.splice(0),
  );
}

/** Returns a function that stops it. */
export function listenForKeys(): () => void {
  const off = new AbortController();
  followPointer(off.signal);
  document.addEventListener('keydown', onKey, { signal: off.signal });
  return () => off.abort();
}
