import { useComputed } from '@preact/signals';
import { Check } from 'lucide';
import { may } from '../../board/may.ts';
import type { OpenBoard } from '../../board/open.ts';
import { selected } from '../../board/select.ts';
import { viewTexts } from '../../messages/views.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { colourOf, stateOf } from '../calendar/entry.tsx';
import { daysText } from '../days.ts';
import { GroupButton } from '../group-button.tsx';
import type { Line } from '../lines.ts';
import type { Card } from '../property.ts';
import { placeOf, spanNow, type TimelineState } from './state.ts';

interface RowProps<K extends Line['kind']> {
  state: TimelineState;
  line: Extract<Line, { kind: K }>;
  top: number;
  height: number;
  names: string;
}

const rowStyle = (top: number, height: number) => ({
  position: 'absolute',
  insetInline: 0,
  insetBlockStart: `${top}px`,
  blockSize: `${height}px`,
});

const nameStyle = {
  position: 'sticky',
  insetInlineStart: 0,
  zIndex: 3,
  alignItems: 'center',
  blockSize: '100%',
  paddingInline: '0.75rem',
  overflow: 'hidden',
  background: 'var(--surface)',
  borderInlineEnd: '1px solid var(--line)',
};

/** The name of a group, which folds it. */
export function GroupRow({ state, line, top, height, names }: RowProps<'group'>) {
  return (
    <div role="listitem" style={rowStyle(top, height)}>
      <div class="row" style={{ ...nameStyle, inlineSize: names, paddingInline: '0.25rem' }}>
        <GroupButton line={line} folded={state.folded} />
      </div>
    </div>
  );
}

/** A card with its bar. */
export function CardRow({ state, line: { id, key }, top, height, names }: RowProps<'card'>) {
  const { board, focused } = state;
  const card = board.store.get('card', id).value;
  const isSelected = useComputed(() => selected.value.has(id)).value;
  const isStop = useComputed(() => focused.value === id).value;
  const span = spanNow(state, id);
  if (!card || !span) return null;
  const is = stateOf(card);
  return (
    <div role="listitem" data-card={id} data-line={key} style={rowStyle(top, height)}>
      <div
        class="row"
        style={{
          ...nameStyle,
          inlineSize: names,
          ...(isSelected ? { background: 'var(--accent-soft)' } : {}),
        }}
      >
        <a
          class={is === 'done' ? 'one-line quiet' : 'one-line'}
          href={`/c/${id}`}
          tabIndex={isStop ? 0 : -1}
          draggable={false}
          style={{
            color: is === 'done' ? undefined : 'inherit',
            textDecoration: 'none',
            lineHeight: `${height}px`,
            flex: 1,
          }}
        >
          <span dir="auto">{card.title}</span>
          <span class="unseen">
            {[daysText(span), is && viewTexts.calendar[is]].filter(Boolean).join(', ')}
          </span>
        </a>
      </div>
      <Bar state={state} card={card} isSelected={isSelected} names={names} />
    </div>
  );
}

/** Pixels of a bar that has room for its title. */
const roomy = 110;

interface BarProps {
  state: TimelineState;
  card: Card;
  isSelected: boolean;
  names: string;
}

function Bar({ state, card, isSelected, names }: BarProps) {
  const { board } = state;
  const span = spanNow(state, card.publicId);
  if (!span) return null;
  const { start, size } = placeOf(state, span);
  const is = stateOf(card);
  const title = (
    <span class="one-line" dir="auto">
      {card.title}
    </span>
  );
  const at = `calc(${names} + ${start}px)`;
  return (
    <>
      <a
        class={is === 'done' ? 'chip' : is === 'overdue' ? 'badge overdue' : 'label'}
        href={`/c/${card.publicId}`}
        tabIndex={-1}
        aria-hidden="true"
        draggable={false}
        data-bar
        title={`${card.title} · ${daysText(span)}`}
        style={{
          ...barStyle,
          insetInlineStart: at,
          inlineSize: `${size}px`,
          '--colour': colourOf(board, card),
          ...(isSelected ? { boxShadow: '0 0 0 2px var(--accent)' } : {}),
        }}
      >
        {is === 'done' && <Icon of={Check} size={14} />}
        {size >= roomy && <Face board={board} card={card} />}
        {size >= roomy && title}
        {card.itemCount > 0 && size >= roomy && <Progress card={card} />}
        {may(board, 'card:edit') && (
          <>
            <span data-end="start" style={{ ...endStyle, insetInlineStart: 0 }} />
            <span data-end="due" style={{ ...endStyle, insetInlineEnd: 0 }} />
          </>
        )}
      </a>
      {size < roomy && (
        <span
          class="fine"
          aria-hidden="true"
          style={{ ...besideStyle, insetInlineStart: `calc(${at} + ${size + 6}px)` }}
        >
          {title}
        </span>
      )}
    </>
  );
}

const barStyle = {
  position: 'absolute',
  insetBlock: '0.3125rem',
  display: 'flex',
  gap: '0.375rem',
  alignItems: 'center',
  maxInlineSize: 'none',
  paddingInline: '0.5rem',
  overflow: 'hidden',
  fontWeight: 450,
  textDecoration: 'none',
  borderRadius: 'var(--radius-s)',
};

const endStyle = {
  position: 'absolute',
  insetBlock: 0,
  inlineSize: '0.5rem',
  cursor: 'ew-resize',
};

const besideStyle = {
  position: 'absolute',
  insetBlock: 0,
  display: 'flex',
  alignItems: 'center',
  maxInlineSize: '16rem',
  pointerEvents: 'none',
};

function Face({ board, card }: { board: OpenBoard; card: Card }) {
  const [first = ''] = card.memberPublicIds;
  const user = board.store.get('member', first).value?.user;
  return user ? <Avatar id={user.id} name={user.name ?? ''} size="small" /> : null;
}

const Progress = ({ card: { itemCount, completedItemCount } }: { card: Card }) => (
  <progress
    value={completedItemCount}
    max={itemCount}
    style={{
      position: 'absolute',
      insetInline: '0.375rem',
      insetBlockEnd: '2px',
      inlineSize: 'auto',
      blockSize: '3px',
    }}
  />
);
