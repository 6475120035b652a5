import { type ReadonlySignal, signal } from '@preact/signals';

/* How much room there is, as in board.css. */

export function matching(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const held = signal(media.matches);
  media.addEventListener('change', ({ matches }) => {
    held.value = matches;
  });
  return held;
}

/** One list fills the view, and controls are at the foot. */
export const isNarrow = matching('(width < 40rem)');

/** Faces are in the panel, because the bar has no room for them. */
export const isCompact = matching('(width < 56.25rem)');
