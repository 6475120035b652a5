import type { FieldValue } from '../../../../contract/field-types.ts';
import type { Located } from '../../base/access/locate.ts';
import { storedValues, valuesIn } from '../../base/card-field-forms.ts';
import { type CardValues, valuesOf } from '../../base/card-fields.ts';
import type { Work } from '../../base/changes/change.ts';
import type { ThingValues } from '../../base/changes/undo-steps.ts';
import { isoMillisOrNull } from '../../base/clock.ts';
import { isAfter } from '../../base/days.ts';
import { Invalid } from '../../base/errors.ts';
import { indexAt } from '../position.ts';
import { changeFields } from './change-fields.ts';
import { moveCard, requireFit } from './update.ts';
import { valuesFrom } from './values.ts';

/** Gives fields of a card the values that they had. Throws `Invalid` if they no longer go together. */
export async function putValuesBack(work: Work, card: Located<'card'>, values: ThingValues): Promise<void> {
  const after = valuesOf({ ...valuesOf(card), ...(values as Partial<CardValues>) });
  if (after.startAt !== null && after.dueAt !== null && isAfter(after.startAt, after.dueAt))
    throw new Invalid('start-after-due', { field: 'body/startDate' });
  await requireFit(work, card, after);
  await changeFields(work, card, after);
}

/** Gives the board's own fields the values that they had, null for none. Throws `Invalid` if a field does not take its value any more. */
export async function putFieldsBack(
  work: Work,
  card: Located<'card'>,
  given: Readonly<Record<string, FieldValue | null>>,
): Promise<void> {
  const { fields } = await valuesFrom(work.tx, card, { fields: given });
  const fieldValues = storedValues({ ...valuesIn(card.fieldValues), ...fields });
  await changeFields(work, card, { ...valuesOf(card), fieldValues });
}

/** Puts a card where it was. Its lists say nothing about whether it is done: that is put back by itself. */
export async function putPlaceBack(
  work: Work,
  card: Located<'card'>,
  { listId, position }: { listId: string; position: string },
): Promise<void> {
  const { workspaceId, completedAt } = card;
  const index = await indexAt(work.tx, { workspaceId, listId }, position);
  // Within its list the card itself is counted.
  const isLater = listId === card.listId && card.archivedAt === null && card.position < position;
  await moveCard(work, card, {
    listPublicId: listId,
    index: isLater ? index - 1 : index,
    completedAt: isoMillisOrNull(completedAt),
  });
}
