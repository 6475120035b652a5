import { sql } from 'kysely';
import { command } from '../../db/query.ts';

/* Inserts of many rows by one statement each: a copy or an import takes a few, however large it is. */

export interface CardRow {
  id: string;
  listId: string;
  number: number;
  title: string;
  description: string | null;
  dueAt: number | null;
  position: string;
  createdBy: string;
  createdAt: number;
  archivedAt: number | null;
}

export const insertCards = command(
  'cards.insertMany',
  (_db, p: { workspaceId: string; boardId: string; rows: CardRow[] }, fn) => sql`
  insert into cards (workspace_id, id, board_id, list_id, number, title, description, due_at, position, created_by,
    created_at, archived_at)
  select ${p.workspaceId}, r.id, ${p.boardId}, r."listId", r.number, r.title, r.description, r."dueAt", r.position,
    r."createdBy", r."createdAt", r."archivedAt"
  from ${fn.rows(p.rows, {
    id: 'text',
    listId: 'text',
    number: 'integer',
    title: 'text',
    description: 'text',
    dueAt: 'integer',
    position: 'text',
    createdBy: 'text',
    createdAt: 'integer',
    archivedAt: 'integer',
  })} r
  where true`,
);

export const insertCardLabels = command(
  'card_labels.insertRows',
  (_db, p: { workspaceId: string; boardId: string; rows: { cardId: string; labelId: string }[] }, fn) => sql`
  insert into card_labels (workspace_id, board_id, card_id, label_id)
  select ${p.workspaceId}, ${p.boardId}, r."cardId", r."labelId"
  from ${fn.rows(p.rows, { cardId: 'text', labelId: 'text' })} r
  where true`,
);

export const insertCardMembers = command(
  'card_members.insertRows',
  (_db, p: { workspaceId: string; rows: { cardId: string; memberId: string }[] }, fn) => sql`
  insert into card_members (workspace_id, card_id, member_id)
  select ${p.workspaceId}, r."cardId", r."memberId"
  from ${fn.rows(p.rows, { cardId: 'text', memberId: 'text' })} r
  where true`,
);

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
