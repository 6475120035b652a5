const day = 86_400_000;

/** How near a date is: `overdue`, `soon` within a day, else nothing. */
export function urgencyOf(dueDate: string, now: Date): 'overdue' | 'soon' | '' {
  const left = Date.parse(dueDate) - now.getTime();
  return left < 0 ? 'overdue' : left < day ? 'soon' : '';
}
