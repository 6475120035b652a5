import { useComputed } from '@preact/signals';
import { dayNames } from '../../messages/formats.ts';
import { viewTexts } from '../../messages/views.ts';
import { PopoverButton } from '../../ui/popover.tsx';
import { dateOn, monthFrom, type Span } from '../days.ts';
import { Entry } from './entry.tsx';
import { type Piece, weekOf } from './lay-out.ts';
import type { CalendarState } from './state.ts';

/* Whole weeks, below each other; each day is a column of lines, and a card of several days a bar over them. */

/** Cards of a day that are listed at most. */
const most = 200;

interface WeeksProps {
  state: CalendarState;
  /** How many cards of a day there is room for, and pixels of one. */
  lines: number;
  height: number;
}

export function Weeks({ state, lines, height }: WeeksProps) {
  const days = state.days.value;
  const firsts = days.filter((_, index) => index % 7 === 0);
  return (
    <>
      <div style={columns} aria-hidden="true">
        {days.slice(0, 7).map((day) => (
          <b key={day} class="fine quiet" style={{ padding: '0.375rem 0.625rem' }}>
            {dayNames.shortWeekday(dateOn(day))}
          </b>
        ))}
      </div>
      {firsts.map((first) => (
        <Week key={first} state={state} first={first} lines={lines} height={height} />
      ))}
    </>
  );
}

const columns = { display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' };

function Week({ state, first, lines, height }: WeeksProps & { first: number }) {
  const { pieces, more } = weekOf(first, state.shown.value, lines);
  const rows = Math.max(1, ...pieces.map(({ line }) => line + 1), more.some(Boolean) ? lines : 0);
  const { value: stop } = state.stop;
  return (
    <div
      role="list"
      style={{
        ...columns,
        flex: '1 0 0',
        minBlockSize: `${28 + Math.max(3, rows) * (height + 2) + 4}px`,
        gridTemplateRows: `1.75rem repeat(${rows}, ${height + 2}px) minmax(4px, 1fr)`,
      }}
    >
      {more.map((_, column) => (
        <Day key={column} state={state} day={first + column} column={column} />
      ))}
      {pieces.map((piece) => (
        <Placed key={piece.span.id} state={state} piece={piece} first={first} stop={stop} />
      ))}
      {more.map(
        (count, column) =>
          count > 0 && (
            <div
              key={column}
              role="listitem"
              style={{ gridColumn: column + 1, gridRow: lines + 1, paddingInline: '0.25rem' }}
            >
              <More state={state} day={first + column} count={count} />
            </div>
          ),
      )}
    </div>
  );
}

interface PlacedProps {
  state: CalendarState;
  piece: Piece;
  first: number;
  stop: string | undefined;
}

function Placed({ state, piece, first, stop }: PlacedProps) {
  const { span, column, length, line } = piece;
  const isContinued = span.from < first;
  const isCut = span.to >= first + 7;
  return (
    <div
      role="listitem"
      data-card={span.id}
      style={{
        gridColumn: `${column + 1} / span ${length}`,
        gridRow: line + 2,
        minInlineSize: 0,
        paddingBlockEnd: '2px',
        paddingInline: `${isContinued ? 0 : '0.25rem'} ${isCut ? 0 : '0.25rem'}`,
      }}
    >
      <Entry board={state.board} span={span} isStop={stop === span.id} isContinued={isContinued} />
    </div>
  );
}

/** The ground of a day, with its number. */
function Day({ state, day, column }: { state: CalendarState; day: number; column: number }) {
  const isOver = useComputed(() => state.over.value === day).value;
  const isToday = state.today.value === day;
  const isOther = !state.isWeek.value && monthFrom(day) !== monthFrom(state.at.value);
  return (
    <div
      role="listitem"
      data-day={day}
      aria-current={isToday ? 'date' : undefined}
      style={{
        gridColumn: column + 1,
        gridRow: '1 / -1',
        background: isOver ? 'var(--accent-soft)' : isOther ? 'var(--sunken)' : undefined,
        boxShadow: isOver ? 'inset 0 0 0 2px var(--accent)' : 'inset -1px 1px 0 var(--line)',
        padding: '0.25rem',
      }}
    >
      <span
        class={isOther ? 'fine quiet' : 'fine'}
        style={{
          display: 'inline-block',
          minInlineSize: '1.5rem',
          paddingInline: '0.25rem',
          lineHeight: '1.375rem',
          textAlign: 'center',
          borderRadius: '0.6875rem',
          fontWeight: isOther ? undefined : 550,
          ...(isToday ? { background: 'var(--accent)', color: 'var(--on-accent)' } : {}),
        }}
      >
        <span aria-hidden="true">{new Date(dateOn(day)).getUTCDate()}</span>
        <span class="unseen">{dayNames.whole(dateOn(day))}</span>
      </span>
    </div>
  );
}

/** How many cards of a day have no room, and all of its cards. */
export function More({ state, day, count }: { state: CalendarState; day: number; count: number }) {
  const texts = viewTexts.calendar;
  const whole = dayNames.whole(dateOn(day));
  return (
    <PopoverButton
      id={`day-${day}`}
      label={texts.moreOn(count, whole)}
      class="button plain small"
      face={texts.more(count)}
    >
      <div class="account">
        <b>{whole}</b>
        <AllOf state={state} day={day} />
      </div>
    </PopoverButton>
  );
}

function AllOf({ state, day }: { state: CalendarState; day: number }) {
  const spans = state.shown.value.filter(({ from, to }) => from <= day && to >= day);
  const entry = (span: Span) => (
    <li key={span.id} style={{ blockSize: 'max(1.75rem, var(--touch))', paddingBlock: '1px' }}>
      <Entry board={state.board} span={span} isStop isContinued={false} />
    </li>
  );
  return (
    <ul style={{ overflow: 'auto', maxBlockSize: '24rem', inlineSize: '17rem', maxInlineSize: '100%' }}>
      {spans.slice(0, most).map(entry)}
      {spans.length > most && <li class="quiet">{viewTexts.calendar.more(spans.length - most)}</li>}
    </ul>
  );
}
