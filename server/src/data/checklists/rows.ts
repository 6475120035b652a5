import { sql } from 'kysely';
import { command } from '../../base/db/query.ts';
import { insertRows } from '../../base/db/statements.ts';
import { checklistItems, checklists } from './tables.ts';

/* Statements by which other domains write checklists. */

export const insertChecklists = insertRows('checklists.insertMany', checklists, [
  'workspace_id',
  'created_at',
]);
export const insertItems = insertRows('checklist_items.insertMany', checklistItems, [
  'workspace_id',
  'created_at',
]);

/** Of an item that is open. */
export const uncompleted = { completed: 0, completedAt: null, completedBy: null, evidence: null } as const;

/** Max items that one statement gives to another member. */
export const handedOnAtOnce = 500;

/** Gives up to `handedOnAtOnce` items of a member to another, or to nobody. */
export const handOnItems = command(
  'checklist_items.handOn',
  (_db, p: { workspaceId: string; memberId: string; to: string | null }, fn) => sql<{ id: string }>`
  update checklist_items set member_id = cast(${p.to} as text)
  where workspace_id = ${p.workspaceId} and ${fn.isOneOf(
    'workspace_id, id',
    sql`from checklist_items x where x.workspace_id = ${p.workspaceId} and x.member_id = ${p.memberId}
      limit ${sql.lit(handedOnAtOnce)}`,
  )} returning id`,
);
