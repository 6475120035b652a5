import { outlineOf } from '../http/json-outline.ts';

/*
 * Reads the answers of a process that handles untrusted files. A file may have taken over the process, or made a library
 * print something. So all output is validated and limited in length.
 */

/** A process ended, timed out or sent an invalid answer, possibly because of the file it was working on. */
export class ProcessCrash extends Error {}

const [newline, openBrace] = [0x0a, 0x7b];

/** Max keys and values of one answer. An answer is parsed in one go; this many take about 20 ms. */
export const maxValues = 50_000;

/**
 * Yields the lines of JSON that a process writes, each of at most `longest` bytes and `mostValues` keys and values. Throws
 * `ProcessCrash` for any other output.
 */
export async function* answersIn(said: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<object> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of said) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield parsed(Buffer.concat([...parts, chunk.subarray(start, end)]));
      [parts, size, start] = [[], 0, end + 1];
    }
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > longest) throw new ProcessCrash('it said too much');
  }
}

/** The next answer. Throws `ProcessCrash` if the process has ended. */
export async function nextOf(answers: AsyncIterator<object>): Promise<object> {
  const { done, value } = await answers.next();
  if (done) throw new ProcessCrash('the process ended');
  return value;
}

function parsed(line: Buffer): object {
  if (outlineOf(line).values > maxValues) throw new ProcessCrash('it said too much at once');
  const value = line[0] === openBrace ? valueOf(line.toString()) : undefined;
  if (typeof value !== 'object' || value === null)
    throw new ProcessCrash('it said something that is no answer');
  return value;
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
