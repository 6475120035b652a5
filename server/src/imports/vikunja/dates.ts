import { importedRecurrence } from '../../base/recurrence.ts';
import { type Fields, listOf, numberOf, timeOf } from '../boardtool-json/fields.ts';
import type { ImportedCard } from '../imported-board.ts';
import { areTaken, minutesBetween, remindersOf } from '../reading/reminders.ts';

/* The dates of a task: what a card has fields for. All else stays in the description. */

/** A task that has only an end is due then. */
const dueOf = ({ due_date, end_date }: Fields): number | null => timeOf(due_date) ?? timeOf(end_date);

export const datesOf = (
  task: Fields,
): Pick<ImportedCard, 'dueAt'> & Partial<Pick<ImportedCard, 'startAt' | 'reminders' | 'recurrence'>> => ({
  dueAt: dueOf(task),
  startAt: timeOf(task.start_date),
  reminders: remindersOf(timesOfReminders(task).map((at) => minutesBefore(task, at))),
  recurrence: recurrenceOf(task),
});

/** The times of reminders as they are written; before 0.21 they were plain dates. */
const timesOfReminders = ({ reminders, reminder_dates }: Fields): unknown[] => [
  ...listOf(reminders).map(({ reminder }) => reminder),
  ...(Array.isArray(reminder_dates) ? reminder_dates : []),
];

const minutesBefore = (task: Fields, at: unknown): number => minutesBetween(timeOf(at), dueOf(task));

/** The reminders that a card cannot have. */
export function otherReminders(task: Fields): unknown[] {
  const all = timesOfReminders(task);
  const isTaken = areTaken(all.map((at) => minutesBefore(task, at)));
  return all.filter((at) => !isTaken(minutesBefore(task, at)));
}

const day = 86_400;

/** Null for intervals that are no days; Vikunja has no time zone for them. */
export function recurrenceOf({ repeat_after, repeat_mode }: Fields): string | null {
  const seconds = numberOf(repeat_after);
  const monthly = repeat_mode === 1;
  if (!monthly && (seconds <= 0 || seconds % day !== 0)) return null;
  const days = seconds / day;
  const rule = monthly
    ? 'FREQ=MONTHLY'
    : days % 7 === 0
      ? `FREQ=WEEKLY;INTERVAL=${days / 7}`
      : `FREQ=DAILY;INTERVAL=${days}`;
  return importedRecurrence({ rule, from: repeat_mode === 2 ? 'completion' : 'due', timeZone: 'UTC' });
}
