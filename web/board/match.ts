import { endOf, localOf } from '../messages/days.ts';
import type { Entities } from '../sync/mutation.ts';

/*
 * The filter criteria as they appear in the address, and the cards that match them. Values of one kind are
 * alternatives; all kinds must match, and the text, a filter in the language that the service speaks.
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

/** Returns a predicate for cards, for everything but the text (see `language.ts`), which alone can ask for templates. */
export function matcher(criteria: Criteria, now: Now): (card: Card) => boolean {
  const { due, is } = criteria;
  const [members, labels] = [new Set(criteria.members), new Set(criteria.labels)];
  const isAny = isNothing({ ...criteria, text: '' });
  return (card) =>
    (isAny || !card.isTemplate) &&
    hasAny(members, card.memberPublicIds) &&
    hasAny(labels, card.labelPublicIds) &&
    (due.length === 0 || due.some((range) => isDueOn(card, range, now))) &&
    (is.length === 0 || is.includes(stateOf(card)));
}

const hasAny = (wanted: ReadonlySet<string>, ids: readonly string[]): boolean =>
  wanted.size === 0 || (ids.length === 0 ? wanted.has(none) : ids.some((id) => wanted.has(id)));
