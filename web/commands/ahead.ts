import { closeOverlay, overlay } from '../board/overlay.ts';

/*
 * What is typed while a command opens something whose code is still on its way is meant for that: `Ctrl K` and "archive"
 * must not archive the card that the letter C would.
 */

let typed: { into: unknown; keys: string[] } = { into: null, keys: [] };
let shown: unknown = null;

/** Whether something was opened that has not come yet. What was closed a moment ago still counts as open, but has come. */
export const isAwaited = (): boolean => overlay.peek() !== null && overlay.peek() !== shown;

/** Keeps a key for what was opened. Escape closes it; other keys without a sign are dropped, as nobody sees what they do. */
export function typeAhead(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const into = overlay.peek();
  if (event.key === 'Escape') closeOverlay();
  else if (event.key.length === 1)
    typed = { into, keys: typed.into === into ? [...typed.keys, event.key] : [event.key] };
}

/** Types what was kept for something into what has the focus, now that it has come. */
export function giveTypedAhead(come: unknown): void {
  const { into, keys } = typed;
  typed = { into: null, keys: [] };
  shown = come;
  if (into !== come) return;
  for (const key of keys) {
    const focused = document.activeElement;
    const isTaken = !focused?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
    if (isTaken || !(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) continue;
    // A field for a date has no place to type at.
    if (focused.selectionStart === null) continue;
    focused.setRangeText(key, focused.selectionStart, focused.selectionEnd ?? 0, 'end');
    focused.dispatchEvent(new InputEvent('input', { bubbles: true, data: key, inputType: 'insertText' }));
  }
}
