import { useComputed } from '@preact/signals';
import { Check } from 'lucide';
import { urgencyOf } from '../../board/due.ts';
import type { OpenBoard } from '../../board/open.ts';
import { selected } from '../../board/select.ts';
import { time } from '../../messages/formats.ts';
import { viewTexts } from '../../messages/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { daysText, type Span } from '../days.ts';
import type { Card } from '../property.ts';

/** The colour of a card in views that show it as a bar: that of its first label. */
export const colourOf = ({ store }: OpenBoard, { labelPublicIds: [label] }: Card): string =>
  (label && store.get('label', label).value?.colourCode) || 'gray';

type State = 'done' | 'overdue' | '';

export const stateOf = ({ completedAt, dueDate }: Card): State =>
  completedAt !== null
    ? 'done'
    : dueDate !== null && urgencyOf(dueDate, new Date()) === 'overdue'
      ? 'overdue'
      : '';

/** What cards look like in each state: with their color, in red, or as an outline. */
const styles: Readonly<Record<State, string>> = { '': 'label', overdue: 'badge overdue', done: 'chip' };

const shape = {
  display: 'flex',
  gap: '0.25rem',
  alignItems: 'center',
  blockSize: '100%',
  paddingInline: '0.375rem',
  fontWeight: 450,
  textDecoration: 'none',
};

interface EntryProps {
  board: OpenBoard;
  span: Span;
  isStop: boolean;
  /** Whether it goes on from the week before. */
  isContinued: boolean;
}

/** A card as a line or bar of the calendar. */
export function Entry({ board, span, isStop, isContinued }: EntryProps) {
  const card = board.store.get('card', span.id).value;
  const isSelected = useComputed(() => selected.value.has(span.id)).value;
  if (!card) return null;
  const state = stateOf(card);
  const days = daysText(span);
  return (
    <a
      class={styles[state]}
      href={`/c/${span.id}`}
      draggable={false}
      tabIndex={isStop && !isContinued ? 0 : -1}
      title={`${card.title} · ${days}`}
      style={{
        ...shape,
        '--colour': colourOf(board, card),
        ...(isSelected ? { boxShadow: 'inset 0 0 0 2px var(--accent)' } : {}),
      }}
    >
      {state === 'done' && <Icon of={Check} size={14} />}
      {span.at !== undefined && span.from === span.to && <b>{time(new Date(span.at))}</b>}
      <span class="one-line" dir="auto">
        {card.title}
      </span>
      <span class="unseen">{[days, state && viewTexts.calendar[state]].filter(Boolean).join(', ')}</span>
    </a>
  );
}
