import type { Writable } from 'node:stream';

/**
 * Max bytes buffered for one reader. A reader that is too slow is disconnected, and reconnects. If nothing is buffered, a longer
 * message is sent nevertheless: otherwise its reader would reconnect for it forever.
 */
const maxWaiting = 1024 ** 2;

/** Buffered bytes from which on a reader that is catching up is sent nothing more until its buffer has drained. */
const plenty = maxWaiting / 4;

/** Where what a reader is sent goes: a stream, or a reply that waits. */
export interface Outlet {
  send(bytes: Buffer): void;
  /** Ends it after everything buffered, and `last`, has been sent. */
  end(last?: Buffer): void;
  cut(): void;
  /** Called when all of a batch has been sent: whether that is all there is for now. */
  rest(isAll: boolean): void;
  onceDrained(tell: () => void): void;
  onceClosed(tell: () => void): void;
  /** Bytes buffered. */
  readonly waiting: number;
  /** Whether so much is buffered that anything that can be sent later should be. */
  readonly isFull: boolean;
  /** Whether nothing more can be sent. */
  readonly isOver: boolean;
}

/** The open response to one reader, on its own connection. */
export class EventStream implements Outlet {
  readonly #to: Writable & { destroySoon?: () => void };

  constructor(to: Writable) {
    this.#to = to;
  }

  /** Sends bytes without copying them, so they may be shared with other streams. */
  send(bytes: Buffer): void {
    if (this.isOver) return;
    const { writableLength } = this.#to;
    if (writableLength > 0 && writableLength + bytes.length > maxWaiting) this.#to.destroy();
    else this.#to.write(bytes);
  }

  end(last?: Buffer): void {
    if (last) this.send(last);
    if (this.isOver) return;
    this.#to.end(() => this.#to.destroy());
  }

  get waiting(): number {
    return this.isOver ? 0 : this.#to.writableLength;
  }

  cut(): void {
    this.#to.destroy();
  }

  rest(): void {}

  get isFull(): boolean {
    return this.#to.writableLength >= plenty;
  }

  /** Calls back once the buffer of a full stream has drained. */
  onceDrained(tell: () => void): void {
    this.#to.once('drain', tell);
  }

  get isOver(): boolean {
    return this.#to.writableEnded || this.#to.destroyed;
  }

  onceClosed(tell: () => void): void {
    this.#to.once('close', tell);
  }
}

/** Max bytes buffered for all readers of a node together. */
const maxWaitingOfAll = 32 * 1024 ** 2;

/** Disconnects the streams with the most buffered bytes until the total is within `most`. Their clients reconnect. */
export function cutLongest(streams: readonly Outlet[], most = maxWaitingOfAll): void {
  let waiting = streams.reduce((sum, stream) => sum + stream.waiting, 0);
  if (waiting <= most) return;
  for (const stream of streams.toSorted((a, b) => b.waiting - a.waiting)) {
    if (waiting <= most) return;
    waiting -= stream.waiting;
    stream.cut();
  }
}
