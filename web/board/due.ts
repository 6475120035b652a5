import { endOf, isWholeDay, localOf } from '../messages/days.ts';
import { atStart, daysUntil, longDay, longMoment, nearDay, time } from '../messages/formats.ts';

const day = 86_400_000;

/** The urgency of a due date: `overdue`, `soon` (within a day) or none. */
export function urgencyOf(dueDate: string, now: Date): 'overdue' | 'soon' | '' {
  const left = endOf(dueDate) - now.getTime();
  return left <= 0 ? 'overdue' : left < day ? 'soon' : '';
}

/** A date relative to now, with its time unless it is a whole day. */
export const dateAndTime = (date: string): string =>
  atStart(isWholeDay(date) ? nearDay(localOf(date)) : `${nearDay(date)} ${time(date)}`);

/** The same in few letters: the time only of a day that is near. */
export const shortDate = (date: string): string =>
  Math.abs(daysUntil(date)) > 6 ? atStart(nearDay(localOf(date))) : dateAndTime(date);

export const longDate = (date: string): string =>
  isWholeDay(date) ? longDay(localOf(date)) : longMoment(date);
