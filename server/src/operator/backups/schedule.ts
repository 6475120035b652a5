import { day, hour } from '../../base/clock.ts';
import type { BackupSettings } from '../../base/config/backups.ts';
import { dayIn, instantOf } from '../../base/days.ts';

/*
 * When backups are due. All nodes find the same moments, whatever they have missed: a time of day is there once on every day, also on
 * those on which the clocks are changed, and hours are counted from midnight in UTC of the first of January 1970.
 */

export interface Moments {
  /** The last moment that has come; microseconds. */
  due: number;
  next: number;
  /** From one to the next. */
  period: number;
}

/** `zone` is that of the machine. */
export function momentsAt(schedule: BackupSettings['schedule'], now: number, zone: string): Moments {
  if ('every' in schedule) {
    const period = schedule.every * hour;
    const due = Math.floor(now / period) * period;
    return { due, next: due + period, period };
  }
  const today = dayIn(now, zone);
  const [before, on, after] = [today - day, today, today + day].map((of) => instantOf(of, zone, schedule.at));
  const isToCome = (on ?? 0) > now;
  return { due: (isToCome ? before : on) ?? 0, next: (isToCome ? on : after) ?? 0, period: day };
}

export const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
