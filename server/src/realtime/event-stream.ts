import type { Writable } from 'node:stream';

/** What waits to be sent to one reader at the most; bytes. Who takes less than comes is cut off, and comes again. */
const mostWaiting = 1024 ** 2;

/** The open reply to one reader, on a connection of its own. */
export class EventStream {
  readonly #to: Writable & { destroySoon?: () => void };

  constructor(to: Writable) {
    this.#to = to;
  }

  /** Sends what may be sent to others as well: nothing is copied. */
  send(bytes: Buffer): void {
    if (this.isOver) return;
    if (this.#to.writableLength + bytes.length > mostWaiting) this.#to.destroy();
    else this.#to.write(bytes);
  }

  /** Ends it when what waits has been sent. */
  end(last?: Buffer): void {
    if (last) this.send(last);
    if (this.isOver) return;
    this.#to.end(() => this.#to.destroy());
  }

  /** Whether nothing more can be sent. */
  get isOver(): boolean {
    return this.#to.writableEnded || this.#to.destroyed;
  }

  onceClosed(tell: () => void): void {
    this.#to.once('close', tell);
  }
}
