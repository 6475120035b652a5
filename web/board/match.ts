import type { Things } from '../sync/mutation.ts';
import type { Store } from '../sync/store.ts';

/*
 * By what cards are filtered, as it stands in the address, and which cards are meant by it. Several values of one kind are
 * alternatives; all kinds must match, and all words.
 */

type Card = Things['card'];

/** Stands for the cards that have no member, no label or no date. */
export const none = 'none';

export const dueRanges = ['overdue', 'today', 'week', none] as const;

export type DueRange = (typeof dueRanges)[number];

export interface Criteria {
  text: string;
  members: readonly string[];
  labels: readonly string[];
  due: readonly DueRange[];
}

export const nothing: Criteria = { text: '', members: [], labels: [], due: [] };

export const isNothing = (criteria: Criteria): boolean => toAddress(criteria) === '';

/** The part of an address after the question mark. */
export function toAddress({ text, members, labels, due }: Criteria): string {
  const found = Object.entries({
    q: text.trim(),
    members: members.join(),
    labels: labels.join(),
    due: due.join(),
  }).filter(([, value]) => value !== '');
  return new URLSearchParams(found).toString().replaceAll('%2C', ',');
}

export function fromAddress(query: URLSearchParams): Criteria {
  const all = (name: string): string[] => [...new Set((query.get(name) ?? '').split(',').filter(Boolean))];
  return {
    text: query.get('q') ?? '',
    members: all('members'),
    labels: all('labels'),
    due: dueRanges.filter((each) => all('due').includes(each)),
  };
}

/** When it is, and where the viewer's day and week begin and end, in milliseconds. */
export interface Now {
  at: number;
  day: readonly [from: number, to: number];
  week: readonly [from: number, to: number];
}

/** `firstDay` of the week, from Sunday as 0. */
export function nowAt(now: Date, firstDay = 1): Now {
  const dayAfter = (days: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
  const since = (now.getDay() - firstDay + 7) % 7;
  return {
    at: now.getTime(),
    day: [dayAfter(0), dayAfter(1)],
    week: [dayAfter(-since), dayAfter(7 - since)],
  };
}

export function isDue(dueDate: string | null, range: DueRange, now: Now): boolean {
  if (dueDate === null) return range === none;
  const at = Date.parse(dueDate);
  const isIn = ([from, to]: readonly [number, number]) => at >= from && at < to;
  return range === 'overdue'
    ? at < now.at
    : range === 'today'
      ? isIn(now.day)
      : range === 'week' && isIn(now.week);
}

/** Without capitals and accents. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Cards are replaced and never changed: the text of one is made when it is first looked through. */
const texts = new WeakMap<Card, string>();

function textOf(card: Card): string {
  const known = texts.get(card);
  if (known !== undefined) return known;
  const text = folded(`${card.title} #${card.cardNumber}`);
  texts.set(card, text);
  return text;
}

/** Whether a card is meant. Names are looked through once, and not once for each card. */
export function matcher(store: Store, criteria: Criteria, now: Now): (card: Card) => boolean {
  const words = folded(criteria.text)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => wordOf(store, word));
  const { due } = criteria;
  const [members, labels] = [new Set(criteria.members), new Set(criteria.labels)];
  return (card) =>
    words.every((has) => has(card)) &&
    hasAny(members, card.memberPublicIds) &&
    hasAny(labels, card.labelPublicIds) &&
    (due.length === 0 || due.some((range) => isDue(card.dueDate, range, now)));
}

const hasAny = (wanted: ReadonlySet<string>, ids: readonly string[]): boolean =>
  wanted.size === 0 || (ids.length === 0 ? wanted.has(none) : ids.some((id) => wanted.has(id)));

/** A word is part of the title or the number, or of the name of a label or a member. */
function wordOf(store: Store, word: string): (card: Card) => boolean {
  const isIn = (name: string | null | undefined): boolean => folded(name ?? '').includes(word);
  const labels = new Set(store.labels.value.filter((id) => isIn(store.get('label', id).value?.name)));
  const members = new Set(
    store.members.value.filter((id) => isIn(store.get('member', id).value?.user?.name)),
  );
  const number = Number(/^\p{L}[\p{L}\d]*-(\d+)$/u.exec(word)?.[1] ?? Number.NaN);
  return (card) =>
    textOf(card).includes(word) ||
    card.cardNumber === number ||
    (labels.size > 0 && card.labelPublicIds.some((id) => labels.has(id))) ||
    (members.size > 0 && card.memberPublicIds.some((id) => members.has(id)));
}
