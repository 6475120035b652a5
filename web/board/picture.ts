import { t } from '../messages/t.ts';
import type { Point } from '../ui/gesture.ts';

/* The picture that follows the pointer during a drag, and flies to its target on a drop. */

export interface Picture {
  moveTo(at: Point): void;
  /** Moves to the element that `selector` finds, or fades out if none is in view. */
  land(selector: string | undefined): Promise<void>;
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Shape {
  box: DOMRect;
  /** Where it was picked up. */
  from: Point;
  /** How many things it stands for. */
  count: number;
  isTilted: boolean;
}

/** Shows a copy of an element over the page. */
export function pictureOf(element: HTMLElement, { box, from, count, isTilted }: Shape): Picture {
  const picture = element.cloneNode(true) as HTMLElement;
  for (const name of ['id', 'data-card', 'data-list']) picture.removeAttribute(name);
  picture.classList.add('picture');
  picture.inert = true;
  Object.assign(picture.style, { inlineSize: `${box.width}px`, blockSize: `${box.height}px` });
  if (count > 1) {
    picture.classList.add('stack');
    picture.dataset.count = t.filter.count(count);
  }
  document.body.append(picture);
  // A copy starts unscrolled.
  const [scrolled, copied] = [element, picture].map((each) => each.querySelector('[data-scrolls]'));
  if (scrolled && copied) copied.scrollTop = scrolled.scrollTop;
  const tilt = isTilted && !isStill() ? ' rotate(1.5deg)' : '';

  const land = async (selector: string | undefined): Promise<void> => {
    // By then the page is rendered with the drop applied.
    await Promise.resolve();
    const there = selector ? document.querySelector<HTMLElement>(`.lists ${selector}`) : null;
    const to = there?.getBoundingClientRect();
    if (isStill() || (there && !to?.height)) return picture.remove();
    const last = to ? { transform: `translate(${to.left}px, ${to.top}px)` } : { opacity: 0 };
    if (there) there.style.visibility = 'hidden';
    try {
      await picture.animate([last], { duration: 200, easing: 'cubic-bezier(0.2, 0, 0, 1)' }).finished;
    } finally {
      there?.style.removeProperty('visibility');
      picture.remove();
    }
  };

  return {
    moveTo({ x, y }) {
      picture.style.transform = `translate(${x - from.x + box.left}px, ${y - from.y + box.top}px)${tilt}`;
    },
    land,
  };
}
