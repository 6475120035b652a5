import type { Unread } from './unread.ts';

/** Max waiting connections that enter in one turn of the event loop, so that they do not delay requests. */
const eachTurn = 8;

/**
 * Where the connections of an address wait, before anything is read of them, while the address holds many unparsed bytes. If
 * they were closed instead, their clients would open new ones, which takes more time than waiting does.
 */
export class Door {
  readonly #unread: Unread;
  /** The functions that let connections in, in order of arrival. The address that has waited longest comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isOpening = false;

  constructor(unread: Unread) {
    this.#unread = unread;
    unread.onLess(() => this.#openSoon());
  }

  pass(address: string, enter: () => void): void {
    const queue = this.#waiting.get(address);
    if (queue) queue.push(enter);
    else if (this.#unread.isMuchOf(address)) this.#waiting.set(address, [enter]);
    else enter();
  }

  #openSoon(): void {
    if (this.#isOpening || this.#waiting.size === 0) return;
    this.#isOpening = true;
    setImmediate(() => {
      this.#isOpening = false;
      if (this.#open() > 0) this.#openSoon();
    });
  }

  /** Lets connections in, the addresses by rotation; returns how many. */
  #open(): number {
    let entered = 0;
    for (const [address, queue] of this.#waiting) {
      if (entered === eachTurn) break;
      if (this.#unread.isMuchOf(address)) continue;
      this.#waiting.delete(address);
      const enter = queue.shift();
      if (queue.length > 0) this.#waiting.set(address, queue);
      enter?.();
      entered++;
    }
    return entered;
  }
}
