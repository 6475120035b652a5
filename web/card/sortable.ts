import { swallow, swallowClick } from '../ui/swallow.ts';

/*
 * Items of a list that are dragged to another place in it, as on the board: a mouse begins after some pixels, a finger
 * after it was held, so that a swipe scrolls. Only how they look changes until they are dropped.
 */

/** Pixels that a mouse moves before it drags. */
const slack = 6;
/** Milliseconds that a finger stays before it drags. */
const hold = 220;

interface Gesture {
  item: HTMLElement;
  pointerId: number;
  from: number;
  /** Where it is now, and by how much that is scrolled. */
  at: number;
  index: number;
  to: number;
  timer?: ReturnType<typeof setTimeout>;
  /** Middles of all items, before anything moved; set once it drags. */
  middles?: readonly number[];
  height: number;
}

/** Makes the children of a list that have `data-item` sortable; returns how to end that. */
export function sortable(list: HTMLElement, moved: (id: string, index: number) => void): () => void {
  let gesture: Gesture | undefined;
  const items = () => [...list.querySelectorAll<HTMLElement>(':scope > [data-item]')];

  const begin = () => {
    if (!gesture) return;
    const boxes = items().map((each) => each.getBoundingClientRect());
    const own = boxes[gesture.index];
    gesture.middles = boxes.map(({ top, height }) => top + height / 2);
    gesture.height = own ? own.height : 0;
    gesture.item.classList.add('lifted');
    list.classList.add('sorting');
  };
  const follow = () => {
    if (!gesture?.middles) return;
    const { item, from, at, index, middles, height } = gesture;
    item.style.transform = `translateY(${at - from}px)`;
    const middle = (middles[index] ?? 0) + at - from;
    gesture.to = middles.filter((each, other) => other !== index && each < middle).length;
    for (const [other, each] of items().entries()) {
      if (other === index) continue;
      const passed = other > index && other <= gesture.to ? -1 : other < index && other >= gesture.to ? 1 : 0;
      each.style.transform = passed ? `translateY(${passed * height}px)` : '';
    }
  };
  const end = (isDrop: boolean) => {
    const ended = gesture;
    gesture = undefined;
    clearTimeout(ended?.timer);
    if (!ended?.middles) return;
    for (const each of items()) each.style.transform = '';
    ended.item.classList.remove('lifted');
    list.classList.remove('sorting');
    swallowClick();
    if (isDrop && ended.to !== ended.index) moved(ended.item.dataset.item ?? '', ended.to);
  };

  const off = new AbortController();
  const { signal } = off;
  list.addEventListener(
    'pointerdown',
    (event) => {
      const target = event.target as HTMLElement;
      const item = target.closest<HTMLElement>('[data-item]');
      if (gesture || event.button !== 0 || !item || target.closest('input, textarea, [data-still]')) return;
      const index = items().indexOf(item);
      const from = event.clientY;
      gesture = { item, pointerId: event.pointerId, from, at: from, index, to: index, height: 0 };
      if (event.pointerType !== 'mouse') gesture.timer = setTimeout(begin, hold);
    },
    { signal },
  );
  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== gesture?.pointerId) return;
      gesture.at = event.clientY;
      const isFar = Math.abs(gesture.at - gesture.from) >= slack;
      if (!gesture.middles && isFar) {
        if (event.pointerType === 'mouse') begin();
        else end(false);
      }
      follow();
    },
    { signal },
  );
  addEventListener('pointerup', ({ pointerId }) => pointerId === gesture?.pointerId && end(true), { signal });
  addEventListener('pointercancel', ({ pointerId }) => pointerId === gesture?.pointerId && end(false), {
    signal,
  });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !gesture?.middles) return;
      swallow(event);
      end(false);
    },
    { signal, capture: true },
  );
  // A finger that drags does not scroll.
  addEventListener('touchmove', (event) => gesture?.middles && event.cancelable && event.preventDefault(), {
    signal,
    passive: false,
  });
  list.addEventListener('contextmenu', (event) => gesture?.middles && event.preventDefault(), { signal });
  list.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  return () => {
    end(false);
    off.abort();
  };
}
