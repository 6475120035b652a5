import { randomBytes } from 'node:crypto';
import { Invalid } from '../../base/errors.ts';
import type { ByteRange } from '../../base/storage/storage.ts';

/** What one entry of a file may have at the most; it is held in memory. */
const largestEntry = 8 * 1024 * 1024;

/** Values in one entry, and entries of a file: `[]` takes three bytes of a file, and ten times that in memory. */
const mostValues = 200_000;
const mostEntries = 1_000_000;

/** Bytes of a text that is kept in an element of a list whose long texts are cut out. */
const longestText = 4096;

/** Levels of objects and arrays in one another. */
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
/** What some programs begin UTF-8 with. */
const byteOrderMark = new Set([0xef, 0xbb, 0xbf]);

/**
 * Takes the text of a JSON object as it arrives, and tells each of its values as soon as it is there; of one that is a list,
 * each element. So a file is never in memory as a whole. Throws `Invalid` for what is no JSON object.
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
  /** What has arrived of the entry under way. */
  #parts: Uint8Array[] = [];
  #size = 0;
  #values = 0;
  /** Entries of the list under way, and of all so far. */
  #entries = 0;
  #all = 0;

  /** The list whose long texts are cut out, and what is put for each of them: nobody can guess it. */
  readonly #cut: string | undefined;
  readonly #mark = `cut:${randomBytes(12).toString('hex')}:`;
  readonly #into: string | undefined;
  #isInside = false;
  /** The bytes before the chunk that is read. */
  #offset = 0;
  /** The text under way, where it may have to be cut out. */
  #text: { start: number; parts: Uint8Array[]; size: number } | undefined;

  /**
   * `begins` is called with each list before its elements, also with an empty one. Long texts in the elements of the list
   * `cut` are not held, however long they are: `cutOf` says where they are. What is in the object `into` is reported as if it were
   * in the outer one.
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

  /** The bytes of the text that a value stands for, without its quotes; undefined where it stands for itself. */
  cutOf(value: unknown): ByteRange | undefined {
    if (typeof value !== 'string' || !value.startsWith(this.#mark)) return undefined;
    const [start = 0, end = 0] = value.slice(this.#mark.length).split('-').map(Number);
    return { start, end };
  }

  push(chunk: Uint8Array): void {
    this.#read(chunk, 0, false);
  }

  /** Takes bytes from a place on until the object ends; returns the place behind those that were taken. */
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

  /** Keeps the text under way, or where it is. */
  #release(end: number): void {
    const { start, parts, size } = this.#text ?? { start: 0, parts: [], size: 0 };
    this.#text = undefined;
    const kept = size > longestText ? [Buffer.from(`${this.#mark}${start}-${end - 1}`)] : parts;
    for (const part of kept) this.#keep(part, 0, part.length);
  }

  /** Throws where the text ends too early. */
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
        throw new Invalid(`The file is nested more than ${maxDepth} levels deep${this.#place}`);
      }
    } else if (byte === braceCloses || byte === bracketCloses) this.#depth--;
  }

  #countValue(): void {
    if (++this.#values <= mostValues) return;
    throw new Invalid(`An entry of the file has more than ${mostValues} values${this.#place}`);
  }

  #countEntry(): void {
    this.#entries++;
    if (++this.#all > mostEntries) throw new Invalid(`The file has more than ${mostEntries} entries`);
  }

  #keep(chunk: Uint8Array, start: number, end: number): void {
    if (start === -1) return;
    this.#size += end - start;
    if (this.#size > largestEntry) {
      throw new Invalid(`An entry of the file is larger than ${largestEntry} bytes${this.#place}`);
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
    return new Invalid(`The file is not valid JSON${this.#isInList ? this.#place : ''}`);
  }

  /** Where in the file that is. */
  get #place(): string {
    if (this.#key === undefined) return '';
    const key = `“${this.#key.slice(0, 60).toWellFormed()}”`;
    return this.#isInList ? `: ${key}, entry ${this.#entries + 1}` : `: ${key}`;
  }
}
