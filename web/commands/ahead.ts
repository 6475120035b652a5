import { closeOverlay, overlay } from '../board/overlay.ts';

/*
 * Type-ahead. Keys typed while the code of an overlay is still loading are meant for that overlay: `Ctrl K` and
 * "archive" must not archive a card through the shortcut C.
 */

let typed: { into: unknown; keys: string[] } = { into: null, keys: [] };
let shown: unknown = null;

/** Whether an overlay was opened that has not loaded yet. One closed a moment ago still counts as open, but has loaded. */
export const isAwaited = (): boolean => overlay.peek() !== null && overlay.peek() !== shown;

/**
 * Stores a key for the overlay. Escape closes it; other keys without a character are dropped, because the user cannot
 * see their effect.
 */
export function typeAhead(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const into = overlay.peek();
  if (event.key === 'Escape') closeOverlay();
  else if (event.key.length === 1)
    typed = { into, keys: typed.into === into ? [...typed.keys, event.key] : [event.key] };
}

/** Types the stored keys into the focused field of the overlay that has loaded. */
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
    // Date fields have no caret.
    if (focused.selectionStart === null) continue;
    focused.setRangeText(key, focused.selectionStart, focused.selectionEnd ?? 0, 'end');
    focused.dispatchEvent(new InputEvent('input', { bubbles: true, data: key, inputType: 'insertText' }));
  }
}
