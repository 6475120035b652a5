import { Invalid } from '../../base/errors.ts';
import type { JsonSplitter } from './split-json.ts';

const [comma, opens, closes, brace] = [0x2c, 0x5b, 0x5d, 0x7b];
/** White space, and the bytes of a byte order mark. */
const skipped = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** Splits a JSON array of objects as it arrives, one splitter per object. Throws `Invalid` for anything else. */
export class JsonObjects {
  readonly #begin: () => JsonSplitter;
  #object: JsonSplitter | undefined;
  #hasAny = false;
  #expects: 'list' | 'object' | 'comma' | 'nothing' = 'list';

  /** `begin` returns the splitter of the next object. */
  constructor(begin: () => JsonSplitter) {
    this.#begin = begin;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (!this.#object) {
        this.#between(chunk[at] ?? 0);
        // The splitter reads the opening brace itself.
        if (!this.#object) at++;
        continue;
      }
      at = this.#object.pushObject(chunk, at);
      if (this.#object.hasEnded) this.#object = undefined;
    }
  }

  /** Throws if the text is incomplete. */
  end(): void {
    if (this.#expects !== 'nothing') throw notJson();
  }

  #between(byte: number): void {
    if (skipped.has(byte)) return;
    if (this.#expects === 'list' && byte === opens) this.#expects = 'object';
    else if (this.#expects === 'object' && byte === brace) {
      this.#object = this.#begin();
      this.#expects = 'comma';
      this.#hasAny = true;
    } else if (this.#expects === 'comma' && byte === comma) this.#expects = 'object';
    else if ((this.#expects === 'comma' || (this.#expects === 'object' && !this.#hasAny)) && byte === closes)
      this.#expects = 'nothing';
    else throw notJson();
  }
}

const notJson = (): Invalid => new Invalid('file-not-objects');
