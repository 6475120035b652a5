import type { Change } from '../sync/turn-back.ts';
import type { Step } from '../sync/undo.ts';

/* What deserves a note: something disappears, or changes out of view. What one sees needs none. */

type Side = 'before' | 'after';

const isThere = (change: Change, side: Side): boolean => {
  const thing = change[side];
  return thing !== undefined && !('archivedAt' in thing && thing.archivedAt);
};

const isRename = ({ before, after }: Change): boolean =>
  before !== undefined &&
  after !== undefined &&
  (Object.keys(after) as (keyof typeof after)[]).every(
    (field) =>
      /^(?:name|title)$/.test(field) || JSON.stringify(before[field]) === JSON.stringify(after[field]),
  );

const isInView = ({ kind, id }: Change): boolean => {
  const found = document.querySelector(`.lists [data-${kind}="${CSS.escape(id)}"]`);
  if (!found) return false;
  const { left, right, top, bottom } = found.getBoundingClientRect();
  return right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
};

/**
 * Calls `note` if the changes deserve one; `to` is the side that they lead to. Whether they are in view is known after the
 * page has rendered them. What was added or renamed is where the user has just looked.
 */
export function noteIfUnseen({ changes, own }: Step, to: Side, note: () => void): void {
  const from = to === 'after' ? 'before' : 'after';
  if (own || changes.some((each) => isThere(each, from) && !isThere(each, to))) return note();
  const moved = changes.filter(
    (each) => (each.kind === 'card' || each.kind === 'list') && isThere(each, from) && !isRename(each),
  );
  requestAnimationFrame(() => {
    if (moved.some((each) => !isInView(each))) note();
  });
}
