import { isWholeDay, localOf, wholeDayOf, withTime } from '../../messages/days.ts';
import { atStart, nearDay } from '../../messages/formats.ts';
import { workTexts as texts } from '../../messages/settings.ts';

/* The days to which a card can be moved. */

export interface Day {
  text: string;
  /** A whole day; null for none. */
  date: string | null;
}

/** Today and the six days after it, the day in a week, and none. */
export function daysFrom(now: Date): Day[] {
  const after = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const near = Array.from({ length: 7 }, (_, days) => ({
    text: atStart(nearDay(after(days), now)),
    date: wholeDayOf(after(days)),
  }));
  return [...near, { text: texts.nextWeek, date: wholeDayOf(after(7)) }, { text: texts.noDate, date: null }];
}

/** A due date on another day: at the same time of day, if it has one. */
export function onDay(dueDate: string | null, day: string | null): string | null {
  if (dueDate === null || day === null || isWholeDay(dueDate)) return day;
  const [at, to] = [new Date(dueDate), localOf(day)];
  at.setFullYear(to.getFullYear(), to.getMonth(), to.getDate());
  return withTime(at);
}
