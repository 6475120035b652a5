import type { Writable } from 'node:stream';

/**
 * What waits to be sent to one reader at the most; bytes. Who takes less than comes is cut off, and comes again. Where nothing
 * waits, a longer text is sent all the same, or its reader would come again for it for ever.
 */
const mostWaiting = 1024 ** 2;

/** From how many bytes on a reader who is told what it missed is left alone until it has taken them. */
const plenty = mostWaiting / 4;

/** The open reply to one reader, on a connection of its own. */
export class EventStream {
  readonly #to: Writable & { destroySoon?: () => void };

  constructor(to: Writable) {
    this.#to = to;
  }

  /** Sends what may be sent to others as well: nothing is copied. */
  send(bytes: Buffer): void {
    if (this.isOver) return;
    const { writableLength } = this.#to;
    if (writableLength > 0 && writableLength + bytes.length > mostWaiting) this.#to.destroy();
    else this.#to.write(bytes);
  }

  /** Ends it when what waits has been sent. */
  end(last?: Buffer): void {
    if (last) this.send(last);
    if (this.isOver) return;
    this.#to.end(() => this.#to.destroy());
  }

  /** Bytes that wait to be sent. */
  get waiting(): number {
    return this.isOver ? 0 : this.#to.writableLength;
  }

  cut(): void {
    this.#to.destroy();
  }

  /** Whether so much waits that what can be sent later had better be. */
  get isFull(): boolean {
    return this.#to.writableLength >= plenty;
  }

  /** Calls back once all that waits has been taken, where it is full. */
  onceDrained(tell: () => void): void {
    this.#to.once('drain', tell);
  }

  /** Whether nothing more can be sent. */
  get isOver(): boolean {
    return this.#to.writableEnded || this.#to.destroyed;
  }

  onceClosed(tell: () => void): void {
    this.#to.once('close', tell);
  }
}

/** What waits to be sent to all readers of a node together; bytes. */
const mostWaitingOfAll = 64 * 1024 ** 2;

/** Cuts off those for whom most waits, until there is no more than so many bytes. They come again. */
export function cutLongest(streams: readonly EventStream[], most = mostWaitingOfAll): void {
  let waiting = streams.reduce((sum, stream) => sum + stream.waiting, 0);
  if (waiting <= most) return;
  for (const stream of streams.toSorted((a, b) => b.waiting - a.waiting)) {
    if (waiting <= most) return;
    waiting -= stream.waiting;
    stream.cut();
  }
}
