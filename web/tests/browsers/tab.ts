import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../server/src/base/message-of.ts';
import type { KeyStep, PointerStep, Window } from './driver.ts';

/*
 * Uses a page as people do, in any browser: looks for what is shown, waits until it stands still and nothing covers it, and
 * points and types there.
 */

/** A selector, or one with the whole text of the element. */
export type Target = string | readonly [selector: string, text: string];

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An expression of the first element that is shown, or undefined. */
const shown = (target: Target): string => {
  const [selector, text] = typeof target === 'string' ? [target] : target;
  const isIt = text === undefined ? '' : ` && each.textContent.trim() === ${JSON.stringify(text)}`;
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.checkVisibility({ visibilityProperty: true })${isIt})`;
};

/** Where an element is in the window; null while it is not there, or moves. */
const still = (target: Target): string => `(async () => {
  const element = ${shown(target)};
  const boxOf = () => (({ left, top, right, bottom }) => ({ left, top, right, bottom }))(element.getBoundingClientRect());
  if (!element) return null;
  const before = boxOf();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = boxOf();
  return JSON.stringify(box) === JSON.stringify(before) ? box : null;
})()`;

/** Where to point at an element; null while it is not there, moves, or something is over it. */
const spot = (target: Target): string => `(async () => {
  const element = ${shown(target)};
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = await ${still(target)};
  if (!box) return null;
  const at = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  return element.contains(document.elementFromPoint(at.x, at.y)) ? at : null;
})()`;

export class Tab {
  readonly #window: Window;
  readonly #address: string;

  constructor(window: Window, address: string) {
    this.#window = window;
    this.#address = address;
  }

  go(path: string): Promise<void> {
    return this.#window.go(this.#address + path);
  }

  /** Waits until an expression is true on the page. */
  async until(holds: string): Promise<void> {
    await this.#wait(`Boolean(${holds})`, holds);
  }

  see(target: Target): Promise<void> {
    return this.#wait(`${shown(target)} !== undefined`, `${String(target)} is shown`);
  }

  gone(target: Target): Promise<void> {
    return this.#wait(`${shown(target)} === undefined`, `${String(target)} is gone`);
  }

  read<T>(expression: string): Promise<T> {
    return this.#window.evaluate<T>(expression);
  }

  /** Where an element is in the window, once it stands still. */
  box(target: Target): Promise<Box> {
    return this.#wait<Box>(still(target), `${String(target)} stands still`);
  }

  async click(target: Target): Promise<void> {
    await this.#window.point(await this.#spot(target), 'down', 'up');
  }

  /** Presses keys one after the other, such as `Enter` or `Control+Enter`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const each of keys) {
      const [key = '', ...held] = each.split('+').reverse();
      const down = [...held.reverse(), key].map((one): KeyStep => ({ is: 'down', key: one }));
      const up = down.map((step): KeyStep => ({ ...step, is: 'up' })).reverse();
      await this.#window.press(...down, ...up);
    }
  }

  async type(text: string): Promise<void> {
    await this.#window.press(
      ...Array.from(text).flatMap((key): KeyStep[] => [
        { is: 'down', key },
        { is: 'up', key },
      ]),
    );
  }

  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.press('Control+a');
    await this.type(text);
  }

  /** Drags something to the upper edge of something else, and waits for what shows where it will be. */
  async drag(from: Target, to: Target, marked: Target): Promise<void> {
    const start = await this.#spot(from);
    const { left, top, right } = await this.box(to);
    const end = { x: (left + right) / 2, y: top + 4 };
    const way = Array.from({ length: 8 }, (_, n): PointerStep => {
      const part = (n + 1) / 8;
      return { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
    });
    await this.#window.point(start, 'down', ...way);
    await this.see(marked);
    await this.#window.point('up');
  }

  resize(width: number, height: number): Promise<void> {
    return this.#window.resize(width, height);
  }

  #spot(target: Target): Promise<{ x: number; y: number }> {
    return this.#wait(spot(target), `one can point at ${String(target)}`);
  }

  /** Waits until an expression has a value that is not false, null or undefined. */
  async #wait<T>(expression: string, what: string): Promise<T> {
    let failure = '';
    for (let tries = 0; tries < 600; tries++) {
      // While a page gives way to another, there is nothing to ask.
      const found = await this.#window.evaluate<T | false | null>(expression).catch((error: unknown) => {
        failure = messageOf(error);
        return null;
      });
      if (found) return found;
      await pause(30);
    }
    const there = await this.#window.evaluate<string>(
      '`${location.pathname}: ${document.body.innerText.slice(0, 200)}`',
    );
    assert.fail(`never: ${what} at ${there} ${failure}`);
  }
}
