import type { Located } from '../base/access/locate.ts';
import type { ChangedThing, ThingValues } from '../base/changes/undo-steps.ts';
import type { StoredItem } from '../data/checklists/stored-item.ts';

/* What was done to items, as it can be undone. */

const ofCompletion = ['completed', 'completedAt', 'completedBy', 'evidence'];

/** What differs between two states of an item; with `part`, of its completion alone, or of the rest. */
export function changedItem(
  id: string,
  before: ThingValues,
  after: ThingValues,
  part?: 'completion' | 'rest',
): ChangedThing {
  const names = Object.keys(after).filter(
    (name) =>
      before[name] !== after[name] &&
      (part === undefined || ofCompletion.includes(name) === (part === 'completion')),
  );
  const some = (of: ThingValues) => Object.fromEntries(names.map((name) => [name, of[name] ?? null]));
  return { kind: 'item', id, before: some(before), after: some(after) };
}

/** A located item as it is stored. */
export const itemOf = (item: Located<'checklistItem'>): StoredItem => ({
  checklistId: item.checklistId,
  title: item.itemTitle,
  position: item.itemPosition,
  completed: item.itemCompleted === 1 ? 1 : 0,
  completedAt: item.itemCompletedAt,
  completedBy: item.itemCompletedBy,
  evidence: item.itemEvidence,
  dueAt: item.itemDueAt,
  memberId: item.itemMemberId,
  acceptance: item.itemAcceptance,
});
