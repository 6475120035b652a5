import type { Readable } from 'node:stream';
import { Invalid } from '../../base/errors.ts';
import type { ByteRange } from '../../base/storage/storage.ts';
import { Zip } from '../native/zip.ts';
import type { FileSource } from './file-board.ts';

/** An uploaded file. */
export interface SentFile {
  file: (range?: ByteRange) => Promise<Readable>;
  size: () => Promise<number>;
}

type Bytes = AsyncIterable<Uint8Array>;

/** The content of an uploaded file: a text, which may be read more than once, and the files that its cards name. */
export interface Contents {
  text(): Promise<Bytes>;
  /** Null if there is none, or if it was returned before: otherwise a small upload could expand to any number of files. */
  open(from: FileSource): Promise<Bytes | null>;
}

/** Max bytes that the text in a zip may unpack to. */
const longestText = 512 * 1024 * 1024;

/** The content of a file that is a text itself. */
export const plainContents = ({ file }: SentFile): Contents => ({
  text: file,
  // The splitter found these ranges, each of them once.
  open: async (from) => {
    if ('text' in from) return bytesOfBase64([Buffer.from(from.text)]);
    return 'base64' in from ? bytesOfBase64(await file(from.base64)) : null;
  },
});

/** The content of a zip whose text has this name. */
export async function zippedContents(
  { file, size }: SentFile,
  name: string,
  tool: string,
): Promise<Contents> {
  const zip = await Zip.open({ size: await size(), open: file });
  const length = zip.sizeOf(name);
  if (length === undefined) throw new Invalid('zip-not-export-of', { tool, file: name });
  if (length > longestText) throw new Invalid('zip-file-too-large', { file: name, max: longestText });
  const byPrefix = new Map(zip.names.map((each) => [each.slice(0, each.indexOf('-') + 1), each]));
  const taken = new Set<string>();
  return {
    text: async () => zip.read(name),
    async open(from) {
      const found = 'name' in from ? from.name : 'prefix' in from ? byPrefix.get(from.prefix) : undefined;
      if (found === undefined || taken.has(found) || zip.sizeOf(found) === undefined) return null;
      taken.add(found);
      return zip.read(found);
    },
  };
}

/** Whether a file begins like a zip. */
export async function isZip({ file }: SentFile): Promise<boolean> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file({ start: 0, end: 3 })) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('latin1') === 'PK\u0003\u0004';
}

/** Decodes the base64 in a JSON string while it is read. Throws `Invalid` if it is not base64. */
async function* bytesOfBase64(text: Bytes | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = '';
  for await (const chunk of text) {
    // JSON may escape `/` and line breaks with a backslash, and a chunk may end after one.
    const all = rest + Buffer.from(chunk).toString('latin1');
    const isSplit = all.endsWith('\\');
    const clean = (isSplit ? all.slice(0, -1) : all).replace(/\\[nr]|\\(?=\/)/g, '');
    if (/[^A-Za-z0-9+/=]/.test(clean)) throw new Invalid('file-not-base64');
    const whole = clean.length - (clean.length % 4);
    rest = clean.slice(whole) + (isSplit ? '\\' : '');
    if (whole > 0) yield Buffer.from(clean.slice(0, whole), 'base64');
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}
