import { signal } from '@preact/signals';
import { swallow, swallowClick } from '../ui/swallow.ts';
import { type AutoScroll, autoScroll } from './auto-scroll.ts';
import { type Picture, pictureOf } from './picture.ts';
import { cardAt, listAt, type Point, placeInList, placeOfList } from './place.ts';

/*
 * Dragging of cards, lists and people, by one set of listeners for the whole board. A mouse begins after some pixels, a
 * finger after it was held: a swipe scrolls, always. What is dragged follows the pointer as a picture; where it would land
 * is a hole of its size, or the card that it would be put on. A card that was held and not dragged offers its menu.
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

/** Pixels that a mouse moves before it drags. */
const slack = 6;
/** Milliseconds that a finger stays before it drags. */
const hold = 220;
/** Milliseconds over a list after which it opens, if it is folded. */
const patience = 500;

const handles = '[data-card], [data-list-handle], [data-drag-member]';
const own = 'button:not(h2 > button), input, textarea, select, [popover], [data-still]';

type Place = Pick<Dragged, 'listId' | 'before'>;

interface Gesture {
  element: HTMLElement;
  kind: DragKind;
  pointerId: number;
  /** Where it began, and where the pointer is. */
  from: Point;
  at: Point;
  timer?: ReturnType<typeof setTimeout>;
  /** Whether the pointer has left where it began. */
  isMoved: boolean;
  picture?: Picture;
  scroll?: AutoScroll;
  /** The list that the pointer is over, and since when. */
  over?: { listId: string; since: number };
  frame: number;
}

/** Makes what is on the page of a board draggable; `board` has the lists. Returns how to end that. */
export function draggable(page: HTMLElement, board: HTMLElement, drag: Drag): () => void {
  let gesture: Gesture | undefined;

  const begin = () => {
    if (!gesture) return;
    const { element, kind, from } = gesture;
    const box = element.getBoundingClientRect();
    const id = idOf(element, kind);
    const ids = kind === 'card' ? drag.along(id) : [id];
    const listId = element.closest<HTMLElement>('[data-list]')?.dataset.list ?? '';
    gesture.picture = pictureOf(element, { box, from, count: ids.length, isTilted: kind !== 'member' });
    gesture.scroll = autoScroll(board, from);
    const { width, height } = box;
    const now: Dragged = { kind, id, ids, from: listId, width, height, listId, before: null };
    dragged.value = { ...now, ...placeOf(now, gesture.at, listAt(board, gesture.at)) };
    board.classList.add('dragging');
    gesture.frame = requestAnimationFrame(frame);
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
    if (!gesture?.picture || !now) return;
    const { picture, at } = gesture;
    const list = now.kind === 'card' ? listAt(board, at) : undefined;
    const place = placeOf(now, at, list);
    gesture.scroll?.step(at, time, list);
    picture.moveTo(at);
    if (place && (place.listId !== now.listId || place.before !== now.before))
      dragged.value = { ...now, ...place };
    if (now.kind === 'member') mark(place?.before ?? undefined);
    else if (place?.listId) wait(gesture, place.listId, time);
    gesture.frame = requestAnimationFrame(frame);
  };

  /** Shows on which card it would be put. */
  const mark = (id?: string) => {
    for (const each of board.querySelectorAll('[data-card][data-over]'))
      if ((each as HTMLElement).dataset.card !== id) each.removeAttribute('data-over');
    if (id) board.querySelector(`[data-card="${CSS.escape(id)}"]`)?.setAttribute('data-over', '');
  };

  const wait = (waiting: Gesture, listId: string, time: number) => {
    if (waiting.over?.listId !== listId) waiting.over = { listId, since: time };
    else if (time - waiting.over.since > patience) drag.stayed(listId);
  };

  const end = (isDrop: boolean) => {
    const ended = gesture;
    gesture = undefined;
    if (!ended) return;
    clearTimeout(ended.timer);
    cancelAnimationFrame(ended.frame);
    board.classList.remove('dragging');
    const drop = dragged.peek();
    dragged.value = null;
    mark();
    if (!ended.picture || !drop) return;
    swallowClick();
    if (isDrop && ended.isMoved) drag.dropped(drop);
    // Only then: what opens while a finger is lifted, the browser closes as something that was tapped beside.
    else if (isDrop && drop.kind === 'card') setTimeout(() => drag.held(drop.id));
    void ended.picture.land(
      drop.kind === 'member' ? undefined : `[data-${drop.kind}="${CSS.escape(drop.id)}"]`,
    );
  };

  const onDown = (event: PointerEvent) => {
    const target = event.target as HTMLElement;
    if (gesture || event.button !== 0 || target.closest(own)) return;
    const handle = target.closest<HTMLElement>(handles);
    const element = handle?.matches('[data-list-handle]')
      ? handle.closest<HTMLElement>('[data-list]')
      : handle;
    if (!element) return;
    const at = { x: event.clientX, y: event.clientY };
    const kind = element.dataset.card ? 'card' : element.dataset.list ? 'list' : 'member';
    gesture = { element, kind, pointerId: event.pointerId, from: at, at, isMoved: false, frame: 0 };
    if (event.pointerType !== 'mouse') gesture.timer = setTimeout(begin, hold);
  };

  const onMove = (event: PointerEvent) => {
    if (!gesture || event.pointerId !== gesture.pointerId) return;
    gesture.at = { x: event.clientX, y: event.clientY };
    gesture.isMoved ||= Math.hypot(gesture.at.x - gesture.from.x, gesture.at.y - gesture.from.y) >= slack;
    if (gesture.picture || !gesture.isMoved) return;
    if (event.pointerType === 'mouse') begin();
    else end(false);
  };

  const onUp = (event: PointerEvent) => {
    if (event.pointerId === gesture?.pointerId) end(true);
  };
  const onCancel = (event: PointerEvent) => {
    if (event.pointerId === gesture?.pointerId) end(false);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !gesture?.picture) return;
    swallow(event);
    end(false);
  };
  // A finger that drags does not scroll; one that does not drag does.
  const onTouch = (event: TouchEvent) => {
    if (gesture?.picture && event.cancelable) event.preventDefault();
  };
  const onMenu = (event: Event) => {
    if (gesture) event.preventDefault();
  };
  // Links and pictures have a dragging of their own.
  const onNative = (event: DragEvent) => event.preventDefault();

  const off = new AbortController();
  const { signal: until } = off;
  page.addEventListener('pointerdown', onDown, { signal: until });
  page.addEventListener('dragstart', onNative, { signal: until });
  page.addEventListener('contextmenu', onMenu, { signal: until });
  addEventListener('pointermove', onMove, { signal: until });
  addEventListener('pointerup', onUp, { signal: until });
  addEventListener('pointercancel', onCancel, { signal: until });
  addEventListener('keydown', onKey, { signal: until, capture: true });
  addEventListener('touchmove', onTouch, { signal: until, passive: false });
  return () => {
    end(false);
    off.abort();
  };
}

const idOf = ({ dataset }: HTMLElement, kind: DragKind): string =>
  (kind === 'card' ? dataset.card : kind === 'list' ? dataset.list : dataset.dragMember) ?? '';
