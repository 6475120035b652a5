import { randomBytes } from 'node:crypto';
import { Invalid } from '../../base/errors.ts';
import type { ByteRange } from '../../base/storage/storage.ts';

/** Max bytes of one entry, which is held in memory. */
const largestEntry = 8 * 1024 * 1024;

/** Max values in one entry, and max entries of a file: `[],` takes three bytes in a file, and ten times that in memory. */
const maxValues = 200_000;
const maxEntries = 1_000_000;

/** Texts longer than this, in bytes, are cut out of elements of the list `cut`. */
const longestText = 4096;

/** Max depth of nested objects and arrays. */
const maxDepth = 64;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openers = new Set([0x7b, 0x5b]);
const [braceOpens, bracketOpens] = openers;
const braceCloses = 0x7d;
const bracketCloses = 0x5d;
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);
const byteOrderMark = new Set([0xef, 0xbb, 0xbf]);

/**
 * Splits a JSON object as it arrives: reports each of its values, or each element of a value that is an array, once it is
 * complete, so that a file is never in memory as a whole. Throws `Invalid` if the text is not a JSON object.
 */
export class JsonSplitter {
  readonly #tell: (key: string, value: unknown, inList: boolean) => void;
  readonly #begins: (list: string) => void;
  #depth = 0;
  #isInList = false;
  #isInString = false;
  #isEscaped = false;
  #hasEnded = false;
  #key: string | undefined;
  /** The current entry so far. */
  #parts: Uint8Array[] = [];
  #size = 0;
  #values = 0;
  /** Entries so far: of the current list, and in all. */
  #entries = 0;
  #all = 0;

  /** The list whose long texts are cut out, and the mark that replaces each: random, so that no file can contain it. */
  readonly #cut: string | undefined;
  readonly #mark = `cut:${randomBytes(12).toString('hex')}:`;
  readonly #into: string | undefined;
  #isInside = false;
  /** The offset of the current chunk in the file. */
  #offset = 0;
  /** The current text, if it may have to be cut out. */
  #text: { start: number; parts: Uint8Array[]; size: number } | undefined;

  /**
   * `begins` is called with the name of each list, even an empty one, before its elements. Long texts in elements of the list `cut`
   * are not kept: `cutOf` returns their ranges. Fields of the object `into` are reported like those of the outer object.
   */
  constructor(
    tell: (key: string, value: unknown, inList: boolean) => void,
    begins: (list: string) => void,
    { cut, into }: { cut?: string; into?: string } = {},
  ) {
    this.#tell = tell;
    this.#begins = begins;
    this.#cut = cut;
    this.#into = into;
  }

  /** The range of a text that was cut out, without its quotes; undefined for any other value. */
  cutOf(value: unknown): ByteRange | undefined {
    if (typeof value !== 'string' || !value.startsWith(this.#mark)) return undefined;
    const [start = 0, end = 0] = value.slice(this.#mark.length).split('-').map(Number);
    return { start, end };
  }

  push(chunk: Uint8Array): void {
    this.#read(chunk, 0, false);
  }

  /** Reads a chunk from an index to the end of the object; returns the index after the last byte read. */
  pushObject(chunk: Uint8Array, from: number): number {
    return this.#read(chunk, from, true);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  #read(chunk: Uint8Array, from: number, stops: boolean): number {
    let start = this.#size > 0 && !this.#text ? from : -1;
    let text = from;
    for (let at = from; at < chunk.length; at++) {
      if (stops && this.#hasEnded) return at;
      const byte = chunk[at] ?? 0;
      if (this.#isInString) {
        this.#inString(byte);
        if (!this.#text || this.#isInString) continue;
        this.#hold(chunk, text, at);
        this.#release(this.#offset + at);
        start = at;
      } else if (blanks.has(byte) || (this.#isBefore && byteOrderMark.has(byte))) continue;
      else if (this.#ends(byte)) {
        this.#keep(chunk, start, at);
        start = -1;
        this.#end(byte);
      } else if (this.#opensFrame(byte)) continue;
      else {
        if (this.#depth === 0) throw this.#notJson();
        if (start === -1) start = at;
        this.#within(byte);
        if (!this.#isInString || !this.#isInList || this.#key !== this.#cut) continue;
        this.#keep(chunk, start, at + 1);
        this.#text = { start: this.#offset + at + 1, parts: [], size: 0 };
        text = at + 1;
        start = -1;
      }
    }
    this.#hold(chunk, text, chunk.length);
    this.#keep(chunk, start, chunk.length);
    this.#offset += chunk.length;
    return chunk.length;
  }

  #hold(chunk: Uint8Array, start: number, end: number): void {
    const text = this.#text;
    if (!text) return;
    text.size += end - start;
    if (text.size > longestText) text.parts = [];
    else text.parts.push(chunk.slice(start, end));
  }

  /** Keeps the current text, or a mark with its range if it is long. */
  #release(end: number): void {
    const { start, parts, size } = this.#text ?? { start: 0, parts: [], size: 0 };
    this.#text = undefined;
    const kept = size > longestText ? [Buffer.from(`${this.#mark}${start}-${end - 1}`)] : parts;
    for (const part of kept) this.#keep(part, 0, part.length);
  }

  /** Throws if the text is incomplete. */
  end(): void {
    if (!this.#hasEnded) throw this.#notJson();
  }

  #inString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
  }

  get #isBefore(): boolean {
    return this.#depth === 0 && !this.#hasEnded;
  }

  get #base(): number {
    return this.#isInList ? 2 : 1;
  }

  /** Whether a byte ends an entry, or a key. */
  #ends(byte: number): boolean {
    if (this.#depth !== this.#base) return false;
    if (byte === comma) return true;
    if (byte === colon) return !this.#isInList && this.#key === undefined;
    return byte === braceCloses || byte === bracketCloses;
  }

  #end(byte: number): void {
    const text = Buffer.concat(this.#parts).toString();
    this.#parts = [];
    this.#size = 0;
    this.#values = 0;
    if (byte === colon) {
      const key = this.#parsed(text);
      if (typeof key !== 'string') throw this.#notJson();
      this.#key = key;
      return;
    }
    if (text !== '') {
      if (this.#key === undefined) throw this.#notJson();
      const value = this.#parsed(text);
      this.#countEntry();
      this.#tell(this.#key, value, this.#isInList);
    }
    if (byte === comma) {
      if (!this.#isInList) this.#key = undefined;
      return;
    }
    if ((byte === bracketCloses) !== this.#isInList) throw this.#notJson();
    if (this.#isInside && !this.#isInList) {
      this.#isInside = false;
      this.#key = undefined;
      return;
    }
    this.#depth--;
    if (this.#isInList) this.#isInList = false;
    else this.#hasEnded = true;
  }

  /** Whether a byte opens the object itself, or a list in it. */
  #opensFrame(byte: number): boolean {
    if (this.#opensInside(byte)) {
      this.#isInside = true;
      this.#key = undefined;
      return true;
    }
    const opensObject = this.#isBefore && byte === braceOpens;
    const opensList =
      this.#depth === 1 &&
      byte === bracketOpens &&
      this.#key !== undefined &&
      this.#size === 0 &&
      !this.#isInList;
    if (!opensObject && !opensList) return false;
    this.#depth++;
    this.#isInList = opensList;
    this.#entries = 0;
    if (this.#key !== undefined) this.#begins(this.#key);
    return true;
  }

  #opensInside(byte: number): boolean {
    if (this.#isInside || this.#isInList || this.#into === undefined) return false;
    return byte === braceOpens && this.#depth === 1 && this.#key === this.#into && this.#size === 0;
  }

  #within(byte: number): void {
    if (byte === quote) this.#isInString = true;
    else if (byte === comma) this.#countValue();
    else if (openers.has(byte)) {
      this.#countValue();
      if (++this.#depth > maxDepth) {
        throw new Invalid('file-nested-too-deep', { max: maxDepth, place: this.#place });
      }
    } else if (byte === braceCloses || byte === bracketCloses) this.#depth--;
  }

  #countValue(): void {
    if (++this.#values <= maxValues) return;
    throw new Invalid('file-too-many-values', { max: maxValues, place: this.#place });
  }

  #countEntry(): void {
    this.#entries++;
    if (++this.#all > maxEntries) throw new Invalid('file-too-many-entries', { max: maxEntries });
  }

  #keep(chunk: Uint8Array, start: number, end: number): void {
    if (start === -1) return;
    this.#size += end - start;
    if (this.#size > largestEntry) {
      throw new Invalid('file-entry-too-large', { max: largestEntry, place: this.#place });
    }
    this.#parts.push(chunk.slice(start, end));
  }

  #parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#notJson();
    }
  }

  #notJson(): Invalid {
    return new Invalid('file-not-json', { place: this.#isInList ? this.#place : '' });
  }

  /** The current position in the file, for messages. */
  get #place(): string {
    if (this.#key === undefined) return '';
    const key = `“${this.#key.slice(0, 60).toWellFormed()}”`;
    return this.#isInList ? `: ${key}, entry ${this.#entries + 1}` : `: ${key}`;
  }
}
