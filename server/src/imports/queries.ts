import { sql } from 'kysely';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import { day } from '../base/clock.ts';
import { command, query } from '../base/db/query.ts';
import { allColumns, insertRow } from '../base/db/statements.ts';
import type { ValuesOf } from '../base/db/table.ts';
import { claimsIn } from '../base/jobs/claims.ts';
import { removal } from '../base/jobs/remove.ts';
import { imports } from '../data/imports/tables.ts';

/** How long the record of an import is kept; microseconds. */
export const remembered = 30 * day;

export const insertImport = insertRow('imports.insert', imports);

export type ImportRow = ValuesOf<typeof imports>;

const columns = allColumns(imports, 'x');

export const importById = query(
  'imports.byId',
  (_db, p: { workspaceId: string; id: string }) => sql<ImportRow>`
  select ${columns} from imports x where x.workspace_id = ${p.workspaceId} and x.id = ${p.id}`,
);

/** The newest imports of a workspace whose boards the caller sees; until completed, also those without a board and the caller's. */
export const importsOf = query(
  'imports.list',
  (_db, p: Principal & { workspaceId: string; userId: string }, fn) => sql<ImportRow>`
  select ${columns} from imports x
  ${fn.row({ table: 'boards', as: 'b', workspaceId: p.workspaceId, id: 'x.board_id', left: true })}
  where x.workspace_id = ${p.workspaceId}
    and (x.state <> 'completed' and (b.id is null or x.user_id = ${p.userId}) or ${mayOnBoard('b', p, 'board:create')})
  order by x.id desc limit 100`,
);

export const openImports = query(
  'imports.open',
  (_db, p: { workspaceId: string }, fn) => sql<{ count: number }>`
  select count(*) as count from imports
  where ${fn.unindexed('workspace_id')} = ${p.workspaceId} and due_at is not null`,
);

interface Key {
  workspaceId: string;
  id: string;
}

/** Marks the file of an import as stored; returns nothing if the import no longer waits for it. */
export const arrived = command(
  'imports.arrived',
  (_db, p: Key & { now: number }) => sql<{ id: string }>`
  update imports set state = 'waiting', due_at = ${p.now}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and state = 'arriving' and due_at is not null returning id`,
);

/** Forgets an import whose file did not arrive. */
export const forgetArriving = command(
  'imports.forgetArriving',
  (_db, p: Key) => sql<never>`
  delete from imports where workspace_id = ${p.workspaceId} and id = ${p.id} and state = 'arriving'`,
);

/** The columns that an attempt at an import writes. */
export const importClaims = claimsIn('imports', imports, [
  'done',
  'total',
  'board_id',
  'board_name',
  'report',
  'known_cards',
]);

/** Cancels an import that has not ended; returns the board that was being written. */
export const cancel = command(
  'imports.cancel',
  (_db, p: Key & { now: number }) => sql<{ boardId: string | null; attempts: number; options: string }>`
  update imports set state = 'cancelled', ended_at = ${p.now}, due_at = null
  where workspace_id = ${p.workspaceId} and id = ${p.id} and due_at is not null
  returning board_id as "boardId", attempts as attempts, options as options`,
);

/** The files of imports that have ended. */
export const leftFiles = query(
  'imports.leftFiles',
  (_db, p: { after: number }) => sql<{ workspaceId: string; id: string; storageKey: string }>`
  select workspace_id as "workspaceId", id, storage_key as "storageKey" from imports
  where ended_at > ${p.after} and storage_key is not null order by ended_at limit 100`,
);

export const forgetFile = command(
  'imports.forgetFile',
  (_db, p: Key) => sql<never>`
  update imports set storage_key = null where workspace_id = ${p.workspaceId} and id = ${p.id}`,
);

export const forgetEnded = removal<{ before: number }>(
  'imports.forget',
  'imports',
  'workspace_id, id',
  (p) => sql`where ended_at < ${p.before}`,
);
