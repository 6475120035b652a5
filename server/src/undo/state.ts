import { valuesIn } from '../base/card-field-forms.ts';
import type { ChangedThing, ThingKind, ThingValues } from '../base/changes/undo-steps.ts';
import type { Reading } from '../base/db/database.ts';
import { standingOf } from '../data/cards/standing.ts';
import {
  cardsNow,
  checklistsNow,
  claimsNow,
  commentsNow,
  itemsNow,
  itemsOfChecklists,
  labelsNow,
  membersNow,
  type Session,
  type StepRow,
  thingsOf,
} from './queries.ts';

/* What steps of a session have changed, as it is now. */

export interface Step extends StepRow {
  /** Undefined if nothing is kept by which it could be undone. */
  things: readonly ChangedThing[] | undefined;
}

export const keyOf = ({ kind, id }: Pick<ChangedThing, 'kind' | 'id'>): string => `${kind} ${id}`;

/** By kind and id; what is not in it is not there. */
export type State = Map<string, ThingValues>;

/** Steps with what they changed. */
export async function withThings(
  db: Reading,
  workspaceId: string,
  rows: readonly StepRow[],
): Promise<Step[]> {
  const found = await db.all(thingsOf, { workspaceId, ids: rows.map(({ id }) => id) });
  const things = new Map(found.map((each) => [each.id, each.things]));
  return rows.map((row) => {
    const stored = things.get(row.id) ?? null;
    return { ...row, things: stored === null ? undefined : (JSON.parse(stored) as ChangedThing[]) };
  });
}

/** Reads what steps have changed. The number of statements does not depend on the steps. */
export async function readState(
  db: Reading,
  { workspaceId, boardId }: Pick<Session, 'workspaceId' | 'boardId'>,
  steps: readonly Step[],
): Promise<{ state: State; itemsOf: ReadonlyMap<string, readonly string[]> }> {
  const things = steps.flatMap((step) => step.things ?? []);
  const named = (kind: ThingKind) => ({
    workspaceId,
    ids: [...new Set(things.flatMap((each) => (each.kind === kind ? [each.id] : [])))],
  });
  const cards = { workspaceId, ids: [...new Set(steps.flatMap(({ cardId }) => cardId ?? []))] };
  const checklists = named('checklist');
  const [onCards, claims, labels, members, comments, lists, items, within] = await Promise.all([
    db.all(cardsNow, { ...cards, boardId }),
    db.all(claimsNow, cards),
    db.all(labelsNow, cards),
    db.all(membersNow, cards),
    db.all(commentsNow, named('comment')),
    db.all(checklistsNow, checklists),
    db.all(itemsNow, named('item')),
    db.all(itemsOfChecklists, checklists),
  ]);
  const state: State = new Map();
  for (const { id, archivedAt, deletedAt, ...values } of onCards) {
    state.set(`card ${id}`, { ...values, stands: standingOf({ archivedAt, deletedAt }) });
    for (const [field, value] of Object.entries(valuesIn(values.fieldValues)))
      state.set(`value ${id} ${field}`, { value: JSON.stringify(value) });
  }
  for (const { id, ...claim } of claims) state.set(`claim ${id}`, claim);
  for (const { cardId, id } of labels) state.set(`label ${cardId} ${id}`, {});
  for (const { cardId, id } of members) state.set(`member ${cardId} ${id}`, {});
  for (const { id, ...values } of comments) state.set(`comment ${id}`, values);
  for (const { id, ...values } of lists) state.set(`checklist ${id}`, values);
  for (const { id, ...values } of items) state.set(`item ${id}`, values);
  // Items of others, of which nothing is asked but whether they are there.
  for (const { id } of within) if (!state.has(`item ${id}`)) state.set(`item ${id}`, {});
  const itemsOf = new Map(
    [...Map.groupBy(within, ({ checklistId }) => checklistId)].map(([id, all]) => [
      id,
      all.map((each) => each.id),
    ]),
  );
  return { state, itemsOf };
}
