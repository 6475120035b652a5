import { sql } from 'kysely';
import type { ExportFormat, ExportState } from '../../../contract/exports.ts';
import { command, query } from '../base/db/query.ts';
import { deleteRow, insertRow } from '../base/db/statements.ts';
import { exportsTable } from './tables.ts';

/* Exports as they are stored. A claim is known by when it ends (`dueAt`): whoever finds another time there has lost it. */

export const insertExport = insertRow('exports.insert', exportsTable);
export const forgetExport = deleteRow('exports.delete', exportsTable);

export interface StoredExport {
  workspaceId: string;
  id: string;
  boardId: string | null;
  format: ExportFormat;
  filename: string;
  state: ExportState;
  done: number;
  total: number;
  size: number | null;
  storageKey: string | null;
  error: string | null;
  attempts: number;
  userId: string;
  apiKey: string | null;
  mask: number;
  createdAt: number;
  endedAt: number | null;
  dueAt: number | null;
}

const columns =
  sql.raw(`x.workspace_id as "workspaceId", x.id as id, x.board_id as "boardId", x.format as format,
  x.filename as filename, x.state as state, x.done as done, x.total as total, x.size as size,
  x.storage_key as "storageKey", x.error as error, x.attempts as attempts, x.user_id as "userId",
  x.api_key as "apiKey", x.mask as mask, x.created_at as "createdAt", x.ended_at as "endedAt", x.due_at as "dueAt"`);

/** An export that a user asked for. */
export const exportOfUser = query(
  'exports.ofUser',
  (_db, p: { id: string; userId: string }) => sql<StoredExport>`
  select ${columns} from exports x where x.id = ${p.id} and x.user_id = ${p.userId}`,
);

/** How many exports of a user are kept; up to a limit. */
export const exportsKept = query(
  'exports.kept',
  (_db, p: { userId: string; limit: number }) => sql<{ count: number }>`
  select count(*) as count from (select 1 as one from exports where user_id = ${p.userId} limit ${p.limit}) kept`,
);

/** About how many cards a board has, or a workspace: those that are live are counted already. */
export const cardsToExport = query(
  'exports.total',
  (_db, p: { workspaceId: string; boardId: string | null }) => sql<{ count: number }>`
  select cast(coalesce(sum(k.cards), 0) as bigint) as count from lists l
  join card_blocks k on k.workspace_id = ${p.workspaceId} and k.list_id = l.id
  where l.workspace_id = ${p.workspaceId} and l.deleted_at is null
    and (cast(${p.boardId} as text) is null or l.board_id = ${p.boardId})`,
);

export const nextDue = query(
  'exports.nextDue',
  (_db, p: { now: number }) => sql<StoredExport>`
  select ${columns} from exports x where x.due_at <= ${p.now} order by x.due_at limit 1`,
);

interface Claimed {
  workspaceId: string;
  id: string;
  dueAt: number;
}

const isMine = (p: Claimed) => sql`workspace_id = ${p.workspaceId} and id = ${p.id} and due_at = ${p.dueAt}`;

/** Takes an export up until `next`, to be written to a file of its own. */
export const claimExport = command(
  'exports.claim',
  (_db, p: Claimed & { next: number; storageKey: string }) => sql<{ id: string }>`
  update exports set due_at = ${p.next}, state = 'running', attempts = attempts + 1, done = 0, storage_key = ${p.storageKey}
  where ${isMine(p)} returning id`,
);

/** Holds the claim for longer, and says how far it is. */
export const renewExport = command(
  'exports.renew',
  (_db, p: Claimed & { next: number; done: number }) => sql<{ id: string }>`
  update exports set due_at = ${p.next}, done = ${p.done} where ${isMine(p)} returning id`,
);

/** Puts it back for later. */
export const putOffExport = command(
  'exports.putOff',
  (_db, p: Claimed & { next: number }) => sql<{ id: string }>`
  update exports set due_at = ${p.next}, state = 'waiting' where ${isMine(p)} returning id`,
);

interface Ended extends Claimed {
  state: ExportState;
  error: string | null;
  done: number;
  size: number | null;
  now: number;
}

export const endExport = command(
  'exports.end',
  (_db, p: Ended) => sql<{ id: string }>`
  update exports set due_at = null, state = ${p.state}, error = ${p.error}, done = ${p.done}, total = ${p.done},
    size = ${p.size}, ended_at = ${p.now}
  where ${isMine(p)} returning id`,
);

/** Exports that ended before a time. */
export const oldExports = query(
  'exports.old',
  (_db, p: { before: number; limit: number }) => sql<StoredExport>`
  select ${columns} from exports x where x.ended_at <= ${p.before} order by x.ended_at limit ${p.limit}`,
);
