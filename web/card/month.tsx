import { ChevronLeft, ChevronRight } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { firstDayOfWeek } from '../board/filter.ts';
import { dateTexts } from '../messages/card.ts';
import { wholeDayOf } from '../messages/days.ts';
import { dayNames } from '../messages/formats.ts';
import { IconButton } from '../ui/icon-button.tsx';

/* A month to choose a day from. Days are whole days: midnights in UTC, so that all of them are equally long. */

const day = 86_400_000;

const dayAfter = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * day).toISOString();

/** The same day of another month, or its last. */
function inMonth(from: string, by: number): string {
  const at = new Date(from);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(at.getUTCDate(), last));
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString();
}

const monthOf = (date: string): string => date.slice(0, 7);

/** Six weeks, so that months do not differ in height. */
function weeksAround(at: string): string[][] {
  const first = `${monthOf(at)}-01T00:00:00.000Z`;
  const before = (new Date(first).getUTCDay() - firstDayOfWeek() + 7) % 7;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => dayAfter(first, week * 7 + index - before)),
  );
}

/** The day that a key moves to. */
function dayFor(key: string, at: string): string | undefined {
  const inWeek = (new Date(at).getUTCDay() - firstDayOfWeek() + 7) % 7;
  const way = document.dir === 'rtl' ? -1 : 1;
  const days = {
    ArrowLeft: -way,
    ArrowRight: way,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -inWeek,
    End: 6 - inWeek,
  }[key];
  if (days !== undefined) return dayAfter(at, days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  return months === undefined ? undefined : inMonth(at, months);
}

interface MonthProps {
  /** The day that is shown and takes the focus first. */
  at: string;
  /** The whole days that are chosen, if any. */
  start: string | null;
  due: string | null;
  choose: (day: string) => void;
}

export function Month({ at: given, start, due, choose }: MonthProps) {
  const [at, setAt] = useState(given);
  const grid = useRef<HTMLTableElement>(null);
  const isByKey = useRef(false);
  useLayoutEffect(() => setAt(given), [given]);
  useLayoutEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isByKey.current = false;
  }, [at]);
  const weeks = weeksAround(at);
  return (
    <div class="month">
      <div class="month-head">
        <b aria-live="polite">{dayNames.month(at)}</b>
        <IconButton name={dateTexts.previousMonth} icon={ChevronLeft} run={() => setAt(inMonth(at, -1))} />
        <IconButton name={dateTexts.nextMonth} icon={ChevronRight} run={() => setAt(inMonth(at, 1))} />
      </div>
      <table
        ref={grid}
        role="grid"
        aria-label={dayNames.month(at)}
        onKeyDown={(event) => {
          const next = dayFor(event.key, at);
          if (next === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          isByKey.current = true;
          setAt(next);
        }}
      >
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th key={each} scope="col" abbr={dayNames.weekday(each)}>
                {dayNames.shortWeekday(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <Day key={each} day={each} at={at} start={start} due={due} choose={choose} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ day: each, at, start, due, choose }: MonthProps & { day: string }) {
  const isChosen = each === start || each === due;
  const isBetween = start !== null && due !== null && each >= start && each <= due && start !== due;
  const isToday = each === wholeDayOf(new Date());
  const style = [
    monthOf(each) !== monthOf(at) && 'other',
    isToday && 'today',
    isChosen && 'chosen',
    isBetween && 'between',
    isBetween && each === start && 'first',
    isBetween && each === due && 'last',
  ];
  return (
    <td role="gridcell" aria-selected={isChosen} class={style.filter(Boolean).join(' ')}>
      <button
        type="button"
        tabIndex={each === at ? 0 : -1}
        aria-label={dayNames.whole(each)}
        aria-current={isToday ? 'date' : undefined}
        onClick={() => choose(each)}
      >
        {new Date(each).getUTCDate()}
      </button>
    </td>
  );
}
