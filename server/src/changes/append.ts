import { sql } from 'kysely';
import type { EventType } from '../../../contract/events.ts';
import { batches } from '../db/batches.ts';
import type { Writing } from '../db/database.ts';
import { command } from '../db/query.ts';

/** What the log is to say of a change. */
export interface NewChange {
  workspaceId: string;
  type: EventType;
  boardId: string | null;
  cardId: string | null;
  /** What changed, where it is neither the board nor the card itself. */
  subjectId: string | null;
}

interface Row extends NewChange {
  position: number;
}

/** Most changes log one thing. */
const append = command('changes.append', (db, p: Row & { userId: string; now: number }) =>
  db.insertInto('changes').values({
    workspace_id: p.workspaceId,
    position: p.position,
    type: p.type,
    board_id: p.boardId,
    card_id: p.cardId,
    subject_id: p.subjectId,
    user_id: p.userId,
    created_at: p.now,
  }),
);

const appendMany = command(
  'changes.appendMany',
  (_db, p: { workspaceId: string; rows: readonly Row[]; userId: string; now: number }, fn) => sql`
  insert into changes (workspace_id, position, type, board_id, card_id, subject_id, user_id, created_at)
  select ${p.workspaceId}, r.position, r.type, r."boardId", r."cardId", r."subjectId", ${p.userId},
    cast(${p.now} as bigint)
  from ${fn.rows(p.rows, {
    position: 'integer',
    type: 'text',
    boardId: 'text',
    cardId: 'text',
    subjectId: 'text',
  })} r
  where true`,
);

/** Writes to the log what a change did, in that order; `before` are the positions that it goes on from. */
export async function appendToLog(
  tx: Writing,
  changes: readonly NewChange[],
  before: ReadonlyMap<string, number>,
  by: { userId: string; now: number },
): Promise<void> {
  const last = new Map(before);
  const rows = changes.map((change) => {
    const position = (last.get(change.workspaceId) ?? 0) + 1;
    last.set(change.workspaceId, position);
    return { ...change, position };
  });
  for (const [workspaceId, inWorkspace] of Map.groupBy(rows, (row) => row.workspaceId)) {
    const [first, ...more] = inWorkspace;
    if (first && more.length === 0) await tx.run(append, { ...first, ...by });
    else
      for (const batch of batches(inWorkspace)) await tx.run(appendMany, { workspaceId, rows: batch, ...by });
  }
}
