import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { firstDayOfWeek } from '../../board/filter.ts';
import type { OpenBoard } from '../../board/open.ts';
import { everyCard } from '../arrange.ts';
import { monthFrom, type Span, spanOf, todayIs, useToday, weekdayOf } from '../days.ts';
import type { ViewProps } from '../kind.ts';

/** What the parts of a calendar share. */
export interface CalendarState {
  readonly board: OpenBoard;
  readonly isWeek: ReadonlySignal<boolean>;
  /** A day of the month or week that is shown. */
  readonly at: Signal<number>;
  readonly today: ReadonlySignal<number>;
  /** The days that are shown: whole weeks. */
  readonly days: ReadonlySignal<readonly number[]>;
  /** The cards that have some of these days, by their days. */
  readonly shown: ReadonlySignal<readonly Span[]>;
  /** The cards without a date, in the order of the board. */
  readonly undated: ReadonlySignal<readonly string[]>;
  /** Both, each card once. */
  readonly ids: ReadonlySignal<readonly string[]>;
  /** Whether those without a date are shown. */
  readonly isTrayOpen: Signal<boolean>;
  /** The card that the Tab key goes to. */
  readonly stop: ReadonlySignal<string | undefined>;
  readonly focused: Signal<string>;
  /** Where what is dragged would land. */
  readonly over: Signal<number | 'none' | undefined>;
}

/** The day before which a week begins that has this day. */
const weekFrom = (day: number): number => day - ((weekdayOf(day) - firstDayOfWeek() + 7) % 7);

function daysAround(day: number, isWeek: boolean): number[] {
  const first = weekFrom(isWeek ? day : monthFrom(day));
  const end = isWeek ? first + 7 : weekFrom(monthFrom(day, 1) - 1) + 7;
  return Array.from({ length: end - first }, (_, index) => first + index);
}

const inOrder = (one: Span, other: Span): number =>
  one.from - other.from || other.to - one.to || (one.at ?? 0) - (other.at ?? 0);

export function useCalendar({ board, cards, settings }: ViewProps): CalendarState {
  const today = useToday();
  const at = useSignal(todayIs());
  const isTrayOpen = useSignal(false);
  const focused = useSignal('');
  const over = useSignal<number | 'none' | undefined>(undefined);
  const isWeek = useComputed(() => settings.value.layout === 'week');
  const days = useComputed(() => daysAround(at.value, isWeek.value));
  const found = useComputed(() => {
    everyCard(board.store);
    const [spans, undated]: [Span[], string[]] = [[], []];
    for (const id of cards.value) {
      const card = board.store.peek('card', id);
      const span = card && spanOf(card);
      if (span) spans.push(span);
      else if (card?.completedAt === null) undated.push(id);
    }
    return { spans, undated };
  });
  const shown = useComputed(() => {
    const [first = 0, last = 0] = [days.value[0], days.value.at(-1)];
    return found.value.spans.filter(({ from, to }) => to >= first && from <= last).sort(inOrder);
  });
  const undated = useComputed(() => found.value.undated);
  const ids = useComputed(() => [...shown.value.map(({ id }) => id), ...undated.value]);
  const stop = useComputed(() => (ids.value.includes(focused.value) ? focused.value : ids.value[0]));
  return useMemo(
    () => ({ board, isWeek, at, today, days, shown, undated, ids, isTrayOpen, stop, focused, over }),
    [board],
  );
}

/** Shows the month or week in which a card ends, unless some of its days are shown. */
export function goTo({ at, days }: CalendarState, { from, to }: Span): void {
  if (!days.peek().some((day) => day >= from && day <= to)) at.value = to;
}

/** Shows the next month or week, or the one before. */
export function turn({ at, isWeek }: CalendarState, by: 1 | -1): void {
  at.value = isWeek.peek() ? at.peek() + 7 * by : monthFrom(at.peek(), by);
}

/** The day of an element of the calendar. */
export function dayOfElement(element: Element | undefined): number | 'none' | undefined {
  const text = element?.closest<HTMLElement>('[data-day]')?.dataset.day;
  return text === undefined ? undefined : text === 'none' ? 'none' : Number(text);
}
