import { signal } from '@preact/signals';
import { gestures, type Held, type Point } from '../ui/gesture.ts';
import { type AutoScroll, autoScroll } from './auto-scroll.ts';
import { type Picture, pictureOf } from './picture.ts';
import { cardAt, listAt, placeInList, placeOfList } from './place.ts';

/*
 * Dragging of cards, lists and people, by one set of listeners for the whole board. What is dragged follows the pointer as a
 * picture; where it would land is a hole of its size, or the card that it would be put on. A card that was held and not
 * dragged offers its menu.
 */

export type DragKind = 'card' | 'list' | 'member';

export interface Dragged {
  kind: DragKind;
  /** What was taken hold of. */
  id: string;
  /** All that go along, in order. */
  ids: readonly string[];
  /** The list that it was taken from. */
  from: string;
  /** Pixels, of the hole. */
  width: number;
  height: number;
  /** The list that it would land in. */
  listId: string;
  /** The card, or list, that it would stand before; null is the end. Of a member: the card that it would be put on. */
  before: string | null;
}

/** What is being dragged, and where it would land. */
export const dragged = signal<Dragged | null>(null);

export interface Drag {
  /** The cards that go along with one of them, in order. */
  along(id: string): readonly string[];
  /** The cards of a list as they are shown. */
  shownIn(listId: string): readonly string[];
  /** It has stayed over a list for a while. */
  stayed(listId: string): void;
  dropped(drop: Dragged): void;
  /** A finger has held a card, and let go of it where it was. */
  held(card: string): void;
}

/** Milliseconds over a list after which it opens, if it is folded. */
const patience = 500;

const handles = '[data-card], [data-list-handle], [data-drag-member]';
const own = 'button:not(h2 > button), input, textarea, select, [popover], [data-still]';

type Place = Pick<Dragged, 'listId' | 'before'>;

interface Taken {
  element: HTMLElement;
  kind: DragKind;
}

/** What follows the pointer. */
interface Lifted {
  at: Point;
  picture: Picture;
  scroll: AutoScroll;
  /** The list that the pointer is over, and since when. */
  over?: { listId: string; since: number };
  frame: number;
}

/** Makes what is on the page of a board draggable; `board` has the lists. Returns how to end that. */
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
   * Once a frame, whatever has happened: the scrolling, the hole, the picture. What is on the page is asked where it is before
   * anything is changed, or else all of it is laid out twice.
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

  /** Shows on which card it would be put. */
  const mark = (id?: string) => {
    for (const each of board.querySelectorAll('[data-card][data-over]'))
      if ((each as HTMLElement).dataset.card !== id) each.removeAttribute('data-over');
    if (id) board.querySelector(`[data-card="${CSS.escape(id)}"]`)?.setAttribute('data-over', '');
  };

  const wait = (waiting: Lifted, listId: string, time: number) => {
    if (waiting.over?.listId !== listId) waiting.over = { listId, since: time };
    else if (time - waiting.over.since > patience) drag.stayed(listId);
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
    // Only then: what opens while a finger is lifted, the browser closes as something that was tapped beside.
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
