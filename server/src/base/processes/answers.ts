import { outlineOf } from '../http/json-outline.ts';

/*
 * What a process for files of strangers says. Such a file may have taken it over, or brought a library in it to talk: so
 * whatever comes is looked at, and is never longer than an answer can be.
 */

/** A process ended, said nothing for too long or something odd, which may be the fault of what it was working on. */
export class ProcessCrash extends Error {}

const [newline, openBrace] = [0x0a, 0x7b];

/** Keys and values of one answer, which is parsed at once: as many take some 20 ms. */
export const mostValues = 50_000;

/**
 * The lines of JSON that a process says, each of at most `longest` bytes and `mostValues` keys and values. Throws `ProcessCrash`
 * for anything else.
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

/** The next answer. Throws `ProcessCrash` where the process ended. */
export async function nextOf(answers: AsyncIterator<object>): Promise<object> {
  const { done, value } = await answers.next();
  if (done) throw new ProcessCrash('the process ended');
  return value;
}

function parsed(line: Buffer): object {
  if (outlineOf(line).values > mostValues) throw new ProcessCrash('it said too much at once');
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
