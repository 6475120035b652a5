import type { ReadonlySignal } from '@preact/signals';
import { firstDayOfWeek } from '../../board/filter.ts';
import { locale } from '../../messages/formats.ts';
import { viewTexts } from '../../messages/views.ts';
import { dateOn, monthFrom, weekdayOf } from '../days.ts';
import { pixelsOf, type TimelineState, type Zoom } from './state.ts';

/* The names of the days in view: months above, and below them days, weeks by their first day, or nothing. */

interface HeadProps {
  state: TimelineState;
  /** The days in view. */
  seen: ReadonlySignal<{ from: number; to: number }>;
  names: string;
  height: number;
}

export function Head({ state, seen, names, height }: HeadProps) {
  const zoom = state.zoom.value;
  const pixels = pixelsOf[zoom];
  const { first, end } = state.range.value;
  const { from, to } = seen.value;
  const days = Array.from(
    { length: Math.min(to, end) - Math.max(from, first) },
    (_, index) => Math.max(from, first) + index,
  );
  const month = new Intl.DateTimeFormat(locale.value, {
    month: zoom === 'months' ? 'short' : 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <div style={{ ...head, blockSize: `${height}px` }}>
      <div class="fine quiet" style={{ ...corner, inlineSize: names }}>
        {viewTexts.timeline.count(state.count.value)}
      </div>
      <div class="fine" style={{ position: 'relative', flex: 1 }} aria-hidden="true">
        {days
          .filter((day, index) => index === 0 || isMonth(day))
          .map((day) => monthFrom(day))
          .map((day) => (
            <div
              key={`m ${day}`}
              style={{
                ...at((day - first) * pixels),
                inlineSize: `${(Math.min(monthFrom(day, 1), end) - day) * pixels}px`,
                insetBlockStart: 0,
              }}
            >
              <b style={{ position: 'sticky', insetInlineStart: `calc(${names} + 0.25rem)` }}>
                {month.format(new Date(dateOn(day)))}
              </b>
            </div>
          ))}
        {days
          .filter((day) => isNamed(day, zoom))
          .map((day) => (
            <span
              key={day}
              class={day === state.today.value ? '' : 'quiet'}
              style={{
                ...at((day - first) * pixels),
                insetBlockEnd: '1px',
                ...(zoom === 'days' ? { inlineSize: `${pixels}px`, textAlign: 'center' } : {}),
                ...(day === state.today.value ? { color: 'var(--accent)', fontWeight: 640 } : {}),
              }}
            >
              {new Date(dateOn(day)).getUTCDate()}
            </span>
          ))}
      </div>
    </div>
  );
}

const head = {
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: 4,
  display: 'flex',
  background: 'var(--surface)',
  borderBlockEnd: '1px solid var(--line)',
};

const corner = {
  display: 'grid',
  alignContent: 'center',
  lineHeight: '1.125rem',
  position: 'sticky',
  insetInlineStart: 0,
  zIndex: 5,
  flex: 'none',
  paddingInline: '0.75rem',
  background: 'var(--surface)',
  borderInlineEnd: '1px solid var(--line)',
};

const at = (pixels: number) => ({
  position: 'absolute',
  insetInlineStart: `${pixels}px`,
  lineHeight: '1.125rem',
});

const isMonth = (day: number): boolean => dateOn(day).slice(8, 10) === '01';

const isNamed = (day: number, zoom: Zoom): boolean =>
  zoom === 'days' || (zoom === 'weeks' && weekdayOf(day) === firstDayOfWeek());
