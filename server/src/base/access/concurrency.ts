import { Invalid, TooManyRequests } from '../errors.ts';

export const endedEarly = 'The request ended early';

/** One request among those of its key. */
export interface Turn {
  /** Undefined where it has begun; else resolves when it begins, and fails where it ended before. */
  readonly begins: Promise<void> | undefined;
  /**
   * Does what the turn is for; it goes on until that has ended, even if nobody waits for it any more. Throws `Invalid` where
   * the turn ended before: it is another's by now.
   */
  during<T>(work: () => Promise<T>): Promise<T>;
  end: () => void;
}

interface Line {
  running: number;
  /** What lets each begin, in the order in which they came. */
  readonly waiting: Set<() => void>;
}

/**
 * Lets each key have `atOnce` turns at a time; `mayWait` more wait for theirs in order. Beyond that `take` throws
 * `TooManyRequests`.
 */
export class ConcurrencyLimit {
  readonly #lines = new Map<string, Line>();
  readonly #atOnce: number;
  readonly #mayWait: number;

  constructor({ atOnce, mayWait }: { atOnce: number; mayWait: number }) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
  }

  take(key: string): Turn {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.running < this.#atOnce) {
      line.running++;
      return this.#turn(undefined, () => this.#leave(key, line));
    }
    if (line.waiting.size >= this.#mayWait) throw new TooManyRequests(1);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    line.waiting.add(resolve);
    return this.#turn(promise, () => {
      if (line.waiting.delete(resolve)) reject(new Invalid(endedEarly));
      else this.#leave(key, line);
    });
  }

  #turn(begins: Promise<void> | undefined, leave: () => void): Turn {
    let working = false;
    let ended = false;
    return {
      begins,
      async during(work) {
        if (ended) throw new Invalid(endedEarly);
        working = true;
        try {
          return await work();
        } finally {
          working = false;
          if (ended) leave();
        }
      },
      end() {
        if (ended) return;
        ended = true;
        if (!working) leave();
      },
    };
  }

  #leave(key: string, line: Line): void {
    line.running--;
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      line.running++;
      // Requests of others come first.
      setImmediate(next);
    } else if (line.running === 0) this.#lines.delete(key);
  }
}
