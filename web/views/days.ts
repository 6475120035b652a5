import type { ReadonlySignal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { announce } from '../board/announce.ts';
import type { OpenBoard } from '../board/open.ts';
import { isWholeDay, localOf, wholeDayOf, withTime } from '../messages/days.ts';
import { dayNames } from '../messages/formats.ts';
import { viewTexts } from '../messages/views.ts';
import { bulk, type CardOperation } from '../sync/bulk.ts';
import type { Card } from './property.ts';

/*
 * The days on which cards are, for the calendar and the timeline. A day is a number, counted from 1970 in the reader's own
 * calendar, so that all days are equally long.
 */

const dayMs = 86_400_000;

/** The day on which a date is for the reader. */
export const dayOf = (date: string): number =>
  Math.round(Date.parse(isWholeDay(date) ? date : wholeDayOf(localOf(date))) / dayMs);

/** A day as a whole day. */
export const dateOn = (day: number): string => new Date(day * dayMs).toISOString();

/** Sunday is 0. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The first day of the month of a day, or of another one. */
export function monthFrom(day: number, by = 0): number {
  const at = new Date(dateOn(day));
  return Math.round(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by, 1) / dayMs);
}

export const todayIs = (): number => dayOf(wholeDayOf(new Date()));

/** Today, also after midnight. */
export function useToday(): ReadonlySignal<number> {
  const today = useSignal(todayIs());
  useEffect(() => {
    const clock = setInterval(() => {
      today.value = todayIs();
    }, 30_000);
    return () => clearInterval(clock);
  }, []);
  return today;
}

/** The days of a card, from the first to the last. */
export interface Span {
  id: string;
  from: number;
  to: number;
  /** When it is due on its last day, or starts if it is not due; undefined for a whole day. */
  at: number | undefined;
}

const spans = new WeakMap<Card, Span | null>();

/** Null for a card without a date. */
export function spanOf(card: Card): Span | null {
  const known = spans.get(card);
  if (known !== undefined) return known;
  const last = card.dueDate ?? card.startDate;
  const to = last === null ? 0 : dayOf(last);
  const span = last !== null && {
    id: card.publicId,
    from: Math.min(to, card.startDate === null ? to : dayOf(card.startDate)),
    to,
    at: isWholeDay(last) ? undefined : Date.parse(last),
  };
  const found = span === false ? null : span;
  spans.set(card, found);
  return found;
}

/** A date so many days later, at the same time of day. */
function later(date: string, days: number): string {
  if (isWholeDay(date)) return dateOn(dayOf(date) + days);
  const at = new Date(date);
  at.setDate(at.getDate() + days);
  return withTime(at);
}

export type Ends = 'both' | 'start' | 'due';

/** The dates of a card after one or both of them have moved by days; the other one is made if there is none. */
function moved({ startDate, dueDate }: Card, days: number, ends: Ends): Partial<Card> {
  const [start, due] = [startDate ?? dueDate, dueDate ?? startDate];
  if (start === null || due === null) return {};
  // An end that is drawn over the other one stops there.
  const room = dayOf(due) - dayOf(start);
  if (ends === 'start') return { startDate: later(start, Math.min(days, room)) };
  if (ends === 'due') return { dueDate: later(due, Math.max(days, -room)) };
  return {
    ...(startDate === null ? {} : { startDate: later(startDate, days) }),
    ...(dueDate === null ? {} : { dueDate: later(dueDate, days) }),
  };
}

/** Changes the dates of cards in one request, and announces the days of the first. */
function change(board: OpenBoard, ids: readonly string[], fieldsOf: (card: Card) => Partial<Card>): void {
  const operations = ids.flatMap((id): CardOperation[] => {
    const card = board.store.peek('card', id);
    const { startDate, dueDate } = { startDate: undefined, dueDate: undefined, ...(card && fieldsOf(card)) };
    const fields = {
      ...(startDate === undefined ? {} : { startDate }),
      ...(dueDate === undefined ? {} : { dueDate }),
    };
    return Object.keys(fields).length > 0 ? [{ type: 'change', cardPublicId: id, ...fields }] : [];
  });
  if (operations.length === 0) return;
  board.do(bulk(board.store, operations), { isQuiet: true });
  const card = board.store.peek('card', operations[0]?.cardPublicId ?? '');
  const span = card && spanOf(card);
  if (card) announce(viewTexts.planned(card.title, span ? daysText(span) : viewTexts.without.due));
}

/** Moves cards by days. */
export const moveDays = (
  board: OpenBoard,
  ids: readonly string[],
  days: number,
  ends: Ends = 'both',
): void => {
  if (days !== 0) change(board, ids, (card) => moved(card, days, ends));
};

/** Has cards end on a day; those without a date become due then. */
export const planOn = (board: OpenBoard, ids: readonly string[], day: number): void =>
  change(board, ids, (card) => {
    const span = spanOf(card);
    return span ? (span.to === day ? {} : moved(card, day - span.to, 'both')) : { dueDate: dateOn(day) };
  });

/** Takes the dates of cards away. */
export const unplan = (board: OpenBoard, ids: readonly string[]): void =>
  change(board, ids, (card) => (spanOf(card) ? { startDate: null, dueDate: null } : {}));

/** The days of a card in words. */
export const daysText = ({ from, to }: Pick<Span, 'from' | 'to'>): string =>
  from === to
    ? dayNames.whole(dateOn(to))
    : viewTexts.fromTo(dayNames.near(dateOn(from)), dayNames.near(dateOn(to)));
