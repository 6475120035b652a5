import { swallow, swallowClick } from './swallow.ts';

/*
 * Dragging by pointer. A mouse starts after a few pixels and a finger after holding still; a swipe always scrolls.
 * Escape, or anything else that cancels the pointer, ends the drag without a drop.
 */

/** Pixels in the viewport. */
export interface Point {
  x: number;
  y: number;
}

/** What is being held; `isMoved` once the drag has started. */
export interface Held<T> {
  readonly of: T;
  readonly from: Point;
  readonly at: Point;
  readonly isMoved: boolean;
}

interface Gesture<T> {
  /** Returns what is picked up at an element; undefined if nothing there can be dragged. */
  take: (target: HTMLElement) => T | undefined;
  begin: (held: Held<T>) => void;
  /** Called when the pointer has moved. */
  follow?: (held: Held<T>) => void;
  end: (held: Held<T>, isDrop: boolean) => void;
  /** Whether only vertical movement counts. */
  isVertical?: boolean;
}

/** Pixels that a mouse moves before a drag starts. */
const slack = 6;
/** Milliseconds that a finger holds still before a drag starts. */
const hold = 220;

/** Listens for gestures in an area of the page; returns a function that stops listening. */
export function gestures<T>(
  area: HTMLElement,
  { take, begin, follow, end, isVertical = false }: Gesture<T>,
): () => void {
  let pointer = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held: Held<T> | undefined;
  let isBegun = false;

  const start = () => {
    isBegun = true;
    if (held) begin(held);
  };
  const stop = (isDrop: boolean) => {
    const [ended, wasBegun] = [held, isBegun];
    held = undefined;
    isBegun = false;
    clearTimeout(timer);
    if (!ended || !wasBegun) return;
    swallowClick();
    end(ended, isDrop);
  };

  const onDown = (event: PointerEvent) => {
    const of = held || event.button !== 0 ? undefined : take(event.target as HTMLElement);
    if (of === undefined) return;
    const at = { x: event.clientX, y: event.clientY };
    held = { of, from: at, at, isMoved: false };
    pointer = event.pointerId;
    if (event.pointerType !== 'mouse') timer = setTimeout(start, hold);
  };
  const onMove = (event: PointerEvent) => {
    if (!held || event.pointerId !== pointer) return;
    const at = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(isVertical ? 0 : at.x - held.from.x, at.y - held.from.y);
    held = { ...held, at, isMoved: held.isMoved || far >= slack };
    if (!isBegun && held.isMoved) {
      if (event.pointerType === 'mouse') start();
      else stop(false);
    }
    if (isBegun) follow?.(held);
  };
  const onUp = ({ pointerId, type }: PointerEvent) => {
    if (pointerId === pointer) stop(type === 'pointerup');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isBegun) return;
    swallow(event);
    stop(false);
  };
  // During a drag a finger does not scroll; otherwise it does.
  const onTouch = (event: TouchEvent) => {
    if (isBegun && event.cancelable) event.preventDefault();
  };
  const onMenu = (event: Event) => {
    if (held) event.preventDefault();
  };
  // Suppress the browser's own dragging of links and pictures.
  const onNative = (event: Event) => event.preventDefault();

  const off = new AbortController();
  const { signal } = off;
  area.addEventListener('pointerdown', onDown, { signal });
  area.addEventListener('dragstart', onNative, { signal });
  area.addEventListener('contextmenu', onMenu, { signal });
  addEventListener('pointermove', onMove, { signal });
  addEventListener('pointerup', onUp, { signal });
  addEventListener('pointercancel', onUp, { signal });
  addEventListener('keydown', onKey, { signal, capture: true });
  addEventListener('touchmove', onTouch, { signal, passive: false });
  return () => {
    stop(false);
    off.abort();
  };
}
