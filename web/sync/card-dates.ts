import type { FieldsIn } from '../../contract/card-fields.ts';

type Dates = Exclude<FieldsIn<'undo'>, 'title'>;

/** The dates of a card that can be undone. */
export const dates = Object.keys({ dueDate: true, startDate: true, completedAt: true } satisfies Record<
  Dates,
  true
>) as Dates[];

export const instant = (date: string | null): number | null => (date === null ? null : Date.parse(date));
