/* When a notification that is put off comes back, in the user's own time. */

/** The hour at which a day begins. */
const morning = 8;

const onDay = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);

export const inHours = (now = new Date()): Date => new Date(now.getTime() + 3 * 3_600_000);
export const tomorrow = (now = new Date()): Date => onDay(now, 1);
/** The next Monday. */
export const nextWeek = (now = new Date()): Date => onDay(now, 8 - (now.getDay() || 7));
