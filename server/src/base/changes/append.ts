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

/** The change's positions are the last ones taken, because its versions have already been raised. */
const positionOf = (workspaceId: unknown, after: unknown) => sql<number>`
  (select v.position - ${after} from versions v where v.workspace_id = ${workspaceId} and v.id = ${workspaceId})`;

/** For the most frequent case, a change with one entry. */
const append = command('changes.append', (db, p: Row & By) =>
  db.insertInto('changes').values({
    workspace_id: p.workspaceId,
    position: positionOf(p.workspaceId, sql`cast(${p.after} as bigint)`),
    type: p.type,
    board_id: p.boardId,
    card_id: p.cardId,
    subject_id: p.subjectId,
    user_id: p.userId,
    api_key: p.apiKey,
    created_at: p.now,
  }),
);

const appendMany = command(
  'changes.appendMany',
  (_db, p: { workspaceId: string; rows: readonly Row[] } & By, fn) => sql`
  insert into changes (workspace_id, position, type, board_id, card_id, subject_id, user_id, api_key, created_at)
  select ${p.workspaceId}, ${positionOf(p.workspaceId, sql.raw('r.after'))}, r.type, r."boardId", r."cardId",
    r."subjectId", ${p.userId}, cast(${p.apiKey} as text), cast(${p.now} as bigint)
  from ${fn.rows(p.rows, {
    after: 'integer',
    type: 'text',
    boardId: 'text',
    cardId: 'text',
    subjectId: 'text',
  })} r
  where true`,
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
