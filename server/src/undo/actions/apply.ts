import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import type { ThingKind, ThingValues } from '../../base/changes/undo-steps.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../../base/errors.ts';
import { archiveGranted } from '../../cards/actions/archive.ts';
import { deleteGranted } from '../../cards/actions/delete.ts';
import { findLabel, setLabel } from '../../cards/actions/labels.ts';
import { findMember, setMember } from '../../cards/actions/members.ts';
import { putFieldsBack, putPlaceBack, putValuesBack } from '../../cards/actions/put-back.ts';
import { restoreGranted } from '../../cards/actions/restore.ts';
import { deleteChecklist, updateChecklist } from '../../checklists/actions/checklists.ts';
import { deleteItem } from '../../checklists/actions/items.ts';
import { putChecklistBack, putItemBack, putItemValuesBack } from '../../checklists/actions/put-back.ts';
import { deleteClaim } from '../../claims/actions/claim.ts';
import { deleteComment, updateComment } from '../../comments/actions/comments.ts';
import { putCommentBack } from '../../comments/actions/put-back.ts';

/* Puts a card back as it was. Whatever of it is refused stays as it is; the rest is done. */

/** Something on a card that is put back: as it is now, and as it was; undefined if it is not there. */
export interface Difference {
  kind: ThingKind;
  id: string;
  is: ThingValues | undefined;
  was: ThingValues | undefined;
}

/** What was refused, by kind and id, of the card itself by its part, and why; `all` if nothing could be put back. */
export type Refused = Map<string, string>;

type CardPart = 'stands' | 'place' | 'values';

/** Of a column of a card: what is put back with it, and refused with it. */
export const cardPartOf = (name: string): CardPart =>
  name === 'stands' ? 'stands' : name === 'listId' || name === 'position' ? 'place' : 'values';

/** Whether an error says that something may not be done, or does not fit. Such are thrown before anything is written. */
const isRefusal = (error: unknown): error is Invalid | Forbidden | NotFound | Conflict =>
  error instanceof Invalid ||
  error instanceof Forbidden ||
  error instanceof NotFound ||
  error instanceof Conflict;

/** The order in which things are put back: what is in something after it, and what goes before what held it. */
const turns = ['claim', 'comment', 'item', 'checklist', 'label', 'member', 'value', 'card'] as const;

/** Puts differences of a card back, which the work has locked with all that they take. */
export async function applyTo(
  work: Work,
  cardId: string,
  differences: readonly Difference[],
): Promise<Refused> {
  const refused: Refused = new Map();
  const attempt = async (key: string, put: () => Promise<unknown>): Promise<void> => {
    try {
      await put();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused.set(key, error.details);
    }
  };
  const card = differences.find(({ kind }) => kind === 'card');
  const [stood, stands] = [card?.was?.['stands'], card?.is?.['stands']];
  const rest = differences.filter(({ kind }) => kind !== 'card');
  const all = async (): Promise<void> => {
    if (stood !== stands && stands !== 'open')
      await restoreGranted(work, await work.grant('trashedCard', cardId, 'card:edit'));
    const { together, others } = withChecklists(rest);
    for (const each of others)
      await attempt(`${each.kind} ${each.id}`, async () =>
        putBack(work, await work.grant('card', cardId, 'card:edit'), each, together.get(each.id) ?? []),
      );
    const values = rest.filter(({ kind }) => kind === 'value');
    if (values.length > 0)
      await attempt('value', async () =>
        putFieldsBack(work, await work.grant('card', cardId, 'card:edit'), fieldsIn(values)),
      );
    if (card) await putCardBack(work, cardId, card, attempt);
    if (stood === stands || stood === 'open') return;
    await attempt('stands', async () =>
      stood === 'archived'
        ? archiveGranted(work, await work.grant('card', cardId, 'card:edit'))
        : trash(work, cardId),
    );
  };
  // Of a card that cannot be changed at all, or not come back, nothing is.
  await attempt('all', all);
  return refused;
}

const turnOf = ({ kind }: Difference): number => turns.indexOf(kind);

/** Checklists that come back or go take their items with them: those by checklist, and what else is put back, in its order. */
function withChecklists(rest: readonly Difference[]) {
  const whole = new Set(
    rest.flatMap(({ kind, id, is, was }) => (kind === 'checklist' && !(is && was) ? [id] : [])),
  );
  const checklistOf = ({ kind, is, was }: Difference) =>
    kind === 'item' && !(is && was) ? String((was ?? is)?.['checklistId']) : '';
  const together = Map.groupBy(rest, checklistOf);
  const others = rest.filter((each) => each.kind !== 'value' && !whole.has(checklistOf(each)));
  return { together, others: others.toSorted((a, b) => turnOf(a) - turnOf(b)) };
}

/** Values of the board's own fields as they were, by field. */
const fieldsIn = (values: readonly Difference[]) =>
  Object.fromEntries(
    values.map(({ id, was }) => [
      id.split(' ')[1],
      was === undefined ? null : JSON.parse(String(was['value'])),
    ]),
  );

/** Puts a card into the trash. */
async function trash(work: Work, cardId: string): Promise<void> {
  await deleteGranted(work, await work.grant('card', cardId, 'card:delete'));
}

/** Puts the fields of a card back, and its place. */
async function putCardBack(
  work: Work,
  cardId: string,
  { is = {}, was = {} }: Difference,
  attempt: (part: CardPart, put: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const changed = Object.keys(was).filter((name) => (is[name] ?? null) !== was[name]);
  const granted = () => work.grant('card', cardId, 'card:edit');
  const values = changed.filter((name) => cardPartOf(name) === 'values' && name !== 'fieldValues');
  if (values.length > 0) {
    const given = Object.fromEntries(values.map((name) => [name, was[name] ?? null]));
    await attempt('values', async () => putValuesBack(work, await granted(), given));
  }
  if (!changed.some((name) => cardPartOf(name) === 'place')) return;
  const place = { listId: String(was['listId']), position: String(was['position']) };
  await attempt('place', async () => putPlaceBack(work, await granted(), place));
}

async function putBack(
  work: Work,
  card: Located<'card'>,
  { kind, id, is, was }: Difference,
  items: readonly Difference[],
): Promise<unknown> {
  const [, part = ''] = id.split(' ');
  const field = 'body';
  switch (kind) {
    case 'label': {
      const label = await findLabel(work.tx, card, part);
      if (!label) throw new Invalid('unknown-label-of-card', { field });
      return setLabel(work, card, label, was !== undefined);
    }
    case 'member': {
      const member = await findMember(work.tx, card, part);
      if (!member) throw new Invalid('unknown-member', { field });
      return setMember(work, card, member, was !== undefined, field);
    }
    case 'claim':
      return deleteClaim(work, id);
    case 'comment':
      return putComment(work, card, { id, is, was });
    case 'checklist':
      if (!was) return deleteChecklist(work, id);
      if (is) return updateChecklist(work, id, { name: String(was['name']) });
      return putChecklistBack(
        work,
        card,
        { ...(was as { name: string; position: string }), id },
        items.map(itemIn),
      );
    case 'item':
      if (!was) return deleteItem(work, id);
      return is ? putItemValuesBack(work, id, itemIn({ id, was })) : putItemBack(work, itemIn({ id, was }));
    case 'value':
    case 'card':
      return undefined;
  }
}

const itemIn = ({ id, was }: Pick<Difference, 'id' | 'was'>) => ({
  ...(was as Parameters<typeof putItemBack>[1]),
  id,
});

function putComment(
  work: Work,
  card: Located<'card'>,
  { id, is, was }: Pick<Difference, 'id' | 'is' | 'was'>,
): Promise<unknown> {
  const address = { cardPublicId: card.id, commentPublicId: id };
  if (!was) return deleteComment(work, address);
  if (is) return updateComment(work, address, { comment: String(was['comment']) });
  return putCommentBack(work, card, { ...(was as Parameters<typeof putCommentBack>[2]), id });
}
