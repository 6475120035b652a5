import type { FieldsIn } from '../../contract/card-fields.ts';
import type { Cover } from '../../contract/cover.ts';
import type { Entities } from './mutation.ts';

type Fields = Exclude<FieldsIn<'undo'>, 'title'>;

/** The fields of a card that can be undone, besides its title, which is changed alone. */
export const undoable = Object.keys({
  dueDate: true,
  startDate: true,
  completedAt: true,
  recurrence: true,
  reminders: true,
  cover: true,
  isTemplate: true,
} satisfies Record<Fields, true>) as Fields[];

type Value = string | object | boolean | null;

/** The value of a field of a card: what was chosen as its cover, not what the tile shows. */
export function valueOf(card: Entities['card'], field: Fields): Value {
  if (field === 'cover') return card.coverChoice === undefined ? { newest: true } : card.coverChoice;
  return card[field] ?? (field === 'isTemplate' ? false : null);
}

/** A card whose cover was chosen, until the service says what its tile shows. */
export function withCover(card: Entities['card'], coverChoice: Cover | null): Partial<Entities['card']> {
  const { attachmentPublicId: id, colour } = coverChoice ?? {};
  const isSame = id !== undefined && card.cover?.attachmentPublicId === id;
  const isPicture = coverChoice?.newest && card.cover?.attachmentPublicId !== undefined;
  return { coverChoice, cover: colour ? { colour } : isSame || isPicture ? card.cover : null };
}

/** What is compared of a value: of a date its moment, which can be written in several ways. */
export const worthOf = (value: Value): unknown =>
  typeof value === 'string' ? Date.parse(value) : JSON.stringify(value);

export const isSameValue = (one: Value, other: Value): boolean => worthOf(one) === worthOf(other);
