import { Readable } from 'node:stream';

/** A reply that is written while it is sent: a piece is made when the reader has taken those before it. */
export class JsonStream<T> {
  readonly #pieces: AsyncIterable<string>;
  declare readonly shape: T;
  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces;
  }

  /** Nothing is made before it is read from; what is destroyed makes nothing more. */
  readable(): Readable {
    return Readable.from(this.#pieces, { highWaterMark: 1 });
  }
}
