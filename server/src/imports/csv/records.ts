import { Invalid } from '../../base/errors.ts';

/** Max fields and characters of a row: a longer one mostly has an unclosed quote, or is meant to exhaust memory. */
const maxFields = 2000;
export const longestRow = 8 * 1024 * 1024;

/** A row of a file. */
export interface CsvRecord {
  /** The number of its first line, from 1. */
  line: number;
  fields: string[];
}

/**
 * Parses CSV (RFC 4180) that arrives in chunks. Lines may end in LF, CR or CRLF. A quote within an unquoted field is literal.
 * Rows with only blank fields are skipped.
 */
export class Records {
  /** Max characters of a row. */
  longest = longestRow;
  readonly #separator: string;
  readonly #ends: RegExp;
  #text = '';
  #at = 0;
  #line: number;
  /** An incomplete row is scanned again only once its text has doubled, so that a long row does not take quadratic time. */
  #enough = 0;

  /** `line` is the number of the first line. */
  constructor(separator: string, line = 1) {
    this.#separator = separator;
    this.#ends = new RegExp(`[${separator}\r\n]`, 'g');
    this.#line = line;
  }

  add(text: string): void {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
  }

  /**
   * Returns the next row, or undefined if it needs more text; with `isLast` no more text will come. Throws `Invalid` if a quote is
   * not closed or a row is too long.
   */
  next(isLast: boolean): CsvRecord | undefined {
    for (;;) {
      const left = this.#text.length - this.#at;
      if (left === 0 || (!isLast && left < Math.min(this.#enough, this.longest))) return undefined;
      const record = this.#read(isLast);
      if ((record ? this.#at - (this.#text.length - left) : left) > this.longest) {
        const line = record?.line ?? this.#line;
        throw new Invalid('line-too-long', { line, max: this.longest });
      }
      this.#enough = record ? 0 : 2 * left;
      if (!record || record.fields.some((value) => value.trim() !== '')) return record;
    }
  }

  #read(isLast: boolean): CsvRecord | undefined {
    const text = this.#text;
    const record: CsvRecord = { line: this.#line, fields: [] };
    let [at, line] = [this.#at, this.#line];
    for (;;) {
      const field =
        text[at] === '"' ? quoted(text, at, isLast ? line : undefined) : plain(text, at, this.#ends);
      if (record.fields.push(field.value) > maxFields) {
        throw new Invalid('line-too-many-fields', { line: record.line, max: maxFields });
      }
      line += field.breaks;
      at = field.end;
      if (text[at] !== this.#separator) break;
      at++;
    }
    // A quote may continue in the next chunk, and a line feed after a carriage return belongs to it.
    if (!isLast && at + 1 >= text.length) return undefined;
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n') {
      throw new Invalid('line-after-quote', { line });
    }
    this.#at = Math.min(text.length, at + (text.startsWith('\r\n', at) ? 2 : 1));
    this.#line = line + 1;
    return record;
  }
}

interface Field {
  value: string;
  /** The index after the field. */
  end: number;
  /** Line breaks within the field. */
  breaks: number;
}

function plain(text: string, at: number, ends: RegExp): Field {
  ends.lastIndex = at;
  const end = ends.exec(text)?.index ?? text.length;
  return { value: text.slice(at, end), end, breaks: 0 };
}

/** `line` is undefined if the quote may still be closed by further text. */
function quoted(text: string, at: number, line: number | undefined): Field {
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) {
    if (line === undefined) return { value: '', end: text.length, breaks: 0 };
    throw new Invalid('line-open-quote', { line });
  }
  const value = text.slice(at + 1, end).replaceAll('""', '"');
  return { value, end: end + 1, breaks: breaksIn(value) };
}

const breaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Decodes UTF-8 in chunks, with or without a byte order mark. */
export class Utf8Text {
  readonly #strict = new TextDecoder('utf-8', { fatal: true });
  /** Finds the line of the first invalid byte. */
  readonly #lenient = new TextDecoder();
  #breaks = 0;
  #isInBreak = false;

  /** Decodes bytes; without an argument, the remaining ones. Throws `Invalid` if they are not UTF-8. */
  decode(bytes?: Uint8Array): string {
    const options = { stream: bytes !== undefined };
    const read = this.#lenient.decode(bytes, options);
    try {
      const text = this.#strict.decode(bytes, options);
      this.#count(text);
      return text;
    } catch {
      const [before = ''] = read.split('\ufffd', 1);
      this.#count(before);
      throw new Invalid('line-not-utf8', { line: 1 + this.#breaks });
    }
  }

  #count(text: string): void {
    if (text === '') return;
    this.#breaks += breaksIn(text) - (this.#isInBreak && text.startsWith('\n') ? 1 : 0);
    this.#isInBreak = text.endsWith('\r');
  }
}
