import { sql } from 'kysely';
import { minute } from '../../base/clock.ts';
import type { Maintain, Reads } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';

/*
 * The scheduled backups that were begun, one row for each moment at which one was due. Whichever node inserts or takes the row makes the
 * backup. The number of attempts identifies it, so that a node that was presumed dead can no longer write.
 */

/** How long a node has a backup without renewing that; microseconds. */
export const leaseTime = minute;

/** Attempts at one backup: the last of them an hour after the first. */
const maxAttempts = 4;

/** Until the next attempt. */
export const retryAfter = 20 * minute;

export interface Claim {
  due: number;
  attempt: number;
}

const claimRow = command(
  'backups.claim',
  (_db, p: { due: number; now: number; until: number }) => sql<{ attempt: number }>`
  insert into backups (due_at, state, attempts, leased_until, started_at)
  select cast(${p.due} as bigint), 'running', 1, cast(${p.until} as bigint), cast(${p.now} as bigint)
  where not exists (select 1 from backups where state = 'running' and leased_until > ${p.now} and leased_until <= ${p.until})
  on conflict (due_at) do update set state = 'running', attempts = backups.attempts + 1, leased_until = excluded.leased_until,
    started_at = excluded.started_at
    where backups.state <> 'done' and backups.attempts < ${sql.lit(maxAttempts)}
      and (backups.leased_until <= ${p.now} or backups.leased_until > ${p.now} + ${sql.lit(2 * retryAfter)})
  returning attempts as attempt`,
);

const renewRow = command(
  'backups.renew',
  (_db, p: Claim & { until: number }) => sql<{ attempt: number }>`
  update backups set leased_until = ${p.until} where due_at = ${p.due} and attempts = ${p.attempt} and state = 'running'
  returning attempts as attempt`,
);

const nameRow = command(
  'backups.name',
  (_db, p: Claim & { name: string }) => sql<never>`
  update backups set name = ${p.name} where due_at = ${p.due} and attempts = ${p.attempt} and state = 'running'`,
);

const leaveRow = command(
  'backups.leave',
  (_db, p: Claim & { now: number }) => sql<never>`
  update backups set leased_until = ${p.now}, attempts = attempts - 1
  where due_at = ${p.due} and attempts = ${p.attempt} and state = 'running'`,
);

interface Ended extends Claim {
  state: 'done' | 'failed';
  until: number;
  now: number;
  bytes: number | null;
  reason: string | null;
}

const endRow = command(
  'backups.end',
  (_db, p: Ended) => sql<{ attempt: number }>`
  update backups set state = ${p.state}, leased_until = ${p.until}, ended_at = ${p.now}, bytes = ${p.bytes}, reason = ${p.reason}
  where due_at = ${p.due} and attempts = ${p.attempt} and state = 'running'
  returning attempts as attempt`,
);

const forgetOld = command(
  'backups.forget',
  (_db, p: { before: number }) => sql<never>`delete from backups where due_at < ${p.before}`,
);

export interface BackupRow {
  due: number;
  state: 'running' | 'done' | 'failed';
  attempts: number;
  leasedUntil: number;
  name: string | null;
  startedAt: number;
  endedAt: number | null;
  bytes: number | null;
  reason: string | null;
}

const columns = sql`due_at as due, state, attempts, leased_until as "leasedUntil", name, started_at as "startedAt", ended_at as "endedAt", bytes, reason`;

const newest = query(
  'backups.newest',
  (_db, p: { until: number; limit: number }) => sql<BackupRow>`
  select ${columns} from backups where due_at <= ${p.until} order by due_at desc limit ${p.limit}`,
);

const lastDone = query(
  'backups.lastDone',
  (_db, p: { until: number }) => sql<BackupRow>`
  select ${columns} from backups where state = 'done' and due_at <= ${p.until} order by due_at desc limit 1`,
);

const lastComplete = query(
  'backups.lastComplete',
  (_db, p: { until: number }) => sql<BackupRow>`
  select ${columns} from backups where state = 'done' and reason is null and due_at <= ${p.until} order by due_at desc limit 1`,
);

const atMoment = query(
  'backups.at',
  (_db, p: { due: number }) => sql<{ state: string }>`select state from backups where due_at = ${p.due}`,
);

/** The newest backups until a time: what is later is of a clock that was wrong. */
export const newestBackups = (db: Reads, until: number): Promise<BackupRow[]> =>
  db.all(newest, { until, limit: 20 });

/** A backup as of now: the last attempt has failed if its node was ended, although nobody has noted that. */
export const asOf = (now: number, row: BackupRow): BackupRow =>
  row.state === 'running' && row.attempts >= maxAttempts && row.leasedUntil <= now
    ? { ...row, state: 'failed', endedAt: row.leasedUntil, reason: 'each node that made it was ended' }
    : row;

export const lastGood = (db: Reads, until: number): Promise<BackupRow | undefined> =>
  db.first(lastDone, { until });

/** The last in which nothing is missing. */
export const lastWhole = (db: Reads, until: number): Promise<BackupRow | undefined> =>
  db.first(lastComplete, { until });

export const isDone = async (db: Reads, due: number): Promise<boolean> =>
  (await db.first(atMoment, { due }))?.state === 'done';

/** Takes a backup; undefined if it is made already, another node makes one, or it is not time to try again. */
export async function claim(maintain: Maintain, due: number, now: number): Promise<Claim | undefined> {
  const [taken] = await maintain((tx) => tx.run(claimRow, { due, now, until: now + leaseTime }));
  return taken && { due, attempt: taken.attempt };
}

/** Returns whether the backup is still this node's. */
export const renew = async (maintain: Maintain, mine: Claim, now: number): Promise<boolean> =>
  (await maintain((tx) => tx.run(renewRow, { ...mine, until: now + leaseTime }))).length > 0;

export const setName = (maintain: Maintain, mine: Claim, name: string) =>
  maintain((tx) => tx.run(nameRow, { ...mine, name }));

/** Leaves a backup to the next who looks, because this node stops: that is no attempt that failed. */
export const leave = (maintain: Maintain, mine: Claim, now: number) =>
  maintain((tx) => tx.run(leaveRow, { ...mine, now }));

/** Ends an attempt; returns whether the backup was still this node's. */
export const end = async (maintain: Maintain, ended: Ended): Promise<boolean> =>
  (await maintain((tx) => tx.run(endRow, ended))).length > 0;

export const forgetBefore = (maintain: Maintain, before: number) =>
  maintain((tx) => tx.run(forgetOld, { before }));
