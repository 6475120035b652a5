import { gestures, type Point } from '../ui/gesture.ts';
import { once } from '../ui/once.ts';
import type { Drag, DragKind, Taken } from './dragged.ts';
import type { Dragging } from './dragging.ts';

/*
 * Dragging of cards, lists and members, with one set of listeners for the whole board. What a drag does is loaded after the
 * board; one that begins or ends before that waits for it. A card that was held but not dragged opens its menu.
 */

interface Draggable {
  /** Whether the user may drag such a thing. */
  may: (kind: DragKind) => boolean;
  drag: () => Drag | Promise<Drag>;
  /** Called when a finger has held a card and released it without a drag. */
  held: (card: string) => void;
}

const handles = '[data-card], [data-list-handle], [data-drag-member]';
const own = 'button:not(h2 > button, [data-drag-member]), input, textarea, select, [popover], [data-still]';

const inDragging = once(() => import('./dragging.ts'));

/** Makes the board on a page draggable; `board` is the element of the lists. Returns a function that stops it. */
export function draggable(page: HTMLElement, board: HTMLElement, { may, drag, held }: Draggable): () => void {
  const parts = once(() => Promise.all([inDragging(), drag()]));
  parts().catch(() => undefined);
  let hand: { at: Point };
  let dragging: Promise<Dragging | undefined>;
  /** The drag before: one that has not been dropped yet, because it waits for what is loaded, comes first. */
  let last: Promise<unknown> = Promise.resolve();
  return gestures<Taken>(page, {
    take(target) {
      const taken = takenAt(target);
      return taken && may(taken.kind) ? taken : undefined;
    },
    begin(begun) {
      const own = { at: begun.at };
      hand = own;
      dragging = last.then(parts).then(
        ([{ Dragging }, does]) => new Dragging(board, does, begun, own),
        // Without a connection nothing is dragged.
        () => undefined,
      );
    },
    follow({ at }) {
      hand.at = at;
    },
    end({ of, isMoved }, isDrop) {
      last = dragging.then((each) => each?.end(isDrop && isMoved)).catch(() => undefined);
      // Deferred: the browser would close a popover that opens while the finger is being lifted.
      if (isDrop && !isMoved && of.kind === 'card') setTimeout(() => held(of.id));
    },
  });
}

function takenAt(target: HTMLElement): Taken | undefined {
  const handle = target.closest(own) ? null : target.closest<HTMLElement>(handles);
  const element = handle?.matches('[data-list-handle]') ? handle.closest<HTMLElement>('[data-list]') : handle;
  if (!element) return undefined;
  const { card, list, dragMember = '' } = element.dataset;
  const [kind, id]: [DragKind, string] = card
    ? ['card', card]
    : list
      ? ['list', list]
      : ['member', dragMember];
  return { element, kind, id };
}
