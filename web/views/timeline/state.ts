import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { isNarrow } from '../../board/narrow.ts';
import type { OpenBoard } from '../../board/open.ts';
import { everyCard } from '../arrange.ts';
import { type Ends, type Span, spanOf, useToday } from '../days.ts';
import type { ViewProps } from '../kind.ts';
import { type Line, linesOf } from '../lines.ts';
import { propertiesOf } from '../properties.tsx';

/** What the parts of a timeline share. */
export interface TimelineState {
  readonly board: OpenBoard;
  readonly zoom: ReadonlySignal<Zoom>;
  readonly today: ReadonlySignal<number>;
  /** The first day that it reaches, and the one after its last. */
  readonly range: ReadonlySignal<{ first: number; end: number }>;
  readonly lines: ReadonlySignal<readonly Line[]>;
  /** How many cards have dates. */
  readonly count: ReadonlySignal<number>;
  readonly folded: Signal<ReadonlySet<string>>;
  /** What is being dragged, and by how many days. */
  readonly held: Signal<{ ids: readonly string[]; days: number; ends: Ends } | undefined>;
  /** The card that has the Tab key, or had the focus last. */
  readonly focused: Signal<string>;
  /** How many cards in view start before what they wait for. */
  readonly broken: Signal<number>;
}

export const zooms = ['days', 'weeks', 'months'] as const;

export type Zoom = (typeof zooms)[number];

/** Pixels of a day. */
export const pixelsOf: Readonly<Record<Zoom, number>> = { days: 40, weeks: 16, months: 5 };

/** Width of the names, which stay in view when it scrolls. */
export const remOfNames = (): number => (isNarrow.value ? 7 : 16.75);

export const pixelsOfNames = (): number =>
  remOfNames() * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Days around today that it reaches at most; what is further away is cut off. */
const furthest = 5 * 366;

export function useTimeline({ board, cards, settings }: ViewProps): TimelineState {
  const { store } = board;
  const today = useToday();
  const folded = useSignal<ReadonlySet<string>>(new Set());
  const held = useSignal<TimelineState['held']['value']>(undefined);
  const focused = useSignal('');
  const broken = useSignal(0);
  const zoom = useComputed(() => zooms.find((each) => each === settings.value.layout) ?? 'days');
  const spans = useComputed((): Span[] => {
    everyCard(store);
    const found = cards.value.flatMap((id) => {
      const card = store.peek('card', id);
      return (card && spanOf(card)) ?? [];
    });
    return settings.value.sort.length > 0
      ? found
      : found.toSorted((one, other) => one.from - other.from || one.to - other.to);
  });
  const range = useComputed(() => {
    let [first, last] = [today.value - 30, today.value + 90];
    for (const { from, to } of spans.value) {
      first = Math.min(first, from - 7);
      last = Math.max(last, to + 30);
    }
    return {
      first: Math.max(first, today.value - furthest),
      end: Math.min(last, today.value + furthest) + 1,
    };
  });
  const lines = useComputed(() => {
    const ids = spans.value.map(({ id }) => id);
    return linesOf(store, ids, propertiesOf(board), settings.value, folded.value).filter(
      (line) => line.kind === 'card' || (line.kind === 'group' && line.group.cards.length > 0),
    );
  });
  const count = useComputed(() => spans.value.length);
  return useMemo(() => ({ board, zoom, today, range, lines, count, folded, held, focused, broken }), [board]);
}

/** The days of a card as they would be if what is held were dropped now. */
export function spanNow({ board, held }: TimelineState, id: string): Span | undefined {
  const card = board.store.get('card', id).value;
  const span = card && spanOf(card);
  if (!span) return undefined;
  const now = held.value?.ids.includes(id) ? held.value : undefined;
  if (!now) return span;
  const { from, to } = span;
  const { days, ends } = now;
  return {
    ...span,
    from: ends === 'due' ? from : ends === 'start' ? Math.min(from + days, to) : from + days,
    to: ends === 'start' ? to : ends === 'due' ? Math.max(to + days, from) : to + days,
  };
}

/** Where a card stands, in pixels from the first day. */
export function placeOf(state: TimelineState, { from, to }: Span): { start: number; size: number } {
  const { first, end } = state.range.value;
  const pixels = pixelsOf[state.zoom.value];
  const start = Math.max(0, from - first) * pixels;
  return { start, size: Math.max(pixels, Math.min(to + 1, end) * pixels - first * pixels - start) };
}
