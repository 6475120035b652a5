import { contextNow, followPointer } from '../board/target.ts';
import { t } from '../messages/t.ts';
import { isComposing } from '../ui/composing.ts';
import { once } from '../ui/once.ts';
import { toast } from '../ui/toast.tsx';
import { isAwaited, typeAhead } from './ahead.ts';

/*
 * Handles keys on all pages and in open cards, except while the user types or something else is open over them. Commands
 * are loaded after the page, and keys that are pressed before that wait for them.
 */

let press: ((event: KeyboardEvent) => void) | undefined;

/** Pressed before the commands were loaded, and the card that the first of them was meant for. */
const early: KeyboardEvent[] = [];
let meant: string | undefined;

const load = once(async () => {
  ({ press } = await import('./press.ts'));
});

/** Loads the commands ahead of time. */
export const prepareCommands = (): void => void load().catch(() => undefined);

/** Also in the panel at the side of a board: its keys are not meant for cards. */
const isTyping = (target: Element | null): boolean =>
  Boolean(target?.closest('input, textarea, select, [contenteditable], .at-side'));

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
  if (early.length === 0) meant = contextNow().card;
  early.push(event);
  load().then(
    () => {
      const keys = early.splice(0);
      // By now another card may be under the pointer, or the user may be typing: the keys were not meant for that.
      const isMeant = contextNow().card === meant && !isCovered() && !isTyping(document.activeElement);
      if (isMeant) keys.forEach(act);
    },
    () => {
      if (early.splice(0).length > 0) toast(t.errors.title);
    },
  );
}

/** Returns a function that stops it. */
export function listenForKeys(): () => void {
  const off = new AbortController();
  followPointer(off.signal);
  document.addEventListener('keydown', onKey, { signal: off.signal });
  return () => off.abort();
}
