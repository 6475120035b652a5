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
export function gestures<T>(area: HTMLElement, gesture: Gesture<T>): () => void {
  const hand = new Hand(gesture);
  const off = new AbortController();
  const { signal } = off;
  // Suppress the browser's own dragging of links and pictures, and the selection of the text that is dragged over.
  const prevent = (event: Event) => event.preventDefault();
  const preventWhileHeld = (event: Event) => hand.isHolding && event.preventDefault();
  area.addEventListener('pointerdown', (event) => hand.down(event), { signal });
  area.addEventListener('dragstart', prevent, { signal });
  area.addEventListener('contextmenu', preventWhileHeld, { signal });
  area.addEventListener('selectstart', preventWhileHeld, { signal });
  addEventListener('pointermove', (event) => hand.move(event), { signal });
  addEventListener('pointerup', (event) => hand.up(event), { signal });
  addEventListener('pointercancel', (event) => hand.up(event), { signal });
  addEventListener('keydown', (event) => hand.key(event), { signal, capture: true });
  addEventListener('touchmove', (event) => hand.touch(event), { signal, passive: false });
  return () => {
    hand.stop(false);
    off.abort();
  };
}

/** What is picked up, by which pointer, and whether it is being dragged. */
class Hand<T> {
  readonly #gesture: Gesture<T>;
  #pointer = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held: Held<T> | undefined;
  #isBegun = false;

  constructor(gesture: Gesture<T>) {
    this.#gesture = gesture;
  }

  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  down(event: PointerEvent): void {
    const { take } = this.#gesture;
    const of = this.#held || event.button !== 0 ? undefined : take(event.target as HTMLElement);
    if (of === undefined) return;
    const at = { x: event.clientX, y: event.clientY };
    this.#held = { of, from: at, at, isMoved: false };
    this.#pointer = event.pointerId;
    if (event.pointerType !== 'mouse') this.#timer = setTimeout(() => this.#start(), hold);
  }

  move(event: PointerEvent): void {
    if (!this.#held || event.pointerId !== this.#pointer) return;
    const { from, isMoved } = this.#held;
    const at = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(this.#gesture.isVertical ? 0 : at.x - from.x, at.y - from.y);
    this.#held = { ...this.#held, at, isMoved: isMoved || far >= slack };
    if (!this.#isBegun && this.#held.isMoved) {
      if (event.pointerType === 'mouse') this.#start();
      else this.stop(false);
    }
    if (this.#isBegun) this.#gesture.follow?.(this.#held);
  }

  up({ pointerId, type }: PointerEvent): void {
    if (pointerId === this.#pointer) this.stop(type === 'pointerup');
  }

  key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#isBegun) return;
    swallow(event);
    this.stop(false);
  }

  /** During a drag a finger does not scroll; otherwise it does. */
  touch(event: TouchEvent): void {
    if (this.#isBegun && event.cancelable) event.preventDefault();
  }

  stop(isDrop: boolean): void {
    const [ended, wasBegun] = [this.#held, this.#isBegun];
    this.#held = undefined;
    this.#isBegun = false;
    clearTimeout(this.#timer);
    if (!ended || !wasBegun) return;
    swallowClick();
    this.#gesture.end(ended, isDrop);
  }

  #start(): void {
    this.#isBegun = true;
    if (this.#held) this.#gesture.begin(this.#held);
  }
}
