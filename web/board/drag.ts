import { signal } from '@preact/signals';

/*
 * Dragging of cards and lists, by one set of listeners for the whole board. A mouse begins after some pixels, a finger
 * after it was held: a swipe scrolls, always. What is dragged follows the pointer as a picture; where it would land is
 * a hole of its size.
 */

export interface Dragged {
  kind: 'card' | 'list';
  id: string;
  /** Pixels, of the hole. */
  width: number;
  height: number;
  /** Where it would land: a list, and the number of its place there without what is dragged. */
  listId: string;
  index: number;
}

/** What is being dragged, and where it would land. */
export const dragged = signal<Dragged | null>(null);

export interface Drop {
  moved: (drop: Dragged) => void;
}

/** Pixels that a mouse moves before it drags. */
const slack = 6;
/** Milliseconds that a finger stays before it drags. */
const hold = 220;
/** Pixels from an edge within which it scrolls, and the most that it scrolls in a frame. */
const edge = 56;
const fastest = 18;

interface Gesture {
  element: HTMLElement;
  kind: 'card' | 'list';
  pointerId: number;
  /** Where it began, and where the pointer is. */
  from: { x: number; y: number };
  at: { x: number; y: number };
  timer?: ReturnType<typeof setTimeout>;
  picture?: HTMLElement;
  offset: { x: number; y: number };
  frame: number;
}

/** Makes cards and lists of a board draggable; returns how to end that. */
export function draggable(board: HTMLElement, { moved }: Drop): () => void {
  let gesture: Gesture | undefined;

  const begin = () => {
    if (!gesture) return;
    const { element, kind, from } = gesture;
    const box = element.getBoundingClientRect();
    gesture.offset = { x: from.x - box.left, y: from.y - box.top };
    gesture.picture = pictureOf(element, box);
    dragged.value = {
      kind,
      id: element.dataset[kind] ?? '',
      width: box.width,
      height: box.height,
      ...(kind === 'card' ? placeOfCard(element) : { listId: '', index: indexAmong(element, '[data-list]') }),
    };
    board.classList.add('dragging');
    gesture.frame = requestAnimationFrame(frame);
  };

  /** Once a frame, whatever has happened: the picture, the scrolling, the hole. */
  const frame = () => {
    if (!gesture?.picture) return;
    const { picture, at, offset } = gesture;
    picture.style.transform = `translate(${at.x - offset.x}px, ${at.y - offset.y}px) rotate(${gesture.kind === 'card' ? 3 : 1}deg)`;
    scroll(board, gesture);
    const now = dragged.peek();
    const place =
      now && (now.kind === 'card' ? cardPlaceAt(board, at, now.id) : listPlaceAt(board, at, now.id));
    if (now && place && (place.listId !== now.listId || place.index !== now.index))
      dragged.value = { ...now, ...place };
    gesture.frame = requestAnimationFrame(frame);
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
    if (!ended.picture || !drop) return;
    // The click that comes after a drop opens nothing.
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
    if (isDrop) moved(drop);
    land(ended.picture, board, drop);
  };

  const onDown = (event: PointerEvent) => {
    const target = event.target as HTMLElement;
    if (gesture || event.button !== 0 || target.closest('button, input, textarea, [data-still]')) return;
    const handle = target.closest<HTMLElement>('[data-card], [data-list-handle]');
    const element = handle?.matches('[data-card]') ? handle : handle?.closest<HTMLElement>('[data-list]');
    if (!element) return;
    const at = { x: event.clientX, y: event.clientY };
    const kind = element.dataset.card ? 'card' : 'list';
    gesture = { element, kind, pointerId: event.pointerId, from: at, at, offset: { x: 0, y: 0 }, frame: 0 };
    if (event.pointerType !== 'mouse') gesture.timer = setTimeout(begin, hold);
  };

  const onMove = (event: PointerEvent) => {
    if (!gesture || event.pointerId !== gesture.pointerId) return;
    gesture.at = { x: event.clientX, y: event.clientY };
    if (gesture.picture) return;
    const distance = Math.hypot(gesture.at.x - gesture.from.x, gesture.at.y - gesture.from.y);
    if (event.pointerType === 'mouse') {
      if (distance >= slack) begin();
    } else if (distance >= slack) end(false);
  };

  const onUp = (event: PointerEvent) => {
    if (event.pointerId === gesture?.pointerId) end(true);
  };
  const onCancel = (event: PointerEvent) => {
    if (event.pointerId === gesture?.pointerId) end(false);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !gesture?.picture) return;
    event.preventDefault();
    event.stopPropagation();
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
  board.addEventListener('pointerdown', onDown, { signal: until });
  board.addEventListener('dragstart', onNative, { signal: until });
  board.addEventListener('contextmenu', onMenu, { signal: until });
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

const swallow = (event: Event) => {
  event.preventDefault();
  event.stopPropagation();
};

function pictureOf(element: HTMLElement, box: DOMRect): HTMLElement {
  const picture = element.cloneNode(true) as HTMLElement;
  picture.removeAttribute('id');
  picture.classList.add('picture');
  picture.inert = true;
  Object.assign(picture.style, { inlineSize: `${box.width}px`, blockSize: `${box.height}px` });
  document.body.append(picture);
  return picture;
}

/** The picture goes where the thing is now. */
function land(picture: HTMLElement, board: HTMLElement, { kind, id }: Dragged): void {
  const there = board.querySelector(`[data-${kind}="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!there || still) return picture.remove();
  const to = `translate(${there.left}px, ${there.top}px)`;
  const flight = picture.animate([{ transform: to }], {
    duration: 140,
    easing: 'cubic-bezier(0.2, 0, 0, 1)',
  });
  flight.onfinish = () => picture.remove();
  flight.oncancel = () => picture.remove();
}

const childrenOf = (parent: Element, selector: string): HTMLElement[] => [
  ...parent.querySelectorAll<HTMLElement>(selector),
];

function indexAmong(element: HTMLElement, selector: string): number {
  return childrenOf(element.parentElement ?? element, `:scope > ${selector}`).indexOf(element);
}

const placeOfCard = (element: HTMLElement) => ({
  listId: element.closest<HTMLElement>('[data-list]')?.dataset.list ?? '',
  index: indexAmong(element, '[data-card]'),
});

interface Point {
  x: number;
  y: number;
}

/** The list under a point, or the nearest, and the place between the cards of it. */
function cardPlaceAt(
  board: HTMLElement,
  { x, y }: Point,
  id: string,
): { listId: string; index: number } | undefined {
  const [nearest] = childrenOf(board, '[data-list]')
    .map((list) => ({ list, box: list.getBoundingClientRect() }))
    .map(({ list, box }) => ({ list, distance: Math.max(box.left - x, x - box.right, 0) }))
    .sort((a, b) => a.distance - b.distance);
  if (!nearest) return undefined;
  const cards = childrenOf(nearest.list, '[data-card]').filter((card) => card.dataset.card !== id);
  const under = cards.findIndex((card) => {
    const box = card.getBoundingClientRect();
    return y < box.top + box.height / 2;
  });
  return { listId: nearest.list.dataset.list ?? '', index: under < 0 ? cards.length : under };
}

function listPlaceAt(board: HTMLElement, { x }: Point, id: string): { listId: string; index: number } {
  const lists = childrenOf(board, '[data-list]').filter((list) => list.dataset.list !== id);
  const under = lists.findIndex((list) => {
    const box = list.getBoundingClientRect();
    return x < box.left + box.width / 2;
  });
  return { listId: '', index: under < 0 ? lists.length : under };
}

/** Faster towards the edge, and never so fast that nobody can follow. */
function scroll(board: HTMLElement, { at, kind }: Gesture): void {
  const box = board.getBoundingClientRect();
  board.scrollLeft += speed(at.x, box.left, box.right);
  if (kind === 'list') return;
  const list = document.elementsFromPoint(at.x, at.y).find((each) => each.matches('[data-scrolls]'));
  if (!list) return;
  const inside = list.getBoundingClientRect();
  list.scrollTop += speed(at.y, inside.top, inside.bottom);
}

function speed(at: number, start: number, end: number): number {
  const into = at < start + edge ? at - start - edge : at > end - edge ? at - end + edge : 0;
  return Math.max(-1, Math.min(1, into / edge)) * fastest;
}
