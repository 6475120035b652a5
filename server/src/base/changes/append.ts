import { sql } from 'kysely';
import type { LoggedType } from '../../../../contract/events.ts';
import { batches } from '../db/batches.ts';
import type { Writing } from '../db/database.ts';
import { command } from '../db/query.ts';

/** A change to be logged. */
export interface NewChange {
  workspaceId: string;
  type: LoggedType;
  boardId: string | null;
  cardId: string | null;
  /** The id of what changed, if it is neither the board nor the card itself. */
  subjectId: string | null;
}

/** Who made the change, and when. */
export interface By {
  userId: string;
  /** JSON of the API key; null for a session. */
  apiKey: string | null;
  now: number;
}

interface Row extends NewChange {
  /** The number of entries of the same change that follow it in the workspace's log. */
  after: number;
}

/*
 * The change's positions are the last ones taken, because its versions have already been raised. Both statements select from
 * the workspace's row among them, which says on which server the entry belongs if the tables are distributed.
 */

/** For the most frequent case, a change with one entry. */
const append = command(
  'changes.append',
  (_db, p: Row & By) => sql`
  insert into changes (workspace_id, position, type, board_id, card_id, subject_id, user_id, api_key, created_at)
  select v.workspace_id, v.position - cast(${p.after} as bigint), ${p.type}, ${p.boardId}, ${p.cardId}, ${p.subjectId},
    ${p.userId}, ${p.apiKey}, ${p.now}
  from versions v where v.workspace_id = ${p.workspaceId} and v.id = ${p.workspaceId}`,
);

const appendMany = command(
  'changes.appendMany',
  (_db, p: { workspaceId: string; rows: readonly Row[] } & By, fn) => sql`
  insert into changes (workspace_id, position, type, board_id, card_id, subject_id, user_id, api_key, created_at)
  select v.workspace_id, v.position - r.after, r.type, r."boardId", r."cardId",
    r."subjectId", ${p.userId}, cast(${p.apiKey} as text), cast(${p.now} as bigint)
  from versions v cross join ${fn.rows(p.rows, {
    after: 'integer',
    type: 'text',
    boardId: 'text',
    cardId: 'text',
    subjectId: 'text',
  })} r
  where v.workspace_id = ${p.workspaceId} and v.id = ${p.workspaceId}`,
);

/** Appends the entries of a change to the log, in order, at the positions that it has taken (`Touched.raise`). */
export async function appendToLog(tx: Writing, changes: readonly NewChange[], by: By): Promise<void> {
  for (const [workspaceId, logged] of Map.groupBy(changes, (change) => change.workspaceId)) {
    const rows = logged.map((change, index) => ({ ...change, after: logged.length - 1 - index }));
    const [first, ...more] = rows;
    if (first && more.length === 0) await tx.run(append, { ...first, ...by });
    else for (const batch of batches(rows)) await tx.run(appendMany, { workspaceId, rows: batch, ...by });
  }
}
