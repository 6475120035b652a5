import { useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { may } from '../../board/may.ts';
import { isNarrow } from '../../board/narrow.ts';
import type { Instead } from '../../board/view.ts';
import { viewTexts } from '../../messages/views.ts';
import { useInstead } from '../instead.ts';
import type { ViewProps } from '../kind.ts';
import { type Line, linesOf } from '../lines.ts';
import { fixedColumns, propertiesOf } from '../properties.tsx';
import { columnsOf } from '../toolbar.tsx';
import { useColumns, useWindow } from '../window.ts';
import { Cursor } from './cursor.ts';
import { Editing } from './editing.tsx';
import { FootLine, GroupLine } from './group.tsx';
import { Head } from './head.tsx';
import { onKey } from './keys.ts';
import { onCellPointer } from './pointer.ts';
import { CardLine } from './row.tsx';
import { clearCells, copied, paste, valuesOf } from './sheet.ts';
import type { TableState } from './state.ts';

/** The cards of a board as the lines of a table, edited where they stand. */
export function Table(props: ViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const state = useTable(root, props);
  const { board, lines, columns } = state;
  const { height, shown, reveal } = useWindow(root, lines, () => state.cursor.place);
  const instead = useMemo(() => insteadOf(root, state, props.cards, reveal), [state]);
  useInstead(board, root, instead);
  useFocus(root, state, reveal);
  const all = lines.value;
  const { from, to } = shown.value;
  const kept = state.cursor.at.value ? state.cursor.place : -1;
  const indexes = Array.from({ length: to - from }, (_, index) => from + index);
  if (kept >= 0 && (kept < from || kept >= to)) indexes.push(kept);
  const sheet = () => ({ board, lines: lines.peek(), columns: columns.peek(), range: state.cursor.range });
  const mayEdit = may(board, 'card:edit');
  return (
    <div
      class={state.isAside.value ? 'view table rows aside' : 'view table rows'}
      ref={root}
      style={{
        '--columns': columns.value.map(({ width }) => `${width}rem`).join(' '),
        ...(isNarrow.value ? { borderRadius: 0 } : { margin: '0 0.875rem 0.875rem' }),
      }}
    >
      <div
        class="grid"
        role="grid"
        aria-label={viewTexts.table}
        aria-rowcount={all.length + 1}
        aria-colcount={columns.value.length}
        aria-multiselectable="true"
        style={{ blockSize: `${(all.length + 1) * height.value}px` }}
        onKeyDown={(event) => onKey(event, state, () => mayEdit && clearCells(sheet()))}
        onPointerDown={(event) => event.pointerType === 'mouse' && onCellPointer(event, state)}
        onClick={(event) => !isMouse(event) && onCellPointer(event, state)}
        onDblClick={(event) => onCellPointer(event, state, true)}
        onCopy={(event) => {
          if (isInField(event)) return;
          event.preventDefault();
          event.clipboardData?.setData('text/plain', copied(sheet()));
        }}
        onPaste={(event) => {
          if (isInField(event) || !mayEdit) return;
          event.preventDefault();
          paste(sheet(), valuesOf(event.clipboardData?.getData('text/plain') ?? ''));
        }}
      >
        <Head state={state} settings={props.settings} change={props.change} />
        {indexes.map((index) => {
          const line = all[index];
          return (
            line && (
              <Shown
                key={line.key}
                line={line}
                state={state}
                index={index}
                top={(index + 1) * height.value}
              />
            )
          );
        })}
      </div>
      {all.length <= 1 && <p class="empty-hint">{viewTexts.noCards}</p>}
      <Editing state={state} />
    </div>
  );
}

/** What commands use instead of the lists of the board. */
const insteadOf = (
  root: RefObject<HTMLDivElement | null>,
  { lines, places, cursor }: TableState,
  cards: Instead['cards'],
  reveal: (index: number) => Promise<void>,
): Instead => ({
  cards,
  reveal: async (id) => {
    const line = lines.peek().find((each) => each.kind === 'card' && each.id === id);
    if (!line) return undefined;
    cursor.go(line.key, 0);
    await reveal(places.peek().get(line.key) ?? 0);
    return root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? undefined;
  },
  neighbourOf: (card, to) => {
    const ids = lines.peek().flatMap((line) => (line.kind === 'card' ? [line.id] : []));
    const step = to === 'up' ? -1 : to === 'down' ? 1 : 0;
    return ids[card === undefined ? 0 : ids.indexOf(card) + step] ?? card;
  },
});

/** What scrolls begins with a touch, too: only one that is a tap is for a cell. */
const isMouse = (event: Event): boolean => (event as PointerEvent).pointerType === 'mouse';

const isInField = ({ target }: Event): boolean => (target as Element).matches('input, textarea');

function useTable(root: RefObject<HTMLDivElement | null>, { board, cards, settings }: ViewProps): TableState {
  const folded = useSignal<ReadonlySet<string>>(new Set());
  const properties = useComputed(() => propertiesOf(board));
  const columns = useComputed(() => {
    const chosen = columnsOf(properties.value, settings.value.columns);
    // On a phone, what a card is called is enough of what stays in view.
    return isNarrow.value
      ? chosen.map((each) => (each.id === 'title' ? { ...each, width: 14 } : each))
      : chosen;
  });
  const lines = useComputed(() =>
    linesOf(board.store, cards.value, properties.value, settings.value, folded.value),
  );
  const places = useComputed(() => new Map(lines.value.map(({ key }, index) => [key, index])));
  const widths = useComputed(() => columns.value.map(({ width }) => width));
  const { shown, isAside } = useColumns(root, widths, fixedColumns);
  const edited = useSignal<TableState['edited']['value']>(undefined);
  return useMemo(
    () => ({
      board,
      lines,
      places,
      columns,
      shown,
      isAside,
      folded,
      edited,
      settings,
      cursor: new Cursor(lines, places, () => columns.peek().length),
    }),
    [board],
  );
}

/** Moves the focus of the browser to the cell of the cursor, where the table has it. */
function useFocus(
  root: { current: HTMLElement | null },
  { cursor, edited }: TableState,
  reveal: (index: number) => Promise<void>,
): void {
  const at = cursor.at.value;
  const isEdited = edited.value !== undefined;
  useLayoutEffect(() => {
    const within = root.current;
    if (!at || isEdited || !within) return;
    const isHere = within.contains(document.activeElement) || document.activeElement === document.body;
    if (!isHere) return;
    void reveal(cursor.place).then(() => {
      // A picker may have been opened meanwhile.
      if (edited.peek()) return;
      const cell = within.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]');
      cell?.focus({ preventScroll: true });
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }, [at, isEdited]);
}

interface ShownProps {
  line: Line;
  state: TableState;
  index: number;
  top: number;
}

function Shown({ line, state, index, top }: ShownProps) {
  if (line.kind === 'card')
    return <CardLine state={state} id={line.id} line={line.key} index={index} top={top} />;
  return line.kind === 'group' ? (
    <GroupLine state={state} line={line} index={index} top={top} />
  ) : (
    <FootLine state={state} line={line} index={index} top={top} />
  );
}
