import type { ByteRange } from '../../base/storage/storage.ts';
import { type Fields, fieldsOf } from '../boardtool-json/fields.ts';
import { JsonSplitter } from './split-json.ts';

/** Returns the part of a list element to keep, or undefined to drop it. */
export type Keep = (element: Fields) => Fields | undefined;

/** Keeps these fields. */
export const only = (names: string): Keep => {
  const all = names.split(' ');
  return (element) =>
    Object.fromEntries(all.flatMap((name) => (Object.hasOwn(element, name) ? [[name, element[name]]] : [])));
};

/** Builds a JSON object as it arrives and keeps only the parts that are needed. */
export class Parts {
  readonly splitter: JsonSplitter;
  readonly #content = new Map<string, unknown>();

  /** Keeps `values` as they are, and the elements of `lists`; `cut` and `into` are options of the splitter. */
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

  /** The elements that were kept of a list; empty if there is no such list. */
  list(name: string): Fields[] {
    const found = this.#content.get(name);
    if (Array.isArray(found)) return found as Fields[];
    const made: Fields[] = [];
    this.#content.set(name, made);
    return made;
  }

  /** The range of a long text in the file. */
  cutOf(value: unknown): ByteRange | undefined {
    return this.splitter.cutOf(value);
  }
}

/** Groups elements by the id of their parent. Reading a group removes it, so that a duplicate parent gets no copy. */
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

/** Returns a valid card number, or null. */
export const wholeOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
