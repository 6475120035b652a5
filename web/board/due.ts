const day = 86_400_000;

/** The urgency of a due date: `overdue`, `soon` (within a day) or none. */
export function urgencyOf(dueDate: string, now: Date): 'overdue' | 'soon' | '' {
  const left = Date.parse(dueDate) - now.getTime();
  return left < 0 ? 'overdue' : left < day ? 'soon' : '';
}
