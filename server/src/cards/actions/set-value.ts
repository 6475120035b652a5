import type { FieldValue } from '../../../../contract/field-types.ts';
import type { Work } from '../../base/changes/change.ts';
import { NotFound } from '../../base/errors.ts';
import { fieldsOf } from '../../data/fields/definitions.ts';
import type { Precondition } from '../lookups.ts';
import { updateCard } from './update.ts';
import { fieldById } from './values.ts';

/** Sets the value of one field of a card. */
export async function setFieldValue(
  work: Work,
  cardPublicId: string,
  fieldPublicId: string,
  value: FieldValue | null,
  precondition?: Precondition,
) {
  const card = await work.grant('card', cardPublicId, 'card:edit');
  const fields = await fieldsOf(work.tx, card);
  const field = fieldById(fields, fieldPublicId);
  if (!field) throw new NotFound('unknown-field', { field: 'path/fieldPublicId', name: fieldPublicId });
  return updateCard(work, cardPublicId, { fields: { [field.publicId]: value } }, precondition);
}
