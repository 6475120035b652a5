import { Busy } from '../errors.ts';

/** What is let in at a time, and what waits for it. */
export interface Room {
  /** What is let in shares this; one share of it is more than that only where it is alone. */
  readonly size: number;
  readonly mayWait: number;
  /** Milliseconds that anyone waits at the most; without it, as long as it takes. */
  readonly patience?: number;
}

interface Waiting {
  readonly share: number;
  readonly begin: () => void;
}

/**
 * Lets work in as long as there is room for it; others wait in the order in which they came. Where too many wait already, or
 * one has waited for too long, it throws `Busy`: an answer that comes late is of no use, and keeps all behind it waiting.
 */
export class Admission {
  readonly #room: Room;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Resolves when there is room for `share`, with a function that frees it. */
  async enter(share = 1): Promise<() => void> {
    if (this.#waiting.size > 0 || !this.#hasRoom(share)) await this.#turn(share);
    else this.#taken += share;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#taken -= share;
      this.#next();
    };
  }

  /** Does some work when there is room for it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #hasRoom(share: number): boolean {
    return this.#taken === 0 || this.#taken + share <= this.#room.size;
  }

  #turn(share: number): Promise<void> {
    const { mayWait, patience } = this.#room;
    if (this.#waiting.size >= mayWait) throw new Busy();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { share, begin };
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(new Busy());
        // Who was behind it may need less.
        this.#next();
      };
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
      this.#waiting.add(waiting);
    });
  }

  #next(): void {
    for (const waiting of this.#waiting) {
      if (!this.#hasRoom(waiting.share)) return;
      this.#waiting.delete(waiting);
      this.#taken += waiting.share;
      waiting.begin();
    }
  }
}
