import assert from 'node:assert/strict';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';

/* Fingers on a phone, by the browser's own touch events: hit testing works as on a real one. */

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
};

interface Point {
  x: number;
  y: number;
}

export interface Finger {
  down(at: Point): Promise<void>;
  /** Moves there in steps, as fingers do. */
  move(to: Point, steps?: number): Promise<void>;
  up(): Promise<void>;
  /** Goes down, moves and goes up without a pause. */
  swipe(from: Point, to: Point): Promise<void>;
}

export async function fingerOn(page: Page, context: BrowserContext): Promise<Finger> {
  const touch = await context.newCDPSession(page);
  let at: Point = { x: 0, y: 0 };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] });
  const finger: Finger = {
    async down(to) {
      at = to;
      await send('touchStart');
    },
    async move(to, steps = 8) {
      const from = at;
      for (let step = 1; step <= steps; step++) {
        const share = step / steps;
        at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
        await send('touchMove');
      }
    },
    up: () => send('touchEnd').then(() => undefined),
    async swipe(from, to) {
      await finger.down(from);
      await finger.move(to);
      await finger.up();
    },
  };
  return finger;
}

/** The middle of an element, or a point given as fractions of its size. */
export async function placeIn(element: Locator, across = 0.5, down = 0.5): Promise<Point> {
  const box = await element.boundingBox();
  assert.ok(box, 'it is on the page');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** Touch targets less than 44 pixels high or wide, except links within a text. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const top = [...document.querySelectorAll('dialog[open], :popover-open:not(.toasts)')].at(-1) ?? document.body;
    const targets = top.querySelectorAll('button, a[href], input, select, textarea, summary, [role=option]');
    return [...targets].flatMap((element) => {
      // A label makes its field as large as itself; all of a card or a tile leads where its link does.
      const whole = element.closest('label, .card, .tile:has(a)') ?? element;
      const isWhole = whole !== element && element.matches('input, .card-title, .tile a');
      const box = (isWhole ? whole : element).getBoundingClientRect();
      // What is drawn around it belongs to it as well.
      const around = Number.parseFloat(getComputedStyle(element, '::after').inset) || 0;
      const [width, height] = [box.width - 2 * Math.min(around, 0), box.height - 2 * Math.min(around, 0)];
      const isUnseen = !element.checkVisibility({ visibilityProperty: true }) || element.disabled;
      const isInText = element.closest('p, .markdown, .field-hint') !== null;
      if (isUnseen || isInText || (width >= 43.5 && height >= 43.5)) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent.trim();
      return [\`\${element.tagName} \${name || element.className}: \${Math.round(width)} × \${Math.round(height)}\`];
    });
  })()`);
