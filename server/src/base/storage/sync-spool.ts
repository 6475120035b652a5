import { randomUUID } from 'node:crypto';
import { mkdirSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './spool.ts';

/** Bytes buffered before they are written: smaller data never touches the disk. */
const maxHeld = 256 * 1024;

/**
 * A spool with blocking I/O, for processes that may block. Its file is unlinked as soon as it is created, so that nothing
 * remains however the process ends.
 */
export class SyncSpool {
  readonly #folder: string;
  #file: number | undefined;
  /** The offset in the file at which the buffered bytes will be written. */
  #written = 0;
  #held: Buffer[] = [];
  #size = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  put(value: unknown): Place {
    const bytes = Buffer.from(JSON.stringify(value));
    const place = { at: this.#written + this.#size, length: bytes.length };
    this.#held.push(bytes);
    this.#size += bytes.length;
    if (this.#size > maxHeld) this.#write();
    return place;
  }

  get({ at, length }: Place): unknown {
    if (at >= this.#written) {
      const all = Buffer.concat(this.#held);
      this.#held = [all];
      return JSON.parse(all.toString('utf8', at - this.#written, at - this.#written + length));
    }
    const buffer = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#opened, buffer, done, length - done, at + done);
      if (read === 0) throw new Error('what was put aside is not there any more');
      done += read;
    }
    return JSON.parse(buffer.toString());
  }

  #write(): void {
    const all = Buffer.concat(this.#held);
    for (let done = 0; done < all.length; ) {
      done += writeSync(this.#opened, all, done, all.length - done, this.#written + done);
    }
    this.#written += all.length;
    this.#held = [];
    this.#size = 0;
  }

  get #opened(): number {
    if (this.#file !== undefined) return this.#file;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, randomUUID());
    const file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    this.#file = file;
    return file;
  }
}
