import { useComputed } from '@preact/signals';
import { Circle, CircleCheck } from 'lucide';
import { complete } from '../../board/doing.ts';
import { may } from '../../board/may.ts';
import { selected } from '../../board/select.ts';
import { t } from '../../messages/t.ts';
import { viewTexts } from '../../messages/views.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Card, Property } from '../property.ts';
import { TitleEditor } from './editing.tsx';
import type { TableState } from './state.ts';

interface CardLineProps {
  state: TableState;
  id: string;
  /** The key of its line. */
  line: string;
  index: number;
  top: number;
}

/** A card as a line of the table. */
export function CardLine({ state, id, line, index, top }: CardLineProps) {
  const { board, cursor, columns, shown, edited } = state;
  const card = board.store.get('card', id).value;
  const isSelected = useComputed(() => selected.value.has(id)).value;
  // A text, so that lines are rendered only when what is chosen of them changes.
  const chosen = useComputed(() => {
    const { top: first, bottom, left, right } = cursor.range;
    return cursor.at.value && index >= first && index <= bottom ? `${left} ${right}` : '';
  }).value;
  const stop = useComputed(() => (cursor.place === index ? cursor.column : -1)).value;
  const written = useComputed(() => (edited.value?.line === line ? edited.value.column : '')).value;
  if (!card) return null;
  const [left = -1, right = -1] = chosen === '' ? [] : chosen.split(' ').map(Number);
  return (
    <div
      class={isSelected ? 'grid-line chosen' : 'grid-line'}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-card={id}
      data-line={line}
      style={{ insetBlockStart: `${top}px` }}
    >
      {withStop(shown.value, stop).map((at) => {
        const column = columns.value[at];
        return (
          column && (
            <Cell
              key={column.id}
              state={state}
              id={id}
              column={column}
              at={at}
              isStop={at === stop}
              isChosen={at >= left && at <= right}
              isWritten={written === column.id && column.isWritten === true}
            />
          )
        );
      })}
    </div>
  );
}

/** The cell that has the Tab key is in the DOM even out of view. */
const withStop = (shown: readonly number[], stop: number): readonly number[] =>
  stop < 0 || shown.includes(stop) ? shown : [...shown, stop].sort((one, other) => one - other);

interface CellProps extends Pick<CardLineProps, 'state' | 'id'> {
  column: Property;
  at: number;
  isStop: boolean;
  isChosen: boolean;
  isWritten: boolean;
}

/** It reads its card itself: a component without a signal would be rendered whenever its line is. */
function Cell({ state, id, column, at, isStop, isChosen, isWritten }: CellProps) {
  const card = state.board.store.get('card', id).value;
  if (!card) return null;
  return (
    <div
      class={styleOf(column, isChosen)}
      role="gridcell"
      aria-colindex={at + 1}
      tabIndex={isStop ? 0 : -1}
      data-column={at}
      style={placeOf(column, at)}
      title={column.id === 'title' || column.id === 'key' ? undefined : titleOf(column, card) || undefined}
    >
      {isWritten ? <TitleEditor state={state} card={card} column={column} /> : contentOf(state, card, column)}
    </div>
  );
}

const titleOf = ({ title, text }: Property, card: Card): string => (title ?? text)(card);

/** Numbers are at the end side. */
export const placeOf = ({ isNumber }: Property, at: number) => ({
  gridArea: `1 / ${at + 1}`,
  ...(isNumber ? atEnd : {}),
});

export const atEnd = { justifyContent: 'safe flex-end' };

const styleOf = ({ id }: Property, isChosen: boolean): string =>
  ['row cell', isChosen && 'in-range', id === 'title' && 'name'].filter(Boolean).join(' ');

/** Its key leads to the card, and its title begins with the circle that marks it done. */
function contentOf(state: TableState, card: Card, column: Property) {
  if (column.id === 'key')
    return (
      <a class="quiet" href={`/c/${card.publicId}`} tabIndex={-1} draggable={false}>
        {column.cell(card) || t.board.done}
      </a>
    );
  if (column.id !== 'title') return column.cell(card);
  const isDone = card.completedAt !== null;
  const name = isDone ? viewTexts.reopen : viewTexts.markDone;
  const circle = (
    <span class={isDone ? 'badge done' : 'badge'}>
      <Icon of={isDone ? CircleCheck : Circle} />
    </span>
  );
  return (
    <>
      {may(state.board, 'card:edit') ? (
        <button
          class="button plain small icon-only"
          type="button"
          tabIndex={-1}
          aria-label={name}
          title={name}
          onClick={() => complete(state.board, [card.publicId])}
        >
          {circle}
        </button>
      ) : (
        circle
      )}
      <span class={isDone ? 'one-line quiet' : 'one-line'} dir="auto">
        {card.title}
      </span>
    </>
  );
}
