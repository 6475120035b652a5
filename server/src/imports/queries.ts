import { sql } from 'kysely';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import { day } from '../base/clock.ts';
import { command, query } from '../base/db/query.ts';
import { insertRow } from '../base/db/statements.ts';
import { removal } from '../base/jobs/remove.ts';
import { type ImportSource, type ImportState, imports } from './tables.ts';

/** How long is remembered what an import was; microseconds. */
export const remembered = 30 * day;

export const insertImport = insertRow('imports.insert', imports);

export interface ImportRow {
  workspaceId: string;
  id: string;
  source: ImportSource;
  state: ImportState;
  options: string;
  storageKey: string | null;
  done: number;
  total: number | null;
  report: string;
  error: string | null;
  boardId: string | null;
  boardName: string | null;
  attempts: number;
  userId: string;
  apiKey: string | null;
  mask: number;
  createdAt: number;
  endedAt: number | null;
  dueAt: number | null;
}

const columns = sql`x.workspace_id as "workspaceId", x.id as id, x.source as source, x.state as state,
  x.options as options, x.storage_key as "storageKey", x.done as done, x.total as total, x.report as report,
  x.error as error, x.board_id as "boardId", x.board_name as "boardName", x.attempts as attempts,
  x.user_id as "userId", x.api_key as "apiKey", x.mask as mask, x.created_at as "createdAt",
  x.ended_at as "endedAt", x.due_at as "dueAt"`;

export const importById = query(
  'imports.byId',
  (_db, p: { workspaceId: string; id: string }) => sql<ImportRow>`
  select ${columns} from imports x where x.workspace_id = ${p.workspaceId} and x.id = ${p.id}`,
);

/** The import that has been due for longest, wherever it is. */
export const nextDue = query(
  'imports.nextDue',
  (_db, p: { now: number }) => sql<ImportRow>`
  select ${columns} from imports x where x.due_at <= ${p.now} order by x.due_at limit 1`,
);

/** The newest imports of a workspace whose boards the caller sees, or that have none yet. */
export const importsOf = query(
  'imports.list',
  (_db, p: Principal & { workspaceId: string }) => sql<ImportRow>`
  select ${columns} from imports x
  left join boards b on b.workspace_id = ${p.workspaceId} and b.id = x.board_id
  where x.workspace_id = ${p.workspaceId}
    and (b.id is null and x.state <> 'completed' or ${mayOnBoard('b', p, 'board:create')})
  order by x.id desc limit 100`,
);

export const openImports = query(
  'imports.open',
  (_db, p: { workspaceId: string }) => sql<{ count: number }>`
  select count(*) as count from imports where workspace_id = ${p.workspaceId} and due_at is not null`,
);

interface Key {
  workspaceId: string;
  id: string;
}

/** Says that the file of an import is there; nothing where it is not waited for any more. */
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

/** Lets all that is claimed be taken up, and what was arriving be given up. */
export const endAllClaims = command(
  'imports.endAllClaims',
  (_db, p: { now: number }) => sql<never>`
  update imports set due_at = ${p.now} where due_at > ${p.now} and state in ('running', 'arriving')`,
);

/** Claims a due import, unless somebody else has. */
export const claim = command(
  'imports.claim',
  (_db, p: Key & { dueAt: number; next: number }) => sql<{ id: string }>`
  update imports set state = 'running', due_at = ${p.next}, attempts = attempts + 1, done = 0, board_id = null
  where workspace_id = ${p.workspaceId} and id = ${p.id} and due_at = ${p.dueAt} returning id`,
);

/** What is known of a claimed import as it goes on. */
export interface Step {
  done: number;
  total: number | null;
  boardId: string | null;
  boardName: string | null;
}

/** Puts a claim off; nothing where it is not held any more. */
export const renew = command(
  'imports.renew',
  (_db, p: Key & Step & { dueAt: number; next: number }) => sql<{ id: string }>`
  update imports set due_at = ${p.next}, done = ${p.done}, total = ${p.total}, board_id = ${p.boardId},
    board_name = ${p.boardName}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and due_at = ${p.dueAt} returning id`,
);

/** Ends a claimed import. */
export const end = command(
  'imports.end',
  (
    _db,
    p: Key & { dueAt: number; state: ImportState; report: string; error: string | null; now: number },
  ) => sql<{
    id: string;
  }>`
  update imports set state = ${p.state}, report = ${p.report}, error = ${p.error}, ended_at = ${p.now}, due_at = null
  where workspace_id = ${p.workspaceId} and id = ${p.id} and due_at = ${p.dueAt} returning id`,
);

/** Lets anyone take up a claimed import, from a time on. */
export const putOff = command(
  'imports.putOff',
  (_db, p: Key & { dueAt: number; next: number }) => sql<{ id: string }>`
  update imports set state = 'waiting', due_at = ${p.next}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and due_at = ${p.dueAt} returning id`,
);

/** Cancels an import that has not ended; gives the board that was being written. */
export const cancel = command(
  'imports.cancel',
  (_db, p: Key & { now: number }) => sql<{ boardId: string | null }>`
  update imports set state = 'cancelled', ended_at = ${p.now}, due_at = null
  where workspace_id = ${p.workspaceId} and id = ${p.id} and due_at is not null returning board_id as "boardId"`,
);

/** The files of imports that have ended. */
export const leftFiles = query(
  'imports.leftFiles',
  (_db, p: { after: number }) => sql<{ workspaceId: string; id: string; storageKey: string }>`
  select workspace_id as "workspaceId", id, storage_key as "storageKey" from imports
  where ended_at > ${p.after} and storage_key is not null limit 100`,
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
