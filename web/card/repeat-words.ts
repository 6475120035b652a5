import type { Recurrence } from '../../contract/recurrence.ts';
import { repeatTexts as texts } from '../messages/card.ts';
import { day, dayNames } from '../messages/formats.ts';
import { type DayOfMonth, type Repeat, readRule, type Weekday, weekdays } from './repeat-rule.ts';

/* How a card repeats, in words. */

/** 5 January 2026 was a Monday. */
const onWeekday = (of: Weekday): Date => new Date(Date.UTC(2026, 0, 5 + weekdays.indexOf(of)));

export const fullNameOf = (of: Weekday): string => dayNames.weekday(onWeekday(of));

/** Its first letter, or so. */
export const letterOf = (of: Weekday): string => dayNames.narrowWeekday(onWeekday(of));

export function wordsOfDay(on: DayOfMonth): string {
  if ('date' in on) return on.date === -1 ? texts.lastDay : texts.date(on.date);
  return texts.nthDay(texts.nth[on.nth] ?? '', fullNameOf(on.day));
}

function often({ unit, interval, days, on }: Repeat): string {
  if (unit === 'WEEKLY' && interval === 1 && days.join() === weekdays.slice(0, 5).join())
    return texts.weekdays;
  const every = texts.every[unit](interval);
  if (on) return texts.on(every, wordsOfDay(on));
  if (days.length === 0) return every;
  const nameOf = (each: Weekday) => dayNames.shortWeekday(onWeekday(each));
  return texts.on(every, texts.days(days.map(days.length === 1 ? fullNameOf : nameOf)));
}

export function wordsOf(repeat: Repeat, from: Recurrence['from']): string {
  const { count, until } = repeat;
  const said = from === 'completion' ? texts.afterDone(often(repeat)) : often(repeat);
  if (count !== undefined) return texts.times(said, count);
  return until === undefined ? said : texts.until(said, day(`${until}T00:00`));
}

/** A rule that cannot be chosen here is shown as it is. */
export function wordsOfRecurrence({ rule, from }: Recurrence): string {
  const repeat = readRule(rule);
  return repeat ? wordsOf(repeat, from) : texts.byRule(rule);
}
