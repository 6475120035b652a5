import { Readable } from 'node:stream';

/** A reply generated while it is sent: each piece is made once the reader has consumed the previous ones. */
export class JsonStream<T> {
  readonly #pieces: AsyncIterable<string>;
  declare readonly shape: T;
  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces;
  }

  /** Generates nothing before the first read, and nothing more once destroyed. */
  readable(): Readable {
    return Readable.from(this.#pieces, { highWaterMark: 1 });
  }
}
