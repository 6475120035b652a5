import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { may } from '../../board/may.ts';
import { isNarrow } from '../../board/narrow.ts';
import { focusCard } from '../../board/next-card.ts';
import { withSelected } from '../../board/select.ts';
import { cardOf } from '../../board/target.ts';
import type { Instead } from '../../board/view.ts';
import { viewTexts } from '../../messages/views.ts';
import { moveDays, planOn, spanOf } from '../days.ts';
import { useInstead } from '../instead.ts';
import type { ViewProps } from '../kind.ts';
import { Agenda } from './agenda.tsx';
import { Bar } from './bar.tsx';
import { planByDrag } from './drag.ts';
import { type CalendarState, goTo, turn, useCalendar } from './state.ts';
import { Tray } from './tray.tsx';
import { Weeks } from './weeks.tsx';

/** The cards of a board on their days. */
export function Calendar(props: ViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const state = useCalendar(props);
  const { board, isTrayOpen, focused } = state;
  const instead = useMemo(() => insteadOf(root, state), [state]);
  useInstead(board, root, instead);
  useLayoutEffect(() => {
    props.bar.value = <Bar state={state} change={props.change} />;
    return () => {
      props.bar.value = null;
    };
  }, [state]);
  useEffect(() => (root.current ? planByDrag(root.current, state) : undefined), [state]);
  const { lines, height } = useRoom(root, state);
  return (
    <div
      class="view rows"
      ref={root}
      role="region"
      aria-label={viewTexts.kinds.calendar}
      style={{
        display: 'flex',
        flexDirection: isNarrow.value ? 'column' : 'row',
        flex: 1,
        minBlockSize: 0,
        overflow: 'hidden',
        ...(isNarrow.value ? { borderRadius: 0 } : { margin: '0 0.875rem 0.875rem' }),
      }}
      onFocusIn={({ target }) => {
        focused.value = cardOf(target as Element)?.dataset.card ?? focused.peek();
      }}
      onKeyDown={(event) => onKey(event, state)}
    >
      <div data-scrolls tabIndex={-1} style={scroller}>
        {isNarrow.value ? (
          <Agenda state={state} />
        ) : (
          <Weeks state={state} lines={state.isWeek.value ? mostInWeek : lines.value} height={height.value} />
        )}
      </div>
      {isTrayOpen.value && <Tray state={state} />}
    </div>
  );
}

const scroller = {
  display: 'flex',
  flex: 1,
  flexDirection: 'column',
  minInlineSize: 0,
  minBlockSize: 0,
  overflow: 'auto',
};

/** Cards of a day in a week: it scrolls. */
const mostInWeek = 40;

/** How many cards of a day there is room for, and how high one is. */
function useRoom(root: RefObject<HTMLElement | null>, { days }: CalendarState) {
  const lines = useSignal(4);
  const height = useSignal(22);
  const weeks = days.value.length / 7;
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const measure = () => {
      height.value = matchMedia('(pointer: coarse)').matches ? 36 : 22;
      const room = (element.clientHeight - 32) / weeks - 32;
      lines.value = Math.max(3, Math.floor(room / (height.value + 2)));
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, [weeks]);
  return { lines, height };
}

const days: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** With Alt, the arrow keys move a card by a day or a week; without a date it becomes due today. */
function onKey(event: KeyboardEvent, state: CalendarState): void {
  const { board, today } = state;
  const { key, altKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey || (event.target as Element).closest('[popover]')) return;
  const pages = altKey ? undefined : { PageUp: -1 as const, PageDown: 1 as const }[key];
  const step = altKey ? days[key] : undefined;
  const id = cardOf(event.target as Element)?.dataset.card;
  if (pages === undefined && (step === undefined || id === undefined || !may(board, 'card:edit'))) return;
  event.preventDefault();
  if (pages !== undefined) return turn(state, pages);
  const ids = withSelected(board.store, id ?? '');
  const card = board.store.peek('card', id ?? '');
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const by = (step ?? 0) * (isSideways && document.dir === 'rtl' ? -1 : 1);
  if (card && spanOf(card)) moveDays(board, ids, by);
  else planOn(board, ids, today.peek());
  focusCard(board, id);
}

/** What commands use instead of the lists of the board. */
function insteadOf(root: RefObject<HTMLElement | null>, state: CalendarState): Instead {
  const { board, ids, isTrayOpen, focused } = state;
  const elementOf = (id: string) =>
    root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? undefined;
  const spanIn = (id: string) => {
    const card = board.store.peek('card', id);
    return card && spanOf(card);
  };
  return {
    cards: ids,
    async reveal(id) {
      const span = spanIn(id);
      if (span) goTo(state, span);
      else isTrayOpen.value = true;
      focused.value = id;
      // Wait until signals have updated the DOM.
      await new Promise((done) => setTimeout(done));
      const element = elementOf(id);
      element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return element;
    },
    // Up and down to the next card, left and right to that of another day; not to those for which there is no room.
    neighbourOf(card, to) {
      const all = ids.peek();
      if (card === undefined) return all[0];
      const step = to === 'up' || to === 'left' ? -1 : 1;
      const isOfDay = (id: string) => to !== 'up' && to !== 'down' && spanIn(id)?.from === spanIn(card)?.from;
      let at = all.indexOf(card) + step;
      for (let id = all[at]; id !== undefined && (!elementOf(id) || isOfDay(id)); id = all[at]) at += step;
      return all[at] ?? card;
    },
  };
}
