import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { may } from '../../board/may.ts';
import { isNarrow } from '../../board/narrow.ts';
import { focusCard } from '../../board/next-card.ts';
import { withSelected } from '../../board/select.ts';
import { cardOf } from '../../board/target.ts';
import type { Instead } from '../../board/view.ts';
import { viewTexts } from '../../messages/views.ts';
import { moveDays, weekdayOf } from '../days.ts';
import { useInstead } from '../instead.ts';
import type { ViewProps } from '../kind.ts';
import { useSideways, useWindow } from '../window.ts';
import { Bar } from './bar.tsx';
import { dragBars } from './drag.ts';
import { Head } from './head.tsx';
import { Links, useBlocking } from './links.tsx';
import { CardRow, GroupRow } from './row.tsx';
import { pixelsOf, remOfNames, type TimelineState, useTimeline } from './state.ts';

/** The cards of a board as bars from their start to when they are due, each in a row of its own. */
export function Timeline(props: ViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const state = useTimeline(props);
  const { board, lines } = state;
  const { places, ids, kept } = usePlaces(state);
  const { height, shown, reveal } = useWindow(root, lines, () => Math.max(0, kept.peek()));
  const seen = useSeen(root, state);
  const inView = useComputed(() => idsIn(state, shown.value));
  const blocking = useBlocking(state, inView);
  const instead = useMemo(() => insteadOf(root, state, ids, places, reveal), [state]);
  useInstead(board, root, instead);
  useEffect(() => (root.current ? dragBars(root.current, state) : undefined), [state]);
  useBar(root, state, props);
  const names = `${remOfNames()}rem`;
  const { from, to } = shown.value;
  const indexes = Array.from({ length: to - from }, (_, index) => from + index);
  const keptAt = kept.value;
  if (keptAt >= 0 && (keptAt < from || keptAt >= to)) indexes.push(keptAt);
  const all = lines.value;
  return (
    <div
      class="view table rows"
      ref={root}
      role="region"
      aria-label={viewTexts.kinds.timeline}
      style={isNarrow.value ? { borderRadius: 0 } : { margin: '0 0.875rem 0.875rem' }}
      onFocusIn={({ target }) => {
        state.focused.value = cardOf(target as Element)?.dataset.card ?? state.focused.peek();
      }}
      onKeyDown={(event) => onKey(event, state)}
    >
      <div style={{ position: 'relative', ...sizeOf(state, all.length, height.value, names) }}>
        <Head state={state} seen={seen} names={names} height={height.value} />
        <Ground state={state} names={names} height={height.value} />
        <Links state={state} blocking={blocking} places={places} height={height.value} names={names} />
        <div role="list">
          {indexes.map((index) => {
            const line = all[index];
            const place = { state, names, height: height.value, top: (index + 1) * height.value };
            if (line?.kind === 'card') return <CardRow key={line.key} line={line} {...place} />;
            return line?.kind === 'group' ? <GroupRow key={line.key} line={line} {...place} /> : null;
          })}
        </div>
      </div>
      {all.length === 0 && <p class="empty-hint">{viewTexts.timeline.nothing}</p>}
    </div>
  );
}

/** The cards among some lines, as a text, so that only a change of them is one. */
const idsIn = ({ lines }: TimelineState, { from, to }: { from: number; to: number }): string =>
  lines.value
    .slice(from, to)
    .flatMap((line) => (line.kind === 'card' ? [line.id] : []))
    .join(' ');

function sizeOf({ range, zoom }: TimelineState, lines: number, height: number, names: string) {
  const { first, end } = range.value;
  return {
    inlineSize: `calc(${names} + ${(end - first) * pixelsOf[zoom.value]}px)`,
    blockSize: `${(lines + 1) * height}px`,
    minBlockSize: '100%',
  };
}

/** Where the cards are, and which is the one that keeps the focus. */
function usePlaces({ lines, focused }: TimelineState) {
  const places = useComputed(
    () =>
      new Map(
        lines.value.flatMap((line, index) => (line.kind === 'card' ? [[line.id, index] as const] : [])),
      ),
  );
  const ids = useComputed(() => [...places.value.keys()]);
  const kept = useComputed(() => places.value.get(focused.value) ?? -1);
  useLayoutEffect(() => {
    focused.value ||= ids.peek()[0] ?? '';
  }, [ids.value]);
  return { places, ids, kept };
}

/** The days in view, in steps, so that most frames of scrolling render nothing. */
function useSeen(root: RefObject<HTMLElement | null>, { range, zoom }: TimelineState) {
  const { seen } = useSideways(root, step);
  return useComputed(() => {
    const { left, width } = seen.value;
    const from = range.value.first + Math.floor((left - step) / pixelsOf[zoom.value]);
    return { from, to: from + Math.ceil((width + 3 * step) / pixelsOf[zoom.value]) };
  });
}

const step = 400;

/** The controls in the bar; today is where a timeline begins, and stays in view when the days get another size. */
function useBar(root: RefObject<HTMLElement | null>, state: TimelineState, { bar, change }: ViewProps): void {
  const { today, range, zoom } = state;
  const toToday = () => {
    const element = root.current;
    if (!element) return;
    const left = (today.peek() - range.peek().first) * pixelsOf[zoom.peek()] - element.clientWidth / 5;
    element.scrollTo({ left: document.dir === 'rtl' ? -left : left, behavior: 'instant' });
  };
  useLayoutEffect(() => {
    bar.value = <Bar state={state} change={change} toToday={toToday} />;
    return () => {
      bar.value = null;
    };
  }, [state]);
  useLayoutEffect(toToday, [zoom.value, range.value.first]);
}

/** Weekends, and the line of today. */
function Ground({ state, names, height }: { state: TimelineState; names: string; height: number }) {
  const { first } = state.range.value;
  const zoom = state.zoom.value;
  const pixels = pixelsOf[zoom];
  // Saturday and Sunday, from the first of them on.
  const start = ((6 - weekdayOf(first)) % 7) * pixels;
  const fill = `repeating-linear-gradient(${document.dir === 'rtl' ? -90 : 90}deg, var(--hover) 0 ${2 * pixels}px, transparent ${2 * pixels}px ${7 * pixels}px)`;
  const within = { position: 'absolute', insetBlock: `${height}px 0`, pointerEvents: 'none' };
  return (
    <>
      {zoom !== 'months' && (
        <div style={{ ...within, insetInline: `calc(${names} + ${start}px) 0`, backgroundImage: fill }} />
      )}
      <div style={{ ...within, insetInline: 0 }}>
        <div
          style={{
            position: 'sticky',
            insetInlineStart: 0,
            zIndex: 3,
            inlineSize: names,
            blockSize: '100%',
            background: 'var(--surface)',
            borderInlineEnd: '1px solid var(--line)',
          }}
        />
      </div>
      <div
        style={{
          ...within,
          insetInlineStart: `calc(${names} + ${(state.today.value - first + 0.5) * pixels - 1}px)`,
          inlineSize: '2px',
          background: 'var(--accent)',
        }}
      />
    </>
  );
}

/** With Alt, the arrow keys move a card by a day or a week; with Shift as well, only when it is due. */
function onKey(event: KeyboardEvent, { board }: TimelineState): void {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const way = document.dir === 'rtl' ? -1 : 1;
  const days = { ArrowLeft: -way, ArrowRight: way, ArrowUp: -7, ArrowDown: 7 }[key];
  const id = cardOf(event.target as Element)?.dataset.card;
  if (!altKey || ctrlKey || metaKey || days === undefined || id === undefined || !may(board, 'card:edit'))
    return;
  event.preventDefault();
  moveDays(board, withSelected(board.store, id), days, shiftKey ? 'due' : 'both');
  focusCard(board, id);
}

/** What commands use instead of the lists of the board. */
function insteadOf(
  root: RefObject<HTMLElement | null>,
  state: TimelineState,
  ids: ReadonlySignal<readonly string[]>,
  places: ReadonlySignal<ReadonlyMap<string, number>>,
  reveal: (index: number) => Promise<void>,
): Instead {
  return {
    cards: ids,
    async reveal(id) {
      const place = places.peek().get(id);
      if (place === undefined) return undefined;
      state.focused.value = id;
      await reveal(place);
      return root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? undefined;
    },
    neighbourOf(card, to) {
      const all = ids.peek();
      const by = to === 'up' ? -1 : to === 'down' ? 1 : 0;
      return all[card === undefined ? 0 : all.indexOf(card) + by] ?? card;
    },
  };
}
