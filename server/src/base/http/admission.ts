import { Busy } from '../errors.ts';

/** The capacity for concurrent work, and the limits of its queue. */
export interface Room {
  /** Total size, shared by the admitted work; a single share may only exceed it if it is alone. */
  readonly size: number;
  readonly mayWait: number;
  /** Max milliseconds in the queue; unlimited if absent. */
  readonly patience?: number;
}

interface Waiting {
  readonly share: number;
  readonly begin: () => void;
}

/**
 * Admits work while there is room; the rest queues in order of arrival. Throws `Busy` if the queue is full or the wait
 * too long: a late answer is useless and delays everything behind it.
 */
export class Admission {
  readonly #room: Room;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Resolves once there is room for `share`, with a function that releases it. */
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

  /** Runs `work` once there is room for it. */
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
        // The next in the queue may need less room.
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
