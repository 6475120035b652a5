import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { type RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/*
 * Which lines of a table are in the DOM: those in view and some around them, in steps, so that most frames of scrolling render
 * nothing.
 */

/** Lines that are rendered beyond the view, and the step in which that changes. */
const beyond = 8;

const remOf = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

export function useWindow(
  root: RefObject<HTMLElement | null>,
  lines: ReadonlySignal<readonly unknown[]>,
  place: () => number,
) {
  /** Pixels of a line: as high as a row of the look, and enough for a finger. */
  const height = useSignal(36);
  const first = useSignal(0);
  const visible = useSignal(40);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const measure = () => {
      height.value = (matchMedia('(pointer: coarse)').matches ? 2.75 : 2.25) * remOf();
      visible.value = Math.ceil(element.clientHeight / height.value);
      look();
    };
    const look = () => {
      first.value = Math.floor(element.scrollTop / height.value / beyond) * beyond;
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    measure();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const shown = useComputed(() => {
    const from = Math.max(0, first.value - beyond);
    return { from, to: Math.min(lines.value.length, first.value + visible.value + 2 * beyond) };
  });
  /** Scrolls a line into view, below the names of the columns. */
  const reveal = async (index = place()): Promise<void> => {
    const element = root.current;
    if (!element) return;
    const top = (index + 1) * height.peek();
    const { scrollTop, clientHeight } = element;
    if (top - height.peek() < scrollTop) element.scrollTop = top - height.peek();
    else if (top + height.peek() > scrollTop + clientHeight)
      element.scrollTop = top + height.peek() - clientHeight;
    first.value = Math.floor(element.scrollTop / height.peek() / beyond) * beyond;
    // Wait until signals have updated the DOM.
    await new Promise((done) => setTimeout(done));
  };
  return { height, shown, reveal };
}
