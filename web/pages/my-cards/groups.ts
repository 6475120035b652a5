/* How the user's cards are grouped by their due dates. */

export const groups = ['overdue', 'today', 'week', 'later', 'none'] as const;

export type Group = (typeof groups)[number];

/** A bare day is stored as midnight in UTC, and is that day in every time zone. */
export const isWholeDay = (dueDate: string): boolean => /T00:00:00(?:\.0+)?Z$/.test(dueDate);

/** The due date, or for a whole day the start of that day in the user's time zone. */
export function dayOf(dueDate: string): Date {
  if (!isWholeDay(dueDate)) return new Date(dueDate);
  const [year = 0, month = 1, day = 1] = dueDate.slice(0, 10).split('-').map(Number);
  return new Date(year, month - 1, day);
}

const startOf = (date: Date, days = 0): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();

/** A whole day is overdue when it has ended; a time, when it has passed. */
export function groupOf(dueDate: string | null, now: Date): Group {
  if (dueDate === null) return 'none';
  const at = dayOf(dueDate).getTime();
  if (at < (isWholeDay(dueDate) ? startOf(now) : now.getTime())) return 'overdue';
  if (at < startOf(now, 1)) return 'today';
  return at < startOf(now, 7) ? 'week' : 'later';
}
