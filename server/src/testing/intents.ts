import type { Spot } from '../base/ordering/spot.ts';

/* A simple model of placing cards next to each other: in memory, without order keys. */

export interface Intent {
  kind: 'create' | 'move' | 'rename' | 'delete';
  card: string;
  list: string;
  title: string;
  spot: Spot;
}

/** The positions of the cards of a board. */
export interface Places {
  /** Ids of cards, list by list. */
  readonly live: ReadonlyMap<string, readonly string[]>;
  /** Deleted cards: their list, and which cards before and after them have not moved since. */
  readonly away: ReadonlyMap<string, Away>;
  readonly titles: ReadonlyMap<string, string>;
}

interface Away {
  list: string;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
}

/**
 * Applies intents in order; returns the resulting places that match what was seen, or undefined. A spot next to a deleted
 * card may mean several places.
 */
export function leadsTo(
  places: Places,
  intents: readonly Intent[],
  seen: ReadonlyMap<string, readonly string[]>,
): Places | undefined {
  let possible = [places];
  for (const intent of intents) possible = possible.flatMap((each) => after(each, intent));
  return possible.find(({ live }) => isSame(live, seen));
}

/** The cards of all lists with their titles, as JSON. */
export const titlesIn = ({ live, titles }: Places, lists: readonly string[]): string =>
  JSON.stringify(lists.map((list) => (live.get(list) ?? []).map((card) => [card, titles.get(card)])));

function after(places: Places, { kind, card, list, title, spot }: Intent): Places[] {
  const titles = new Map(places.titles).set(card, title);
  switch (kind) {
    case 'rename':
      return [{ ...places, titles }];
    case 'delete':
      return [leave(places, card)];
    case 'create':
      return slots(places, list, spot).map((slot) => ({ ...put(places, card, list, slot), titles }));
    case 'move': {
      const without = forget(places, card);
      // Next to itself means its current place.
      return slots(places, list, spot).map((slot) => {
        const from = places.live.get(list)?.indexOf(card) ?? -1;
        return put(without, card, list, from !== -1 && slot > from ? slot - 1 : slot);
      });
    }
  }
}

/** The possible numbers of cards before a spot in a list. */
function slots({ live, away }: Places, list: string, { afterPublicId, beforePublicId }: Spot): number[] {
  const cards = live.get(list) ?? [];
  const id = afterPublicId ?? beforePublicId;
  const place = cards.indexOf(id ?? '');
  if (place !== -1) return [afterPublicId === undefined ? place : place + 1];
  const gone = away.get(id ?? '');
  if (gone?.list !== list) return [cards.length];
  const all = Array.from({ length: cards.length + 1 }, (_, slot) => slot);
  return all.filter(
    (slot) =>
      !cards.slice(0, slot).some((each) => gone.after.has(each)) &&
      !cards.slice(slot).some((each) => gone.before.has(each)),
  );
}

function put(places: Places, card: string, list: string, slot: number): Places {
  const cards = [...(places.live.get(list) ?? [])];
  cards.splice(slot, 0, card);
  return { ...places, live: new Map(places.live).set(list, cards) };
}

function leave(places: Places, card: string): Places {
  const [list = '', cards = []] = [...places.live].find(([, each]) => each.includes(card)) ?? [];
  const place = cards.indexOf(card);
  const away = new Map(places.away).set(card, {
    list,
    before: new Set(cards.slice(0, place)),
    after: new Set(cards.slice(place + 1)),
  });
  return { ...places, away, live: without(places.live, card) };
}

/** Removes a card; absent cards forget their place relative to it. */
function forget(places: Places, card: string): Places {
  const away = [...places.away].map(([id, { list, before, after: behind }]): [string, Away] => [
    id,
    { list, before: lacking(before, card), after: lacking(behind, card) },
  ]);
  return { ...places, away: new Map(away), live: without(places.live, card) };
}

const lacking = (cards: ReadonlySet<string>, card: string): ReadonlySet<string> =>
  cards.difference(new Set([card]));

const without = (live: Places['live'], card: string): Places['live'] =>
  new Map([...live].map(([list, cards]) => [list, cards.filter((each) => each !== card)]));

const isSame = (a: Places['live'], b: Places['live']): boolean =>
  [...a].every(([list, cards]) => cards.join() === (b.get(list) ?? []).join());
