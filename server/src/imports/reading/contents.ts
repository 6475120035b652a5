import type { Readable } from 'node:stream';
import { Invalid } from '../../base/errors.ts';
import type { ByteRange } from '../../base/storage/storage.ts';
import { Zip } from '../native/zip.ts';
import type { FileSource } from './file-board.ts';

/** A file that somebody sent. */
export interface SentFile {
  file: (range?: ByteRange) => Promise<Readable>;
  size: () => Promise<number>;
}

type Bytes = AsyncIterable<Uint8Array>;

/** What a file holds: a text, which is read more than once, and files that its cards name. */
export interface Contents {
  text(): Promise<Bytes>;
  /** Null where there is none, or where it was given before: a few bytes would stand for as many as one likes. */
  open(from: FileSource): Promise<Bytes | null>;
}

/** What the text of a zip may unpack to. */
const longestText = 512 * 1024 * 1024;

/** A file that is a text. */
export const plainContents = ({ file }: SentFile): Contents => ({
  text: file,
  // The places of texts are those that the splitter has found: each is given once.
  open: async (from) => {
    if ('text' in from) return bytesOfBase64([Buffer.from(from.text)]);
    return 'base64' in from ? bytesOfBase64(await file(from.base64)) : null;
  },
});

/** A zip with a text of this name. */
export async function zippedContents(
  { file, size }: SentFile,
  name: string,
  tool: string,
): Promise<Contents> {
  const zip = await Zip.open({ size: await size(), open: file });
  const length = zip.sizeOf(name);
  if (length === undefined) throw new Invalid(`The zip is not an export of ${tool}: it has no ${name}`);
  if (length > longestText) throw new Invalid(`In the zip, ${name} has more than ${longestText} bytes`);
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

/** Whether a file begins as zips do. */
export async function isZip({ file }: SentFile): Promise<boolean> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file({ start: 0, end: 3 })) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('latin1') === 'PK\u0003\u0004';
}

/** The bytes that a text of JSON stands for, as it comes. Throws `Invalid` for what is no base64. */
async function* bytesOfBase64(text: Bytes | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = '';
  for await (const chunk of text) {
    // JSON may write `/` and line breaks with a backslash, and a chunk may end behind one.
    const all = rest + Buffer.from(chunk).toString('latin1');
    const isSplit = all.endsWith('\\');
    const clean = (isSplit ? all.slice(0, -1) : all).replace(/\\[nr]|\\(?=\/)/g, '');
    if (/[^A-Za-z0-9+/=]/.test(clean)) throw new Invalid('A file in the export is not in base64');
    const whole = clean.length - (clean.length % 4);
    rest = clean.slice(whole) + (isSplit ? '\\' : '');
    if (whole > 0) yield Buffer.from(clean.slice(0, whole), 'base64');
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}
