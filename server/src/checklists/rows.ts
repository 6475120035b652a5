import { sql } from 'kysely';
import { command } from '../db/query.ts';

/* Statements by which other domains write checklists, many rows with each. */

export interface ChecklistRow {
  id: string;
  cardId: string;
  name: string;
  position: string;
}

export const insertChecklists = command(
  'checklists.insertMany',
  (_db, p: { workspaceId: string; now: number; rows: ChecklistRow[] }, fn) => sql`
  insert into checklists (workspace_id, id, card_id, name, position, created_at)
  select ${p.workspaceId}, r.id, r."cardId", r.name, r.position, cast(${p.now} as bigint)
  from ${fn.rows(p.rows, { id: 'text', cardId: 'text', name: 'text', position: 'text' })} r
  where true`,
);

export interface ItemRow {
  id: string;
  checklistId: string;
  title: string;
  completed: 0 | 1;
  position: string;
}

export const insertItems = command(
  'checklist_items.insertMany',
  (_db, p: { workspaceId: string; now: number; rows: ItemRow[] }, fn) => sql`
  insert into checklist_items (workspace_id, id, checklist_id, title, completed, position, created_at)
  select ${p.workspaceId}, r.id, r."checklistId", r.title, r.completed, r.position, cast(${p.now} as bigint)
  from ${fn.rows(p.rows, {
    id: 'text',
    checklistId: 'text',
    title: 'text',
    completed: 'integer',
    position: 'text',
  })} r
  where true`,
);
