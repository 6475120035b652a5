import { type RawBuilder, sql } from 'kysely';
import type { Located } from '../base/access/locate.ts';
import type { ChangedThing, ThingValues } from '../base/changes/undo-steps.ts';

/* Items as they are stored, whole, for undoing what was done to them. */

// A type, so that it is one of values by name.
export type StoredItem = {
  checklistId: string;
  title: string;
  position: string;
  completed: 0 | 1;
  completedAt: number | null;
  completedBy: string | null;
  evidence: string | null;
  dueAt: number | null;
  memberId: string | null;
  acceptance: 0 | 1;
};

const columns = {
  checklistId: 'checklist_id',
  title: 'title',
  position: 'position',
  completed: 'completed',
  completedAt: 'completed_at',
  completedBy: 'completed_by',
  evidence: 'evidence',
  dueAt: 'due_at',
  memberId: 'member_id',
  acceptance: 'acceptance',
} satisfies Record<string, string>;

/** The columns of an item, for a select. */
export const storedItem = (alias: string): RawBuilder<unknown> =>
  sql.join(
    Object.entries(columns).map(
      ([name, column]) => sql`${sql.ref(`${alias}.${column}`)} as ${sql.ref(name)}`,
    ),
  );

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
