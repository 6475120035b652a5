import { minute } from '../../base/clock.ts';
import { storedMinutes } from '../../base/recurrence.ts';

/** Four weeks, in minutes; and how many reminders a card may have. */
const [earliest, most] = [40_320, 5];

const isReminder = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= 0 && minutes <= earliest;

const taken = (minutes: readonly number[]): number[] =>
  [...new Set(minutes.filter(isReminder))].slice(0, most);

/** Minutes before the due date as a card stores them; those that it cannot have are left out. */
export const remindersOf = (minutes: readonly number[]): string | null => storedMinutes(taken(minutes));

/** Returns whether a reminder is one that the card can have. */
export function areTaken(minutes: readonly number[]): (each: number) => boolean {
  const all = new Set(taken(minutes));
  return (each) => all.has(each);
}

/** The minutes from one time to a later one, in microseconds; NaN without either. */
export const minutesBetween = (from: number | null, to: number | null): number =>
  from === null || to === null ? Number.NaN : Math.round((to - from) / minute);
