import { triggersOfCards, type When } from '../../../../contract/rule-shapes.ts';
import type { PauseReason } from '../../../../contract/rules.ts';
import { day, minute } from '../../base/clock.ts';
import { dayIn, instantOf, weekdayOf } from '../../base/days.ts';

/* What follows from what a rule waits for. */

/** How often due dates are looked at. */
const pace = minute;

const defaultTime = '09:00';

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The next moment of a schedule after one. */
function nextOfSchedule({ days = [], time = defaultTime, timeZone = null }: Schedule, after: number): number {
  const today = dayIn(after, timeZone);
  for (let ahead = 0; ; ahead++) {
    const date = today + ahead * day;
    if (days.length > 0 && !days.includes(weekdayOf(date))) continue;
    const at = instantOf(date, timeZone, minutesOf(time));
    if (at > after) return at;
  }
}

type Schedule = Pick<When, 'days' | 'time'> & { timeZone?: string | null };

/** When a rule is to be looked at after a moment; null if it waits for no time. */
export function nextAt(when: When, after: number): number | null {
  if (when.type === 'schedule') return nextOfSchedule(when, after);
  return when.type === 'due' || when.type === 'overdue' ? after + pace : null;
}

/** Whether a rule runs for what the change log says. */
const waitsForChanges = ({ type }: When): boolean => triggersOfCards.some((each) => each === type);

/** The columns of a rule that runs from a moment on, or does not for a reason. */
export function stateOf(when: When, paused: PauseReason | null, now: number) {
  const active = paused === null;
  return {
    active: active ? (1 as const) : (0 as const),
    paused,
    listens: active && waitsForChanges(when) ? (1 as const) : (0 as const),
    since: now,
    nextAt: active ? nextAt(when, now) : null,
    failures: 0,
  };
}
