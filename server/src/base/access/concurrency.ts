import { Invalid, TooManyRequests } from '../errors.ts';

/** A request's turn in the queue of its key. */
export interface Turn {
  /** Undefined if the turn has begun; otherwise resolves when it begins, and rejects if it ended before that. */
  readonly begins: Promise<void> | undefined;
  /**
   * Runs `work` within the turn, which lasts until `work` has ended, even if nobody waits for it any longer. Throws `Invalid`
   * if the turn has already ended: another request may have it now.
   */
  during<T>(work: () => Promise<T>): Promise<T>;
  end: () => void;
}

interface Queue {
  running: number;
  /** The function that starts each waiting turn, in order of arrival, and the bytes that it holds until then. */
  readonly waiting: Map<() => void, number>;
  /** The sum of these bytes. */
  held: number;
}

interface TurnsOfKey {
  atOnce: number;
  mayWait: number;
  /** Max bytes that the waiting turns may hold together; unlimited by default. */
  mayHold?: number;
}

/**
 * Allows each key `atOnce` turns at a time. Up to `mayWait` more wait in order, as long as they hold no more than `mayHold`
 * bytes. Beyond that, `take` throws `TooManyRequests`.
 */
export class ConcurrencyLimit {
  readonly #lines = new Map<string, Queue>();
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #mayHold: number;

  constructor({ atOnce, mayWait, mayHold = Number.POSITIVE_INFINITY }: TurnsOfKey) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#mayHold = mayHold;
  }

  /** `bytes` is the size of what the turn holds while it waits. */
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
      if (waitsNoMore(line, resolve)) reject(new Invalid('request-cut-off'));
      else this.#leave(key, line);
    });
  }

  #turn(begins: Promise<void> | undefined, leave: () => void): Turn {
    let working = false;
    let ended = false;
    return {
      begins,
      async during(work) {
        if (ended) throw new Invalid('request-cut-off');
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

  #leave(key: string, line: Queue): void {
    line.running--;
    const [next] = line.waiting.keys();
    if (next) {
      waitsNoMore(line, next);
      line.running++;
      // Let requests of other keys run first.
      setImmediate(next);
    } else if (line.running === 0) this.#lines.delete(key);
  }
}

/** Removes a turn from the queue; returns whether it was waiting. */
function waitsNoMore(line: Queue, begin: () => void): boolean {
  line.held -= line.waiting.get(begin) ?? 0;
  return line.waiting.delete(begin);
}
