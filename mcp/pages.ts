import { Advice } from './advice.ts';

/* Long results are split into pages; nothing is truncated. */

/** Max characters of a result, as JSON; an entry that is longer is returned alone. */
export const room = 38_000;

export const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** An entry of a result: the list it belongs to, or the list of another entry that is returned with it. */
export interface Entry {
  readonly list: string;
  readonly shown: { readonly id: string };
  readonly within?: {
    readonly list: string;
    readonly shown: { readonly id: string; readonly name: string };
  };
}

type Shown = Record<string, unknown[]>;

interface EntryPage {
  readonly shown: Shown;
  /** The number of characters left. */
  readonly left: number;
  /** The id of its last entry; undefined on the last page. */
  readonly last: string | undefined;
}

/** The entries after the one with an id, as many as fit. Throws `Advice` if that one no longer exists. */
export function entriesAfter(entries: readonly Entry[], after: string | undefined, space: number): EntryPage {
  const start = after === undefined ? 0 : entries.findIndex(({ shown }) => shown.id === after) + 1;
  if (after !== undefined && start === 0)
    throw new Advice('What this cursor stands at is gone: begin again without a cursor.');
  const shown: Shown = {};
  let left = space;
  let last: string | undefined;
  for (const entry of entries.slice(start)) {
    const length = lengthOf(entry.shown) + lengthOf(entry.within?.shown) + 40;
    if (length > left && last !== undefined) return { shown, left: 0, last };
    put(shown, entry);
    left -= length;
    last = entry.shown.id;
  }
  return { shown, left, last: undefined };
}

function put(page: Shown, { list, shown, within }: Entry): void {
  if (!within) {
    page[list] = [...(page[list] ?? []), shown];
    return;
  }
  const others = page[within.list] ?? [];
  const before = others.at(-1) as Record<string, unknown> | undefined;
  const isSame = before?.id === within.shown.id;
  const outer = isSame ? before : { ...within.shown };
  outer[list] = [...((outer[list] as unknown[] | undefined) ?? []), shown];
  page[within.list] = isSame ? others : [...others, outer];
}

interface Fitting<T> {
  readonly shown: T[];
  readonly nextCursor: string | null;
}

/**
 * As many entries of a page of the API as fit, and at least `least`; undefined if none fits and `least` is 0. The page is read
 * again if not all fit, since only the API knows the cursor that follows an entry.
 */
export async function fitting<T>(
  read: (limit: number) => Promise<{ entries: T[]; nextCursor: string | null }>,
  { limit, space, least }: { limit: number; space: number; least: 0 | 1 },
): Promise<Fitting<T> | undefined> {
  const { entries, nextCursor } = await read(limit);
  let left = space;
  const fits = entries.findIndex((each) => (left -= lengthOf(each) + 1) < 0);
  if (fits < 0) return { shown: entries, nextCursor };
  const count = Math.max(fits, least);
  if (count === 0) return undefined;
  const again = await read(count);
  return { shown: again.entries, nextCursor: again.nextCursor };
}
