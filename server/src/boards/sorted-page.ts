import { Invalid } from '../base/errors.ts';
import {
  archiveReader,
  type CardJson,
  type CardsOutline,
  type CardView,
  cardReader,
} from '../reading/cards.ts';
import type { CardFilter } from '../reading/filter/filter.ts';
import { compareKeys, type Key } from '../reading/filter/order.ts';
import { beginning, type CardCursor, maxOutline, type Outlined } from '../reading/outline.ts';
import { cut, halved, maxSlice, type Sources } from '../reading/slices.ts';

/*
 * A page of cards in the order that a filter asks for. All cards that may pass are looked at for each page, slice by slice, and
 * no more of them are kept than the page has. A cursor has the keys of the last card, so it stays where it is whatever happens
 * to that card.
 */

/** A card with its keys: those of the order, its place on the board, and its id. */
export interface Sorted {
  card: Outlined;
  keys: readonly Key[];
}

export const sortedCursor = (keys: readonly Key[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

/** The keys of a cursor; undefined for the first page. */
export function keysFrom(cursor: string | undefined, filter: CardFilter): readonly Key[] | undefined {
  if (cursor === undefined) return undefined;
  const wrong = new Invalid('wrong-cursor', { field: 'query/cursor' });
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isKey = (key: unknown) => key === null || ['number', 'string'].includes(typeof key);
    if (Array.isArray(keys) && keys.length === filter.sort.length + 2 && keys.every(isKey)) return keys;
  } catch {
    throw wrong;
  }
  throw wrong;
}

interface Page {
  limit: number;
  archived: boolean;
  filter: CardFilter;
  after: readonly Key[] | undefined;
}

/** The cards of a page and the one after it, in order, with their contents slice by slice. */
export async function* sortedSlices(
  sources: Sources,
  board: Omit<CardsOutline, 'limit'>,
  view: CardView,
  page: Page,
): AsyncGenerator<(CardJson & { cursor: string })[], void, undefined> {
  const of = { ...board, limit: maxOutline };
  const reader = (page.archived ? archiveReader : cardReader)(sources, of, view);
  let best: Sorted[] = [];
  const compare = (a: readonly Key[], b: readonly Key[]) => compareKeys(page.filter.sort, a, b);
  for (let cursor: CardCursor | null = firstOf(page); cursor; ) {
    const at: CardCursor = cursor;
    const { outline } = await sources.turns(() => reader.after(at));
    const passing = await page.filter.passing(outline.cards.map(({ id }) => id));
    const found = outline.cards.flatMap((card) => {
      const keys = passing.get(card.id);
      return keys ? { card, keys: [...keys, `${card.listPosition}.${card.position}`, card.id] } : [];
    });
    const later = found.filter(({ keys }) => page.after === undefined || compare(keys, page.after) > 0);
    best = [...best, ...later].sort((a, b) => compare(a.keys, b.keys)).slice(0, page.limit + 1);
    cursor = outline.next;
  }
  const keysOf = new Map(best.map(({ card, keys }) => [card.id, keys]));
  for (const outlined of cut(
    best.map(({ card }) => card),
    maxSlice,
  )) {
    for await (const cards of halved(outlined, (some) => sources.turns(() => reader.cards(some)))) {
      yield cards.map((each) => ({ ...each, cursor: sortedCursor(keysOf.get(each.card.id) ?? []) }));
    }
  }
}

/** Where the first part of the cards begins. */
const firstOf = ({ archived }: Page): CardCursor =>
  archived ? { afterList: String(Number.MAX_SAFE_INTEGER), afterCard: '' } : beginning;
