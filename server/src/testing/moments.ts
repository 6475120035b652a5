import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Writing } from '../base/db/database.ts';
import type { LockedTable } from '../base/db/lock-order.ts';
import type { TestDatabase } from './database.ts';
import { withWrites } from './writes.ts';

/* Pauses a transaction at a given moment, so that concurrent work runs in the one order that a test needs. */

/** A point in a transaction: before or after a lock, or after a statement that writes. */
export type Moment = `before ${LockedTable}` | `after ${LockedTable}` | `ran ${string}`;

/** A transaction that awaits `at` at each of its moments. */
const watched = (tx: Writing, at: (moment: Moment) => Promise<void>): Writing => ({
  all: (...read) => tx.all(...read),
  first: (...read) => tx.first(...read),
  locksNext: (...row) => tx.locksNext(...row),
  async lockAndRead(table, workspaceId, ids, read) {
    await at(`before ${table}`);
    const found = await tx.lockAndRead(table, workspaceId, ids, read);
    await at(`after ${table}`);
    return found;
  },
  async lock(table, workspaceId, ids) {
    await at(`before ${table}`);
    await tx.lock(table, workspaceId, ids);
    await at(`after ${table}`);
  },
  async run(command, parameters) {
    const rows = await tx.run(command, parameters);
    await at(`ran ${command.name}`);
    return rows;
  },
});

/**
 * Runs `work`, and each of `then` when the first transaction reaches its moment for the first time. Returns the number of
 * retries of all transactions.
 */
export async function retriesOf(
  service: { db: Database },
  work: () => Promise<unknown>,
  then: { [moment in Moment]?: () => Promise<unknown> },
): Promise<number> {
  const left = new Map(Object.entries(then));
  const at = async (moment: Moment) => {
    const act = left.get(moment);
    left.delete(moment);
    await act?.();
  };
  let [writes, retries] = [0, 0];
  const counted =
    (write: Database['write']): Database['write'] =>
    (change) => {
      const isFirst = writes++ === 0;
      let runs = 0;
      return write((tx) => {
        if (runs++ > 0) retries++;
        return change(isFirst ? watched(tx, at) : tx);
      });
    };
  await withWrites(service, counted, work);
  assert.deepEqual([...left.keys()], [], 'every moment came');
  return retries;
}

/** Resolves once `count` transactions are waiting for locks. */
export async function untilBlocked(database: Pick<TestDatabase, 'sql'>, count = 1): Promise<void> {
  const blocked = `select 1 as found from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await database.sql(blocked)).length < count) await pause(5);
}
