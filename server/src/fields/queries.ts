import { sql } from 'kysely';
import type { Field } from '../../../contract/field-shapes.ts';
import { command, query } from '../base/db/query.ts';

/* The boards that use a field of their workspace. */

interface OfField {
  workspaceId: string;
  /** The field of the workspace. */
  workspaceFieldId: string;
}

/** The field of a board that uses one of its workspace. */
export interface Use extends Pick<Field, 'name' | 'type'> {
  id: string;
  boardId: string;
  shownOnTile: 0 | 1;
  position: string;
  /** Whether the board is not in the trash: 0 or 1. */
  isLive: 0 | 1;
}

/** By their boards; those in the trash, too. */
export const usesOf = query(
  'workspace_fields.uses',
  (_db, p: OfField) => sql<Use>`
  select x.id as id, x.board_id as "boardId", x.name as name, x.type as type, x.shown_on_tile as "shownOnTile",
    x.position as position, case when b.deleted_at is null then 1 else 0 end as "isLive"
  from fields x
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = x.board_id
  where x.workspace_id = ${p.workspaceId} and x.workspace_field_id = ${p.workspaceFieldId}
  order by x.board_id`,
);

/** How many boards use each field of a workspace. */
export const boardCounts = query(
  'workspace_fields.boardCounts',
  (_db, p: { workspaceId: string }) => sql<{ id: string; boards: number }>`
  select x.workspace_field_id as id, count(*) as boards
  from fields x
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = x.board_id
  where x.workspace_id = ${p.workspaceId} and x.workspace_field_id is not null and b.deleted_at is null
  group by x.workspace_field_id`,
);

/** The names of other fields on some boards. */
export const namesBeside = query(
  'workspace_fields.namesBeside',
  (_db, p: OfField & { boardIds: readonly string[] }, fn) => sql<{ name: string }>`
  select x.name as name
  ${fn.lookUp({
    table: 'fields',
    workspaceId: p.workspaceId,
    column: 'board_id',
    values: fn.ids(p.boardIds),
    only: sql`deleted_at is null and coalesce(workspace_field_id, '') <> ${p.workspaceFieldId}`,
  })}`,
);

interface Changed {
  workspaceId: string;
  ids: readonly string[];
  name: string;
  options: string | null;
  settings: string | null;
}

/** Changes some fields of boards as that of the workspace has changed. */
export const changeUses = command(
  'workspace_fields.changeUses',
  (_db, p: Changed, fn) => sql<{ id: string }>`
  update fields set name = ${p.name}, options = ${p.options}, settings = ${p.settings}
  where workspace_id = ${p.workspaceId} and ${fn.isIn('id', fn.each(p.ids))}
  returning id`,
);
