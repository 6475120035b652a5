/* Due dates as people read them, in the viewer's zone. */

const day = 86_400_000;

/** Made once: to make one takes longer than to render a card. */
const nearby = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const thisYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const otherYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

const startOf = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** How near a date is: `overdue`, `soon` within a day, else nothing. */
export function urgencyOf(dueDate: string, now: Date): 'overdue' | 'soon' | '' {
  const left = Date.parse(dueDate) - now.getTime();
  return left < 0 ? 'overdue' : left < day ? 'soon' : '';
}

export function dueText(dueDate: string, now = new Date()): string {
  const date = new Date(dueDate);
  const days = Math.round((startOf(date) - startOf(now)) / day);
  if (Math.abs(days) <= 1) return nearby.format(days, 'day');
  return (date.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(date);
}
