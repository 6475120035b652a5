import type { ByteRange } from '../../base/storage/storage.ts';
import { type Fields, fieldsOf } from '../boardtool-json/fields.ts';
import { JsonSplitter } from './split-json.ts';

/** What is kept of an element of a list; undefined for nothing. */
export type Keep = (element: Fields) => Fields | undefined;

/** Keeps these fields. */
export const only = (names: string): Keep => {
  const all = names.split(' ');
  return (element) =>
    Object.fromEntries(all.flatMap((name) => (Object.hasOwn(element, name) ? [[name, element[name]]] : [])));
};

/** Puts an object of JSON together as it arrives: only what is read of it is kept. */
export class Parts {
  readonly splitter: JsonSplitter;
  readonly #content = new Map<string, unknown>();

  /** `values` are kept as they are, and of `lists` their elements; `cut` and `into` are as a splitter has them. */
  constructor(
    values: string,
    lists: ReadonlyMap<string, Keep>,
    options: { cut?: string; into?: string } = {},
  ) {
    const kept = new Set(values.split(' '));
    this.splitter = new JsonSplitter(
      (key, value, inList) => {
        const keep = lists.get(key);
        if (!inList) {
          if (kept.has(key)) this.#content.set(key, value);
          return;
        }
        const part = keep?.(fieldsOf(value));
        if (part) this.list(key).push(part);
      },
      (list) => {
        if (lists.has(list)) this.list(list);
      },
      options,
    );
  }

  push(bytes: Uint8Array): void {
    this.splitter.push(bytes);
  }

  get(name: string): unknown {
    return this.#content.get(name);
  }

  has(name: string): boolean {
    return this.#content.has(name);
  }

  /** The elements of a list that were kept; none where it is not there. */
  list(name: string): Fields[] {
    const found = this.#content.get(name);
    if (Array.isArray(found)) return found as Fields[];
    const made: Fields[] = [];
    this.#content.set(name, made);
    return made;
  }

  /** Where the bytes of a long text are. */
  cutOf(value: unknown): ByteRange | undefined {
    return this.splitter.cutOf(value);
  }
}

/** Things by what they hang on. What is taken is gone: an id that is there twice gets nothing twice. */
export function grouped(all: readonly Fields[], keyOf: (each: Fields) => string): (key: string) => Fields[] {
  const groups = new Map<string, Fields[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return (key) => {
    const group = groups.get(key) ?? [];
    groups.delete(key);
    return group;
  };
}

/** A number that a card can have. */
export const wholeOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
