import type { NotificationKind } from '../../../contract/notifications.ts';
import { day, minute } from './clock.ts';
import { earliestStart, endOf, isWholeDay, latestEnd, startOf } from './days.ts';
import { minutesOf } from './recurrence.ts';

/*
 * When people are told that a card is due soon, or overdue. A whole day comes and goes at another moment in each zone, so the
 * alarm of a card is set to the next moment at which it may be time for somebody.
 */

/** The stored values that alarms depend on. */
export interface Alarmed {
  dueAt: number | null;
  reminders: string | null;
  completedAt: number | null;
  isTemplate: 0 | 1;
}

/** The clocks of somebody: their time zone, and the one before with the end of its time, if they have had one. */
export interface Clocks {
  timeZone: string | null;
  earlierZone: string | null;
  earlierUntil: number | null;
}

type AlarmKind = Extract<NotificationKind, 'due-soon' | 'overdue'>;

/** What somebody is to be told; if `unlessSince` is set, only if they have not been told since then. */
export interface Alarm {
  kind: AlarmKind;
  unlessSince: number | null;
}

interface Moment {
  kind: AlarmKind;
  /** When it is for somebody in a zone. */
  in: (zone: string | null) => number;
  /** When it is in the first zone and in the last; what it is before the beginning or the end of a day. */
  first: number;
  last: number;
  ahead: number;
}

/** Of cards without reminders of their own: a day before. */
const usual = [day / minute];

/** How many minutes before it is due people are reminded of a card. */
export function minutesAhead(reminders: string | null): readonly number[] {
  const own = minutesOf(reminders);
  return own.length > 0 ? own : usual;
}

function momentsOf({ dueAt: due, reminders, completedAt, isTemplate }: Alarmed): Moment[] {
  if (due === null || completedAt !== null || isTemplate === 1) return [];
  const length = isWholeDay(due) ? day : 0;
  const [start, end] = [earliestStart(due), latestEnd(due)];
  const soon = minutesAhead(reminders).map((minutes): Moment => {
    const ahead = minutes * minute;
    const at = (zone: string | null) => startOf(due, zone) - ahead;
    return { kind: 'due-soon', in: at, first: start - ahead, last: end - length - ahead, ahead };
  });
  const over = (zone: string | null) => endOf(due, zone);
  return [...soon, { kind: 'overdue', in: over, first: start + length, last: end, ahead: 0 }];
}

/** Days begin in all zones at a quarter of an hour. */
const quarter = 15 * minute;

/** The first time from one on at which it may be time somewhere; `last` if it is over everywhere by then. */
function stepFrom({ first, last, ahead }: Moment, from: number): number {
  if (from <= first) return first;
  return Math.min(last, Math.ceil((from + ahead) / quarter) * quarter - ahead);
}

/** The next moment after one at which it may be time to tell somebody; null if there is none. */
export function nextAlarm(card: Alarmed, after: number): number | null {
  const next = momentsOf(card).flatMap((moment) => (after >= moment.last ? [] : stepFrom(moment, after + 1)));
  return next.length === 0 ? null : Math.min(...next);
}

/**
 * When a moment is for somebody, and since when they may have been told: by the clock that they had before. What had not come by
 * that, and has passed by the new one, comes next.
 */
function momentFor(moment: Moment, { timeZone, earlierZone, earlierUntil }: Clocks) {
  const at = moment.in(timeZone);
  if (earlierUntil === null) return { at, since: null };
  const earlier = moment.in(earlierZone);
  const since = Math.min(at, earlier);
  if (since >= earlierUntil) return { at, since: null };
  return { at: earlier < earlierUntil ? at : stepFrom(moment, earlierUntil), since };
}

/** What somebody is to be told from one moment to another, both included. */
export const alarmsIn = (card: Alarmed, clocks: Clocks, from: number, to: number): Alarm[] =>
  momentsOf(card).flatMap((moment) => {
    const { at, since } = momentFor(moment, clocks);
    return at >= from && at <= to ? [{ kind: moment.kind, unlessSince: since }] : [];
  });
