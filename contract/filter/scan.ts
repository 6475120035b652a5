import type { Value } from './tree.ts';

/* Cuts the text of a filter into keys and values. Every method moves forward only. */

const isSpace = (char: string): boolean => /\s/.test(char);

interface ScannedTerm {
  /** Empty for words. */
  key: Value;
  values: Value[];
  /** Where a quotation mark stands that is never closed. */
  unclosed?: number;
}

export class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skip();
  }

  get at(): number {
    return this.#at;
  }

  /** The number of characters that have not been read. */
  get rest(): number {
    return this.#text.length - this.#at;
  }

  get atEnd(): boolean {
    return this.rest === 0;
  }

  get isAtMinus(): boolean {
    const next = this.#text.charAt(this.#at + 1);
    return this.#char === '-' && next !== '' && !isSpace(next) && next !== ')';
  }

  /** Whether a term, a group or a minus sign is next. */
  get startsTerm(): boolean {
    return !this.atEnd && this.#char !== ')' && this.#orLength() === 0;
  }

  get #char(): string {
    return this.#text.charAt(this.#at);
  }

  take(char: '(' | ')'): boolean {
    if (this.#char !== char) return false;
    this.#at++;
    this.#skip();
    return true;
  }

  /** A minus sign directly before what it excludes; alone it is a word. */
  takeMinus(): boolean {
    if (!this.isAtMinus) return false;
    this.#at++;
    return true;
  }

  takeOr(): boolean {
    const length = this.#orLength();
    this.#at += length;
    this.#skip();
    return length > 0;
  }

  #orLength(): number {
    if (this.#char === '|') return 1;
    const word = this.#text.slice(this.#at, this.#at + 2);
    if (word !== 'OR' && word !== 'or') return 0;
    const next = this.#text.charAt(this.#at + 2);
    return next === '' || isSpace(next) || next === '(' || next === ')' ? 2 : 0;
  }

  /** A key with its values, a person after `@`, or words. */
  term(): ScannedTerm {
    const start = this.#at;
    if (this.#char === '@' && !this.#endsBare(this.#at + 1, ',')) {
      this.#at++;
      return this.#withValues({ text: 'member', quoted: false, position: start, length: 1 });
    }
    const none = { text: '', quoted: false, position: start, length: 0 };
    const first = this.#value(':');
    if (!first) return { key: none, values: [], unclosed: start };
    if (this.#char === ':' && first.text !== '') {
      this.#at++;
      return this.#withValues(first);
    }
    if (!first.quoted) first.text += this.#bare('');
    first.length = this.#at - start;
    this.#skip();
    return { key: none, values: [first] };
  }

  #withValues(key: Value): ScannedTerm {
    const values: Value[] = [];
    do {
      if (this.#char === ',') this.#at++;
      if (this.#endsBare(this.#at, ',')) return { key, values: [] };
      const position = this.#at;
      const descends = key.text.toLowerCase() === 'sort' && this.#char === '-';
      if (descends) this.#at++;
      const value = this.#value(',');
      if (!value) return { key, values, unclosed: position };
      values.push(descends ? { ...value, descends, position, length: this.#at - position } : value);
    } while (this.#char === ',');
    this.#skip();
    return { key, values };
  }

  /** A value in quotation marks, or up to a space, a parenthesis or `end`; undefined if a quotation mark is never closed. */
  #value(end: string): Value | undefined {
    const position = this.#at;
    if (this.#char !== '"') {
      const text = this.#bare(end);
      return { text, quoted: false, position, length: this.#at - position };
    }
    let text = '';
    for (let at = position + 1; at < this.#text.length; at++) {
      const char = this.#text.charAt(at);
      if (char === '"') {
        this.#at = at + 1;
        return { text, quoted: true, position, length: this.#at - position };
      }
      text += char === '\\' && at + 1 < this.#text.length ? this.#text.charAt(++at) : char;
    }
    return undefined;
  }

  #bare(end: string): string {
    const start = this.#at;
    while (!this.#endsBare(this.#at, end)) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  #endsBare(at: number, end: string): boolean {
    const char = this.#text.charAt(at);
    return char === '' || char === end || char === '(' || char === ')' || isSpace(char);
  }

  #skip(): void {
    while (!this.atEnd && isSpace(this.#char)) this.#at++;
  }
}
