import { sql } from 'kysely';
import { command, query } from '../../base/db/query.ts';
import { insertRows } from '../../base/db/statements.ts';
import { type Brought, hideBrought } from '../imports/brought.ts';
import { lists } from './tables.ts';

/* Statements by which other domains write lists. */

export const insertLists = insertRows('lists.insertMany', lists, ['workspace_id', 'board_id', 'created_at']);

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

export const hideLists = hideBrought('lists.hide', lists);

/** Updates the time since which the lists of an import are hidden. */
export const rehideLists = command(
  'lists.rehide',
  (_db, p: Brought & { deletedAt: number }) => sql<never>`
  update lists set deleted_at = ${p.deletedAt}
  where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and deleted_by = ${p.by}
    and deleted_at is not null`,
);

/** The lists of an import that have been hidden since a time, in order. */
export const hiddenLists = query(
  'lists.hidden',
  (_db, p: Brought & { deletedAt: number }) => sql<{ id: string }>`
  select id from lists
  where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and deleted_by = ${p.by}
    and deleted_at = ${p.deletedAt}
  order by position`,
);

/** Shows hidden lists at the given positions. */
export const showLists = command(
  'lists.show',
  (_db, p: OfBoard & { rows: readonly { id: string; position: string }[] }, fn) => sql<never>`
  update lists set deleted_at = null, deleted_by = null, position = (
    select r.position from ${fn.rows(p.rows, { id: 'text', position: 'text' })} r where r.id = lists.id)
  where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and id in (
    select r.id from ${fn.rows(p.rows, { id: 'text', position: 'text' })} r)`,
);

/** The last position on a board, of all lists and of those not deleted, and the number of all its lists and labels. */
export const endOfBoard = query(
  'lists.endOfBoard',
  (_db, p: OfBoard) => sql<{ any: string | null; live: string | null; lists: number; labels: number }>`
  select max(l.position) as "any", max(case when l.deleted_at is null then l.position end) as live,
    count(*) as lists,
    (select count(*) from labels n where n.workspace_id = ${p.workspaceId} and n.board_id = ${p.boardId}) as labels
  from lists l where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId}`,
);
