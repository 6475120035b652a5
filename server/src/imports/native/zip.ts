import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { type Issue, issue } from '../../../../contract/issues.ts';
import { Failure, Invalid } from '../../base/errors.ts';
import type { ByteRange } from '../../base/storage/storage.ts';
import { Unreadable } from '../imported-board.ts';

/** A file with random access. */
export interface StoredFile {
  size: number;
  open(range: ByteRange): Promise<Readable>;
}

/** Max files in a zip: the entry of each takes memory. */
const maxFiles = 100_000;

/** A zip may unpack to `times` its size plus `more` bytes: a few bytes could expand to gigabytes. */
const most = { times: 100, more: 10 * 1024 * 1024 };

/** An untrusted zip. Its files are read by name; their names are never used as paths. */
export class Zip {
  readonly #zip: ZipFile;
  readonly #source: Source;
  readonly #entries = new Map<string, Entry>();

  private constructor(zip: ZipFile, source: Source) {
    this.#zip = zip;
    this.#source = source;
  }

  /** Throws `Invalid` if the file is not a zip, or exceeds the limits. */
  static async open(file: StoredFile): Promise<Zip> {
    const source = new Source(file);
    const opened = await reportDamage(source, issue('not-zip'), async () => {
      const options = { autoClose: false, lazyEntries: true, strictFileNames: true };
      return new Zip(await fromRandomAccessReaderPromise(source, file.size, options), source);
    });
    await reportDamage(source, issue('zip-damaged'), () => opened.#list(file.size));
    return opened;
  }

  async #list(size: number): Promise<void> {
    let unpacked = 0;
    for await (const entry of this.#zip.eachEntry()) {
      const { fileName, uncompressedSize } = entry;
      if (fileName.endsWith('/')) continue;
      unpacked += uncompressedSize;
      if (unpacked > most.times * size + most.more) {
        throw new Invalid('zip-too-packed', { max: most.times });
      }
      if (this.#entries.has(fileName)) throw new Invalid('zip-file-twice');
      if (this.#entries.size === maxFiles) throw new Invalid('zip-too-many-files', { max: maxFiles });
      if (!entry.canDecodeFileData()) throw new Invalid('zip-encrypted');
      this.#entries.set(fileName, entry);
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** The unpacked size of a file in bytes; undefined if there is no such file. */
  sizeOf(name: string): number | undefined {
    return this.#entries.get(name)?.uncompressedSize;
  }

  /** The bytes of a file; throws `Unreadable` at the end if the checksum is wrong. */
  async *read(name: string): AsyncGenerator<Uint8Array, void> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Invalid('zip-file-missing', { file: name });
    const damaged = issue('zip-file-damaged', { file: name });
    const stream = await reportDamage(this.#source, damaged, () => this.#zip.openReadStreamPromise(entry));
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
    let sum = 0;
    try {
      for (;;) {
        const step = await reportDamage(this.#source, damaged, () => chunks.next());
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

/** Reports an error as damage of the zip, unless the storage could not be read. */
async function reportDamage<T>(source: Source, damage: Issue, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (source.failure !== undefined) throw source.failure;
    throw error instanceof Failure ? error : new Unreadable(damage);
  }
}

/** Min bytes to fetch: small reads are mostly sequential. */
const block = 256 * 1024;

class Source extends RandomAccessReader {
  readonly #file: StoredFile;
  #fetched = { start: 0, bytes: Buffer.alloc(0) };
  /** The error of the storage, if any. */
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
      // Yields to other work between the entries of a long list.
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
