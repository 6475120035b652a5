import { useComputed } from '@preact/signals';
import { Calendar, CircleCheck, Clock, Flag } from 'lucide';
import { selected } from '../../board/select.ts';
import { dayNames, time } from '../../messages/formats.ts';
import { viewTexts } from '../../messages/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { dateOn, daysText, monthFrom, type Span } from '../days.ts';
import { stateOf } from './entry.tsx';
import type { CalendarState } from './state.ts';
import { More } from './weeks.tsx';

/* On a phone: the days below each other, each with the cards that start or are due then. */

/** Cards of a day that are shown at most. */
const most = 30;

export function Agenda({ state }: { state: CalendarState }) {
  const month = monthFrom(state.at.value);
  const days = state.days.value.filter((day) => state.isWeek.value || monthFrom(day) === month);
  const byDay = new Map<number, Span[]>();
  const add = (day: number, span: Span) => byDay.set(day, [...(byDay.get(day) ?? []), span]);
  for (const span of state.shown.value) {
    // What began before is under the first day, and what is due under its own as well.
    const first = Math.max(span.from, days[0] ?? 0);
    add(first, span);
    if (span.to !== first) add(span.to, span);
  }
  const kept = days.filter((day) => state.isWeek.value || byDay.has(day) || day === state.today.value);
  return (
    <>
      {kept.map((day) => (
        <Day key={day} state={state} day={day} spans={byDay.get(day) ?? []} />
      ))}
      {kept.length === 0 && <p class="empty-hint">{viewTexts.calendar.nothing}</p>}
    </>
  );
}

function Day({ state, day, spans }: { state: CalendarState; day: number; spans: readonly Span[] }) {
  const isOver = useComputed(() => state.over.value === day).value;
  const isToday = state.today.value === day;
  return (
    <section
      data-day={day}
      style={{
        padding: '0.375rem 0.5rem',
        background: isOver ? 'var(--accent-soft)' : undefined,
        borderBlockEnd: '1px solid var(--line)',
      }}
    >
      <h3 aria-current={isToday ? 'date' : undefined} style={isToday ? todayStyle : headStyle}>
        {isToday ? `${viewTexts.calendar.today} · ` : ''}
        {dayNames.near(dateOn(day))}
      </h3>
      <ul>
        {spans.slice(0, most).map((span) => (
          <Line key={span.id} state={state} span={span} day={day} />
        ))}
      </ul>
      {spans.length > most && <More state={state} day={day} count={spans.length - most} />}
    </section>
  );
}

const headStyle = { padding: '0.25rem 0.5rem', fontSize: 'var(--size-sm)' };
const todayStyle = { ...headStyle, color: 'var(--accent)' };

const colours = { '': 'var(--text-soft)', overdue: 'var(--danger)', done: 'var(--success)' };

function Line({ state, span, day }: { state: CalendarState; span: Span; day: number }) {
  const { id, at, from, to } = span;
  const card = state.board.store.get('card', id).value;
  const isSelected = useComputed(() => selected.value.has(id)).value;
  if (!card) return null;
  const is = stateOf(card);
  const isDue = to === day;
  const icon = is === 'done' ? CircleCheck : !isDue ? Flag : at === undefined ? Calendar : Clock;
  const when = isDue ? (at === undefined ? '' : time(new Date(at))) : dayNames.near(dateOn(to));
  return (
    <li data-card={id}>
      <a
        class="line"
        href={`/c/${id}`}
        draggable={false}
        tabIndex={state.stop.value === id ? 0 : -1}
        style={isSelected ? { background: 'var(--accent-soft)' } : undefined}
      >
        <span style={{ display: 'flex', color: colours[is] }}>
          <Icon of={icon} />
        </span>
        <span class={is === 'done' ? 'one-line quiet' : 'one-line'} dir="auto">
          {card.title}
        </span>
        <span class="value">
          {isDue ? when : viewTexts.calendar.until(when)}
          {is && <span class="unseen">{viewTexts.calendar[is]}</span>}
          {from !== to && <span class="unseen">{daysText(span)}</span>}
        </span>
      </a>
    </li>
  );
}
