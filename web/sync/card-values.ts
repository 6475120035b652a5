import type { FieldsIn } from '../../contract/card-fields.ts';

type Fields = Exclude<FieldsIn<'undo'>, 'title'>;

/** The fields of a card that can be undone, besides its title, which is changed alone. */
export const undoable = Object.keys({
  dueDate: true,
  startDate: true,
  completedAt: true,
  recurrence: true,
  reminders: true,
} satisfies Record<Fields, true>) as Fields[];

type Value = string | object | null;

/** What is compared of a value: of a date its moment, which can be written in several ways. */
export const worthOf = (value: Value): unknown =>
  typeof value === 'string' ? Date.parse(value) : JSON.stringify(value);

export const isSameValue = (one: Value, other: Value): boolean => worthOf(one) === worthOf(other);
