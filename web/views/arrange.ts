import { locale } from '../messages/formats.ts';
import { kept } from '../sync/in-store.ts';
import type { Store } from '../sync/store.ts';
import type { Card, Group, Property } from './property.ts';
import { Words } from './words.ts';

/* Which cards come after each other in a view: sorted, and in groups. */

/** A group with its cards. */
export interface Gathered extends Group {
  cards: readonly string[];
}

/** Subscribes to every card of the board: what is sorted or grouped may change with any of them. */
export function everyCard(store: Store): void {
  for (const list of store.lists.value) void store.changesIn(list).value;
}

const cardsOf = (store: Store, ids: readonly string[]): Card[] =>
  ids.flatMap((id) => store.peek('card', id) ?? []);

/** Sorts cards by several properties, the first above all. Those that are the same in all keep their order. */
export function sorted(
  store: Store,
  ids: readonly string[],
  properties: readonly Property[],
  sort: readonly string[],
): readonly string[] {
  const by = sort.flatMap((each) => {
    const property = properties.find(({ id }) => id === each.replace(/^-/, ''));
    return property ? [{ property, sign: each.startsWith('-') ? -1 : 1 }] : [];
  });
  if (by.length === 0) return ids;
  const cards = cardsOf(store, ids);
  const keys = by.map(({ property, sign }) =>
    keysOf(cards.map(property.sortBy), sign, wordsOf(store, property.id)),
  );
  const order = cards
    .map((_, index) => index)
    .sort((one, other) => {
      for (const each of keys) {
        const [a = none, b = none] = [each[one], each[other]];
        if (a !== b) return a - b;
      }
      return 0;
    });
  return order.map((index) => cards[index]?.publicId ?? '');
}

/** What has no value comes last, whichever way. */
const none = Number.MAX_VALUE;

/** Numbers that are ordered as values are. */
function keysOf(values: readonly Value[], sign: number, words: Words): readonly number[] {
  const texts = values.some((each) => typeof each === 'string')
    ? words.ranksOf(values.flatMap((each) => (each === undefined ? [] : [String(each)])))
    : undefined;
  return values.map((each) =>
    each === undefined ? none : sign * (texts ? (texts.get(String(each)) ?? 0) : Number(each)),
  );
}

type Value = number | string | undefined;

const known = new WeakMap<Store, Map<string, Words>>();

/** The texts of a property of a board. */
function wordsOf(store: Store, property: string): Words {
  const ofStore = known.get(store) ?? new Map<string, Words>();
  known.set(store, ofStore);
  return kept(ofStore, `${locale.value} ${property}`, () => new Words(locale.value));
}

/** The cards by the groups that they are in; a card may be in several. */
export function gathered(store: Store, ids: readonly string[], property: Property): Gathered[] {
  const { all = [], of = () => [] } = property.groups?.() ?? {};
  const found = new Map<string, string[]>(all.map(({ id }) => [id, []]));
  for (const card of cardsOf(store, ids)) for (const id of of(card)) found.get(id)?.push(card.publicId);
  return all.map((group) => ({ ...group, cards: found.get(group.id) ?? [] }));
}
