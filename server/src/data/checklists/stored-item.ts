import { type RawBuilder, sql } from 'kysely';

/* An item as it is stored, whole, for undoing what was done to it. */

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
