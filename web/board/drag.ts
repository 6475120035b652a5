import { signal } from '@preact/signals';
import { gestures, type Held, type Point } from '../ui/gesture.ts';
import { type AutoScroll, autoScroll } from './auto-scroll.ts';
import { cardAt, listAt, placeInList, placeOfList } from './hit-test.ts';
import { type Picture, pictureOf } from './picture.ts';

/*
 * Dragging of cards, lists and members, with one set of listeners for the whole board. A picture of what is dragged
 * follows the pointer. A gap of its size shows where it would land, or a mark on the card that a member would be
 * assigned to. A card that was held but not dragged opens its menu.
 */

export type DragKind = 'card' | 'list' | 'member';

export interface Dragged {
  kind: DragKind;
  /** The id of what was picked up. */
  id: string;
  /** Everything that is dragged with it, in order. */
  ids: readonly string[];
  /** The list that it came from. */
  from: string;
  /** Pixels, the size of the gap. */
  width: number;
  height: number;
  /** The list that it would land in. */
  listId: string;
  /** The card or list that it would land before; null is the end. For a member: the card to assign it to. */
  before: string | null;
}

/** What is being dragged, and where it would land. */
export const dragged = signal<Dragged | null>(null);

export interface Drag {
  /** The cards dragged along with a card, in order. */
  along(id: string): readonly string[];
  /** The visible cards of a list. */
  shownIn(listId: string): readonly string[];
  /** Called when the pointer has stayed over a list for a while. */
  stayed(listId: string): void;
  dropped(drop: Dragged): void;
  /** Called when a finger has held a card and released it without a drag. */
  held(card: string): void;
}

/** Milliseconds over a folded list before it opens. */
const foldedDelay = 500;

const handles = '[data-card], [data-list-handle], [data-drag-member]';
const own = 'button:not(h2 > button), input, textarea, select, [popover], [data-still]';

type Place = Pick<Dragged, 'listId' | 'before'>;

interface Taken {
  element: HTMLElement;
  kind: DragKind;
}

/** The picture that follows the pointer. */
interface Lifted {
  at: Point;
  picture: Picture;
  scroll: AutoScroll;
  /** The list under the pointer, and since when. */
  over?: { listId: string; since: number };
  frame: number;
}

/** Makes the board on a page draggable; `board` is the element of the lists. Returns a function that stops it. */
export function draggable(page: HTMLElement, board: HTMLElement, drag: Drag): () => void {
  let lifted: Lifted | undefined;

  const begin = ({ of: { element, kind }, from, at }: Held<Taken>) => {
    const box = element.getBoundingClientRect();
    const id = idOf(element, kind);
    const ids = kind === 'card' ? drag.along(id) : [id];
    const listId = element.closest<HTMLElement>('[data-list]')?.dataset.list ?? '';
    const picture = pictureOf(element, { box, from, count: ids.length, isTilted: kind !== 'member' });
    const scroll = autoScroll(board, from);
    const { width, height } = box;
    const now: Dragged = { kind, id, ids, from: listId, width, height, listId, before: null };
    dragged.value = { ...now, ...placeOf(now, at, listAt(board, at)) };
    board.classList.add('dragging');
    lifted = { at, picture, scroll, frame: requestAnimationFrame(frame) };
  };

  const placeOf = (now: Dragged, at: Point, list?: HTMLElement): Place | undefined => {
    if (now.kind === 'member') return { listId: '', before: cardAt(at) };
    if (now.kind === 'list') return { listId: '', before: placeOfList(board, at, now.id) };
    if (!list) return undefined;
    const listId = list.dataset.list ?? '';
    return { listId, before: placeInList(list, at, drag.shownIn(listId), now.ids) };
  };

  /**
   * Runs once per frame, whatever has happened: updates scrolling, gap and picture. All positions are read before
   * anything is changed, to avoid a second layout.
   */
  const frame = (time: number) => {
    const now = dragged.peek();
    if (!lifted || !now) return;
    const { picture, scroll, at } = lifted;
    const list = now.kind === 'card' ? listAt(board, at) : undefined;
    const place = placeOf(now, at, list);
    scroll.step(at, time, list);
    picture.moveTo(at);
    if (place && (place.listId !== now.listId || place.before !== now.before))
      dragged.value = { ...now, ...place };
    if (now.kind === 'member') mark(place?.before ?? undefined);
    else if (place?.listId) wait(lifted, place.listId, time);
    lifted.frame = requestAnimationFrame(frame);
  };

  /** Marks the card that a member would be assigned to. */
  const mark = (id?: string) => {
    for (const each of board.querySelectorAll('[data-card][data-over]'))
      if ((each as HTMLElement).dataset.card !== id) each.removeAttribute('data-over');
    if (id) board.querySelector(`[data-card="${CSS.escape(id)}"]`)?.setAttribute('data-over', '');
  };

  const wait = (waiting: Lifted, listId: string, time: number) => {
    if (waiting.over?.listId !== listId) waiting.over = { listId, since: time };
    else if (time - waiting.over.since > foldedDelay) drag.stayed(listId);
  };

  const end = ({ isMoved }: Held<Taken>, isDrop: boolean) => {
    const drop = dragged.peek();
    const ended = lifted;
    lifted = undefined;
    dragged.value = null;
    board.classList.remove('dragging');
    mark();
    if (!ended || !drop) return;
    cancelAnimationFrame(ended.frame);
    if (isDrop && isMoved) drag.dropped(drop);
    // Deferred: the browser would close a popover that opens while the finger is being lifted.
    else if (isDrop && drop.kind === 'card') setTimeout(() => drag.held(drop.id));
    void ended.picture.land(
      drop.kind === 'member' ? undefined : `[data-${drop.kind}="${CSS.escape(drop.id)}"]`,
    );
  };

  const follow = ({ at }: Held<Taken>) => {
    if (lifted) lifted.at = at;
  };

  return gestures(page, { take, begin, follow, end });
}

function take(target: HTMLElement): Taken | undefined {
  const handle = target.closest(own) ? null : target.closest<HTMLElement>(handles);
  const element = handle?.matches('[data-list-handle]') ? handle.closest<HTMLElement>('[data-list]') : handle;
  if (!element) return undefined;
  return { element, kind: element.dataset.card ? 'card' : element.dataset.list ? 'list' : 'member' };
}

const idOf = ({ dataset }: HTMLElement, kind: DragKind): string =>
  (kind === 'card' ? dataset.card : kind === 'list' ? dataset.list : dataset.dragMember) ?? '';
