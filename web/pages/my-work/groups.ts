import { endOf, localOf } from '../../messages/days.ts';

/* How the user's cards are grouped by their due dates. */

export const groups = ['overdue', 'today', 'week', 'later', 'none'] as const;

export type Group = (typeof groups)[number];

const startOf = (date: Date, days: number): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();

/** A whole day is overdue when it has ended; a time, when it has passed. */
export function groupOf(dueDate: string | null, now: Date): Group {
  if (dueDate === null) return 'none';
  if (endOf(dueDate) <= now.getTime()) return 'overdue';
  const at = localOf(dueDate).getTime();
  if (at < startOf(now, 1)) return 'today';
  return at < startOf(now, 7) ? 'week' : 'later';
}
