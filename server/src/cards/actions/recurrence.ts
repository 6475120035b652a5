import type { CardValues } from '../../base/card-fields.ts';
import type { StoredRecurrence } from '../../base/recurrence.ts';

/* A recurrence as the row of its card has it. */

type Recurring = Pick<CardValues, 'recurrence'>;

export const recurrenceOf = (recurrence: string): StoredRecurrence =>
  JSON.parse(recurrence) as StoredRecurrence;

/** The list where a recurrence was set. */
export const listOfRecurrence = (recurrence: string | null | undefined): string[] =>
  recurrence ? [recurrenceOf(recurrence).list ?? []].flat() : [];

/** Adds to a recurrence that has just been set the list where that happened. */
export function setIn<V extends Recurring>(values: V, before: Recurring, list: string): V {
  const { recurrence } = values;
  if (recurrence === null || recurrence === before.recurrence) return values;
  return { ...values, recurrence: JSON.stringify({ ...recurrenceOf(recurrence), list }) };
}
