/*
 * Days without a time. A date at midnight in UTC means a whole day: it is the same day everywhere, and is over when that
 * day is over for the viewer.
 */

const day = 86_400_000;

export const isWholeDay = (date: string): boolean => Date.parse(date) % day === 0;

/** A date as the viewer's clock has it: a whole day begins at the viewer's own midnight. */
export function localOf(date: string): Date {
  const at = new Date(date);
  if (!isWholeDay(date)) return at;
  const local = new Date(0);
  local.setFullYear(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  local.setHours(0, 0, 0, 0);
  return local;
}

/** The whole day on which a moment is for the viewer. */
export const wholeDayOf = (local: Date): string => {
  const at = new Date(0);
  at.setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate());
  return at.toISOString();
};

/** When a due date is over, in milliseconds. */
export function endOf(date: string): number {
  const local = localOf(date);
  if (isWholeDay(date)) local.setDate(local.getDate() + 1);
  return local.getTime();
}
