import { endOf, localOf } from '../messages/days.ts';
import type { Entities } from '../sync/mutation.ts';
import type { Store } from '../sync/store.ts';

/*
 * The filter criteria as they appear in the address, and the cards that match them. Values of one kind are
 * alternatives; all kinds and all words must match.
 */

type Card = Entities['card'];

/** Stands for cards without members, labels or a date. */
export const none = 'none';

export const dueRanges = ['overdue', 'today', 'week', none] as const;

export type DueRange = (typeof dueRanges)[number];

export const states = ['open', 'done'] as const;

type State = (typeof states)[number];

export interface Criteria {
  text: string;
  members: readonly string[];
  labels: readonly string[];
  due: readonly DueRange[];
  is: readonly State[];
}

export const nothing: Criteria = { text: '', members: [], labels: [], due: [], is: [] };

export const isNothing = (criteria: Criteria): boolean => toAddress(criteria) === '';

/** The query string of an address, without the question mark. */
export function toAddress({ text, members, labels, due, is }: Criteria): string {
  const found = Object.entries({
    q: text.trim(),
    members: members.join(),
    labels: labels.join(),
    due: due.join(),
    is: is.join(),
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
    is: states.filter((each) => all('is').includes(each)),
  };
}

/** The current time, and the bounds of the user's day and week, in milliseconds. */
export interface Now {
  at: number;
  day: readonly [from: number, to: number];
  week: readonly [from: number, to: number];
}

/** `firstDay` of the week; Sunday is 0. */
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

export const stateOf = ({ completedAt }: Card): State => (completedAt === null ? 'open' : 'done');

/** What is done is never overdue. */
export const isDueOn = (card: Card, range: DueRange, now: Now): boolean =>
  isDue(card.dueDate, range, now) && (range !== 'overdue' || card.completedAt === null);

export function isDue(dueDate: string | null, range: DueRange, now: Now): boolean {
  if (dueDate === null) return range === none;
  const at = localOf(dueDate).getTime();
  const isIn = ([from, to]: readonly [number, number]) => at >= from && at < to;
  return range === 'overdue'
    ? endOf(dueDate) <= now.at
    : range === 'today'
      ? isIn(now.day)
      : range === 'week' && isIn(now.week);
}

/** Without case and accents. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Cards are replaced and never mutated, so the search text of one can be cached. */
const texts = new WeakMap<Card, string>();

function textOf(card: Card): string {
  const known = texts.get(card);
  if (known !== undefined) return known;
  const text = folded(`${card.title} #${card.cardNumber}`);
  texts.set(card, text);
  return text;
}

/** Returns a predicate for cards. Names are searched once, not once per card. */
export function matcher(store: Store, criteria: Criteria, now: Now): (card: Card) => boolean {
  const words = folded(criteria.text)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => wordOf(store, word));
  const { due, is } = criteria;
  const [members, labels] = [new Set(criteria.members), new Set(criteria.labels)];
  return (card) =>
    words.every((has) => has(card)) &&
    hasAny(members, card.memberPublicIds) &&
    hasAny(labels, card.labelPublicIds) &&
    (due.length === 0 || due.some((range) => isDueOn(card, range, now))) &&
    (is.length === 0 || is.includes(stateOf(card)));
}

const hasAny = (wanted: ReadonlySet<string>, ids: readonly string[]): boolean =>
  wanted.size === 0 || (ids.length === 0 ? wanted.has(none) : ids.some((id) => wanted.has(id)));

/** A word matches in the title or the number, or in the name of a label or a member. */
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
