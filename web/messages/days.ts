/*
 * Days without a time. A date at midnight in UTC means a whole day: it is the same day everywhere, and is over when that
 * day is over for the viewer. A time of day that happens to be midnight in UTC is written with a microsecond more.
 */

const wholeDay = /T00:00(?::00(?:\.000)?)?Z$/;

export const isWholeDay = (date: string): boolean => wholeDay.test(date);

/** A moment as a date that has a time. */
export const withTime = (at: Date): string => at.toISOString().replace('T00:00:00.000Z', 'T00:00:00.000001Z');

/** A date as the viewer's clock has it: a whole day begins at the viewer's own midnight. */
export function localOf(date: string): Date {
  const at = new Date(date);
  if (!isWholeDay(date)) return at;
  return midnight(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
}

/** The first moment of a day: where the clocks leap over midnight, the moment at which they do. */
function midnight(year: number, month: number, day: number): Date {
  const at = new Date(0);
  at.setFullYear(year, month, day);
  at.setHours(0, 0, 0, 0);
  return at;
}

/** The whole day on which a moment is for the viewer. */
export const wholeDayOf = (local: Date): string => {
  const at = new Date(0);
  at.setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate());
  return at.toISOString();
};

/** When a due date is over, in milliseconds. */
export function endOf(date: string): number {
  const at = new Date(date);
  if (!isWholeDay(date)) return at.getTime();
  return midnight(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1).getTime();
}
