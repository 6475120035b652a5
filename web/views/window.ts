import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { type RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/*
 * Which lines of a table are in the DOM: those in view and some around them, in steps, so that most frames of scrolling render
 * nothing.
 */

/** Lines that are rendered beyond the view, and the step in which that changes: few, for a frame to render few. */
const beyond = 6;
const step = 2;
/** Pixels of a step sideways. */
const aside = 80;

const remOf = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

export function useWindow(
  root: RefObject<HTMLElement | null>,
  lines: ReadonlySignal<readonly unknown[]>,
  place: () => number,
) {
  /** Pixels of a line: as high as a row of the look, and enough for a finger. */
  const height = useSignal(36);
  const first = useSignal(0);
  const visible = useSignal(Math.ceil(innerHeight / 36));
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const measure = () => {
      height.value = (matchMedia('(pointer: coarse)').matches ? 2.75 : 2.25) * remOf();
      visible.value = Math.ceil(element.clientHeight / height.value);
      look();
    };
    const look = () => {
      first.value = Math.floor(element.scrollTop / height.value / step) * step;
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
    return { from, to: Math.min(lines.value.length, first.value + visible.value + step + beyond) };
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
    first.value = Math.floor(element.scrollTop / height.peek() / step) * step;
    // Wait until signals have updated the DOM.
    await new Promise((done) => setTimeout(done));
  };
  return { height, shown, reveal };
}

/** The pixels in view sideways, in steps, and whether it is scrolled at all. */
export function useSideways(root: RefObject<HTMLElement | null>, by: number) {
  const isAside = useSignal(false);
  const seen = useSignal({ left: 0, width: Math.ceil(innerWidth / by) * by });
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const look = () => {
      isAside.value = element.scrollLeft !== 0;
      const left = Math.floor(Math.abs(element.scrollLeft) / by) * by;
      const width = Math.ceil(element.clientWidth / by) * by;
      const before = seen.peek();
      if (left !== before.left || width !== before.width) seen.value = { left, width };
    };
    element.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  return { seen, isAside };
}

/** The columns in view and around it, by their indexes; the first `always` of them are wherever it is. `widths` are rems. */
export function useColumns(
  root: RefObject<HTMLElement | null>,
  widths: ReadonlySignal<readonly number[]>,
  always: number,
) {
  const { seen, isAside } = useSideways(root, aside);
  // A text, so that only a change of it is one.
  const shown = useComputed(() => {
    const { left, width } = seen.value;
    const rem = remOf();
    let end = 0;
    return widths.value
      .map((each, index) => {
        const start = end;
        end += each * rem;
        return index < always || (end > left - aside && start < left + width + 2 * aside) ? index : -1;
      })
      .filter((index) => index >= 0)
      .join();
  });
  return { shown: useComputed(() => shown.value.split(',').map(Number)), isAside };
}
