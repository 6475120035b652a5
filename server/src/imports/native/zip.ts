import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { Failure, Invalid } from '../../base/errors.ts';
import type { ByteRange } from '../../base/storage/storage.ts';
import { Unreadable } from '../imported-board.ts';

/** A file that is read here and there. */
export interface StoredFile {
  size: number;
  open(range: ByteRange): Promise<Readable>;
}

/** The files that a zip may have: each takes memory while it is read. */
const mostFiles = 100_000;

/** So many times its size, and so many bytes more, a zip may unpack to: a few bytes can stand for gigabytes. */
const most = { times: 100, more: 10 * 1024 * 1024 };

/** A zip that somebody sent: nothing in it is taken for granted. Its files are read by name and never put anywhere by it. */
export class Zip {
  readonly #zip: ZipFile;
  readonly #source: Source;
  readonly #entries = new Map<string, Entry>();

  private constructor(zip: ZipFile, source: Source) {
    this.#zip = zip;
    this.#source = source;
  }

  /** Throws `Invalid` where it is no zip, or one that is not to be unpacked. */
  static async open(file: StoredFile): Promise<Zip> {
    const source = new Source(file);
    const opened = await told(source, 'The file is not a zip, or not whole', async () => {
      const options = { autoClose: false, lazyEntries: true, strictFileNames: true };
      return new Zip(await fromRandomAccessReaderPromise(source, file.size, options), source);
    });
    await told(source, 'The list of files in the zip is damaged, or has names that lead out of it', () =>
      opened.#list(file.size),
    );
    return opened;
  }

  async #list(size: number): Promise<void> {
    let unpacked = 0;
    for await (const entry of this.#zip.eachEntry()) {
      const { fileName, uncompressedSize } = entry;
      if (fileName.endsWith('/')) continue;
      unpacked += uncompressedSize;
      if (unpacked > most.times * size + most.more) {
        throw new Invalid(`The zip unpacks to more than ${most.times} times its size`);
      }
      if (this.#entries.has(fileName)) throw new Invalid('The zip has a file twice');
      if (this.#entries.size === mostFiles) throw new Invalid(`The zip has more than ${mostFiles} files`);
      if (!entry.canDecodeFileData()) throw new Invalid('The zip is encrypted, or packed in an unusual way');
      this.#entries.set(fileName, entry);
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** How many bytes a file has; undefined where there is none. */
  sizeOf(name: string): number | undefined {
    return this.#entries.get(name)?.uncompressedSize;
  }

  /** The bytes of a file; throws `Unreadable` in the end where they are not what was packed. */
  async *read(name: string): AsyncGenerator<Uint8Array, void> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Invalid(`The zip has no ${name}`);
    const damaged = `In the zip, ${name} is damaged`;
    const stream = await told(this.#source, damaged, () => this.#zip.openReadStreamPromise(entry));
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
    let sum = 0;
    try {
      for (;;) {
        const step = await told(this.#source, damaged, () => chunks.next());
        if (step.done) break;
        sum = crc32(step.value, sum);
        yield step.value;
      }
    } finally {
      stream.destroy();
    }
    if (sum !== entry.crc32) throw new Unreadable(damaged);
  }
}

/** What goes wrong is the zip's fault, unless it could not be read at all. */
async function told<T>(source: Source, issue: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (source.failure !== undefined) throw source.failure;
    throw error instanceof Failure ? error : new Unreadable(issue);
  }
}

/** Bytes that are fetched at once where only a few are asked for: the next ones mostly follow. */
const block = 256 * 1024;

class Source extends RandomAccessReader {
  readonly #file: StoredFile;
  #fetched = { start: 0, bytes: Buffer.alloc(0) };
  /** Why nothing could be read. */
  failure: unknown;

  constructor(file: StoredFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const copy = () => {
      const at = position - this.#fetched.start;
      this.#fetched.bytes.copy(buffer, offset, at, at + length);
      // Others have their turn between the files of a long list.
      setImmediate(callback, null);
    };
    const { start, bytes } = this.#fetched;
    if (position >= start && position + length <= start + bytes.length) copy();
    else this.#fetch(position, length).then(copy, callback);
  }

  async #fetch(start: number, length: number): Promise<void> {
    const end = Math.min(this.#file.size, start + Math.max(length, block));
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#range(start, end)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (bytes.length < length) throw new Error('beyond the end');
    this.#fetched = { start, bytes };
  }

  async *#range(start: number, end: number): AsyncGenerator<Uint8Array> {
    if (end <= start) return;
    try {
      for await (const chunk of await this.#file.open({ start, end: end - 1 })) yield chunk as Uint8Array;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
