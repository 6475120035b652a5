import { Readable } from 'node:stream';

/** What waits to be sent to one reader at the most; bytes. Who takes less than comes is cut off, and comes again. */
const mostWaiting = 1024 ** 2;

/** The open reply to one reader. */
export class EventStream extends Readable {
  #isOpen = true;

  override _read(): void {}

  /** Sends what may be sent to others as well: nothing is copied. */
  send(bytes: Buffer): void {
    if (!this.#isOpen || this.destroyed) return;
    if (this.readableLength + bytes.length > mostWaiting) this.destroy();
    else this.push(bytes);
  }

  /** Ends it when what waits has been sent. */
  end(last?: Buffer): void {
    if (last) this.send(last);
    if (!this.#isOpen || this.destroyed) return;
    this.#isOpen = false;
    this.push(null);
  }
}
