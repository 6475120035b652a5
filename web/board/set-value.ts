import type { Field } from '../../contract/field-shapes.ts';
import type { FieldValue, FieldValues } from '../../contract/field-types.ts';
import { t } from '../messages/t.ts';
import { newKey } from '../sync/mutation.ts';
import type { OwnStep } from '../sync/undo.ts';
import type { OpenBoard } from './open.ts';

/** Sets the value of a field on a card; null clears it. */
export function setValue(board: OpenBoard, cardId: string, field: Field, value: FieldValue | null): void {
  if (isSame(valueOn(board, cardId, field), value)) return;
  const own = stepOf(board, cardId, field, value);
  board.do(own.mutation, { own, isQuiet: true });
}

const isSame = (one: FieldValue | null, other: FieldValue | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const valuesOn = ({ store }: OpenBoard, cardId: string): FieldValues =>
  store.peek('card', cardId)?.fields ?? {};

const valueOn = (board: OpenBoard, cardId: string, { publicId }: Field): FieldValue | null =>
  valuesOn(board, cardId)[publicId] ?? null;

function stepOf(board: OpenBoard, cardId: string, field: Field, value: FieldValue | null): OwnStep {
  const title = board.store.peek('card', cardId)?.title ?? '';
  const what = t.undo.named(title);
  const before = valueOn(board, cardId, field);
  const { [field.publicId]: _, ...others } = valuesOn(board, cardId);
  const fields = value === null ? others : { ...others, [field.publicId]: value };
  return {
    text: t.undo.changed(what),
    left: t.undo.left(what),
    mutation: {
      id: newKey(),
      title,
      effects: [{ kind: 'card', id: cardId, fields: { fields } }],
      operation: ['cards', 'update'],
      input: { params: { cardPublicId: cardId }, body: { fields: { [field.publicId]: value } } },
    },
    back: () =>
      board.store.peek('card', cardId) && isSame(valueOn(board, cardId, field), value)
        ? stepOf(board, cardId, field, before)
        : undefined,
  };
}
