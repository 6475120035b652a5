import { Invalid } from '../../base/errors.ts';

/** Max bytes of a line: a card with the max number of checklist items takes less. */
const longest = 8 * 1024 * 1024;

/** Max values in a line; they are counted only if a line is long enough to have more. */
const maxValues = 200_000;

/** Splits the bytes of a file into lines, and parses each as JSON; yields it with its number. */
export class Lines {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #parts: Uint8Array[] = [];
  #length = 0;
  #number = 0;

  *push(bytes: Uint8Array): Generator<[line: unknown, number: number]> {
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      this.#add(bytes.subarray(start, end));
      yield* this.#take();
      start = end + 1;
    }
    this.#add(bytes.slice(start));
  }

  /** Yields the text after the last line break, if any. */
  *end(): Generator<[line: unknown, number: number]> {
    if (this.#length > 0) yield* this.#take();
  }

  #add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > longest) throw new Invalid('line-too-large', { line: this.#number + 1 });
    if (part.length > 0) this.#parts.push(part);
  }

  *#take(): Generator<[line: unknown, number: number]> {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    this.#number += 1;
    if (bytes.length === 0) return;
    if (bytes.length > maxValues && valuesIn(bytes) > maxValues) {
      throw new Invalid('line-too-many-values', { line: this.#number, max: maxValues });
    }
    yield [this.#parsed(bytes), this.#number];
  }

  #parsed(bytes: Uint8Array): unknown {
    try {
      return JSON.parse(this.#decoder.decode(bytes));
    } catch {
      throw new Invalid('line-not-json', { line: this.#number });
    }
  }
}

const newline = 10;
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const openers = new Set([0x5b, 0x7b]);

/** Estimates the number of values in JSON. */
function valuesIn(bytes: Uint8Array): number {
  let [values, isInString] = [0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) isInString = !isInString;
    else if (isInString) at += byte === backslash ? 1 : 0;
    else if (byte === comma || openers.has(byte)) values++;
  }
  return values;
}
