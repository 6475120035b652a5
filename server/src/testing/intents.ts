import type { Spot } from '../base/ordering/spot.ts';

/* What is meant by a card next to another one, as one would explain it: in memory, without order keys. */

export interface Intent {
  kind: 'create' | 'move' | 'rename' | 'delete';
  card: string;
  list: string;
  title: string;
  spot: Spot;
}

/** Where the cards of a board are. */
export interface Places {
  /** Ids of cards, list by list. */
  readonly live: ReadonlyMap<string, readonly string[]>;
  /** Deleted ones: their list, and what stood before and after them and has not moved since. */
  readonly away: ReadonlyMap<string, Away>;
  readonly titles: ReadonlyMap<string, string>;
}

interface Away {
  list: string;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
}

/** What intents make of some places where it is what is seen; where a card was that is gone may be several places. */
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
      // Next to itself is where it is.
      return slots(places, list, spot).map((slot) => {
        const from = places.live.get(list)?.indexOf(card) ?? -1;
        return put(without, card, list, from !== -1 && slot > from ? slot - 1 : slot);
      });
    }
  }
}

/** How many cards of a list stand before a spot, or might. */
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

/** Takes a card from where it is; what is gone remembers no more on which side of it that was. */
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
