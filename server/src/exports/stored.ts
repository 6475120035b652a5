import { sql } from 'kysely';
import { isOpen } from '../base/access/board-permissions.ts';
import { command, query } from '../base/db/query.ts';
import { allColumns, deleteRow, insertRow } from '../base/db/statements.ts';
import type { ValuesOf } from '../base/db/table.ts';
import { claimsIn } from '../base/jobs/claims.ts';
import { exportsTable } from '../data/exports/tables.ts';

export const insertExport = insertRow('exports.insert', exportsTable);
export const forgetExport = deleteRow('exports.delete', exportsTable);

export type StoredExport = ValuesOf<typeof exportsTable>;

/** Hides an export and revokes its claim. The row remains until its file is gone. */
export const hideExport = command(
  'exports.hide',
  (_db, p: { workspaceId: string; id: string }) => sql<never>`
  update exports set state = 'deleted', due_at = null, ended_at = 0
  where workspace_id = ${p.workspaceId} and id = ${p.id}`,
);

const columns = allColumns(exportsTable, 'x');

/** The columns that an attempt at an export writes. */
export const exportClaims = claimsIn('exports', exportsTable, ['done', 'total', 'size', 'storage_key']);

/** An export that a user asked for. */
export const exportOfUser = query(
  'exports.ofUser',
  (_db, p: { id: string; userId: string }) => sql<StoredExport>`
  select ${columns} from exports x where x.id = ${p.id} and x.user_id = ${p.userId} and x.state <> 'deleted'`,
);

/** All exports of a user, newest first; an account may have only a few. */
export const exportsOfUser = query(
  'exports.allOfUser',
  (_db, p: { userId: string }) => sql<StoredExport>`
  select ${columns} from exports x where x.user_id = ${p.userId} and x.state <> 'deleted' order by x.created_at desc, x.id desc`,
);

/** Counts the exports of a user, up to a limit. */
export const exportsKept = query(
  'exports.kept',
  (_db, p: { userId: string; limit: number }) => sql<{ count: number }>`
  select count(*) as count from (select 1 as one from exports where user_id = ${p.userId} and state <> 'deleted' limit ${p.limit}) kept`,
);

/** An estimate of the cards of a board or a workspace, from the stored counts of live cards. */
export const cardsToExport = query(
  'exports.total',
  (_db, p: { workspaceId: string; boardId: string | null; openBoards: string | null }) => sql<{
    count: number;
  }>`
  select cast(coalesce(sum(k.cards), 0) as bigint) as count from lists l
  join card_blocks k on k.workspace_id = ${p.workspaceId} and k.list_id = l.id
  where l.workspace_id = ${p.workspaceId} and l.deleted_at is null
    and (cast(${p.boardId} as text) is null or l.board_id = ${p.boardId})
    and ${isOpen('l.board_id', p.openBoards)}`,
);

/** Exports that ended before a time, or were hidden. */
export const oldExports = query(
  'exports.old',
  (_db, p: { before: number; limit: number }) => sql<StoredExport>`
  select ${columns} from exports x where x.ended_at <= ${p.before} order by x.ended_at limit ${p.limit}`,
);
