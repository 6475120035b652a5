import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file in a zip; its content is read after that of the entries before it. */
export interface Entry {
  name: string;
  content: AsyncIterable<string | Uint8Array>;
  /** Whether it is worth compressing. */
  isText: boolean;
}

/** Compression level 1: texts shrink to a quarter, in a third of the time of the default level. */
const level = 1;

/**
 * Creates a zip while it is read: each entry is requested after the previous one was read to its end. If an entry fails, so does
 * the zip; if its reader stops, so do the entries. `at` is the modification time of all files, in milliseconds.
 */
export function zipOf(entries: AsyncIterable<Entry>, at: number): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  let current = Readable.from([]);
  zip.outputStream.on('error', (error) => out.destroy(error)).pipe(out);
  zip.on('error', (error: Error) => out.destroy(error));
  out.once('close', () => current.destroy());

  const add = async () => {
    for await (const { name, content, isText } of entries) {
      if (out.destroyed) return;
      current = Readable.from(content, { objectMode: false, highWaterMark: 64 * 1024 });
      const compressionLevel = isText ? level : 0;
      const options = { mtime: new Date(at), mode: 0o100644, compressionLevel };
      // yazl keeps these arguments until the end, so they must not reference the stream of each file.
      withoutPool(() => zip.addReadStreamLazy(name, options, (use) => use(null, current)));
      await finished(current, { writable: false });
    }
    zip.end();
  };
  add().catch((error: unknown) => out.destroy(error as Error));
  return out;
}

/**
 * Creates buffers outside the shared pool. A zip keeps the names of all files until the end, and each pooled name would keep the
 * compressed data next to it in memory.
 */
function withoutPool(make: () => void): void {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  make();
  Buffer.poolSize = poolSize;
}
