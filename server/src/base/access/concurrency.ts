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
  /** What lets each begin, in the order in which they came, and the bytes that it holds until then. */
  readonly waiting: Map<() => void, number>;
  /** All of these bytes. */
  held: number;
}

interface TurnsOfKey {
  atOnce: number;
  mayWait: number;
  /** Bytes that those which wait may hold together; any number of them unless it is given. */
  mayHold?: number;
}

/**
 * Lets each key have `atOnce` turns at a time; `mayWait` more wait for theirs in order, as long as they hold no more than
 * `mayHold` bytes. Beyond that `take` throws `TooManyRequests`.
 */
export class ConcurrencyLimit {
  readonly #lines = new Map<string, Line>();
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #mayHold: number;

  constructor({ atOnce, mayWait, mayHold = Number.POSITIVE_INFINITY }: TurnsOfKey) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#mayHold = mayHold;
  }

  /** `bytes` are those that it holds while it waits. */
  take(key: string, bytes = 0): Turn {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Map(), held: 0 };
    this.#lines.set(key, line);
    if (line.running < this.#atOnce) {
      line.running++;
      return this.#turn(undefined, () => this.#leave(key, line));
    }
    const isFull = line.waiting.size >= this.#mayWait || line.held + bytes > this.#mayHold;
    if (isFull) throw new TooManyRequests(1);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    line.waiting.set(resolve, bytes);
    line.held += bytes;
    return this.#turn(promise, () => {
      if (waitsNoMore(line, resolve)) reject(new Invalid(endedEarly));
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
    const [next] = line.waiting.keys();
    if (next) {
      waitsNoMore(line, next);
      line.running++;
      // Requests of others come first.
      setImmediate(next);
    } else if (line.running === 0) this.#lines.delete(key);
  }
}

/** Whether it was waiting. */
function waitsNoMore(line: Line, begin: () => void): boolean {
  line.held -= line.waiting.get(begin) ?? 0;
  return line.waiting.delete(begin);
}
