/*
 * What the process for pictures says. A picture may have taken it over, or brought a library in it to talk: so whatever comes is
 * looked at, and is never more than a small picture is.
 */

/** A small version of a picture, as WebP, and what the picture itself measures as it is shown. */
export interface Shrunk {
  width: number;
  height: number;
  preview: Buffer;
}

/** The process ended, said nothing for too long or something odd, which may be the fault of the picture that it had. */
export class PictureCrash extends Error {}

/** Bytes of a line: several times what a small picture has in base64. */
const longestLine = 4 * 1024 ** 2;

const newline = 0x0a;

/** The lines of JSON that a process says. Throws `PictureCrash` for what is none. */
export async function* answersIn(said: AsyncIterable<Uint8Array>): AsyncGenerator<object> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of said) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield parsed(Buffer.concat([...parts, chunk.subarray(start, end)]).toString());
      [parts, size, start] = [[], 0, end + 1];
    }
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > longestLine) throw new PictureCrash('it said too much');
  }
}

function parsed(line: string): object {
  const value = line.startsWith('{') ? valueOf(line) : undefined;
  if (typeof value !== 'object' || value === null)
    throw new PictureCrash('it said something that is no answer');
  return value;
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The picture in an answer; undefined where there was none to be read. Throws `PictureCrash` for anything else. */
export function shrunkIn(answer: object): Shrunk | undefined {
  const { unreadable, width, height, preview } = answer as Record<string, unknown>;
  if (unreadable !== undefined) return undefined;
  if (!isLength(width) || !isLength(height) || typeof preview !== 'string' || preview === '') {
    throw new PictureCrash('it said something that is no answer');
  }
  return { width, height, preview: Buffer.from(preview, 'base64') };
}

const isLength = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= 2 ** 26;
