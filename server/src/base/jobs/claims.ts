import { type RawBuilder, sql } from 'kysely';
import { type Actor, keyOf } from '../access/actor.ts';
import type { Asked } from '../access/asked-for.ts';
import { isoMillisOrNull } from '../clock.ts';
import type { Maintain, Reads } from '../db/database.ts';
import type { LockedTable } from '../db/lock-order.ts';
import { type Command, command, type Query, query } from '../db/query.ts';
import { allColumns, assignments } from '../db/statements.ts';
import {
  type Column,
  integer,
  later,
  micros,
  type Name,
  nullable,
  type Some,
  type Table,
  text,
  type ValuesOf,
} from '../db/table.ts';

/*
 * Background work described by a row: any node can claim it, one at a time. The number of the attempt identifies the holder
 * of the claim, so that an attempt wrongly presumed dead can no longer write.
 */

/** The columns that tables of such work share, besides their key and a `state`. */
export const claimable = {
  /** The number of cards done. */
  done: integer(),
  /** The file of the work, if any. */
  storage_key: nullable(text()),
  /** Why the work failed, or why it waits. */
  error: later(text()),
  /** How often it was claimed. */
  attempts: integer(),
  /** How often a process died during the work. */
  deaths: integer(),
  user_id: text(),
  /** JSON `{id, name}` of the API key with which it was requested; null for a session. */
  api_key: nullable(text()),
  /** The permissions that the credential allowed. */
  mask: integer(),
  created_at: micros(),
  ended_at: nullable(micros()),
  /** When a node may claim it; null once it has ended. */
  due_at: nullable(micros()),
};

type Key = { workspace_id: Column<string, 'given'>; id: Column<string, 'given'> };

type Claimable = Table<Key, typeof claimable & { state: Column<string, 'given'> }>;

/** The columns that the rows of all kinds of work share. */
export interface ClaimableRow extends Asked {
  id: string;
  attempts: number;
  deaths: number;
  state: string;
  error: string | null;
  dueAt: number | null;
}

/** The initial values of a row for new work, due at `dueAt`. */
export const askedFor = (actor: Actor, now: number, dueAt: number | null = now) => {
  const key = keyOf(actor);
  return {
    done: 0,
    attempts: 0,
    deaths: 0,
    userId: actor.userId,
    apiKey: key ? JSON.stringify(key) : null,
    mask: actor.mask,
    createdAt: now,
    endedAt: null,
    dueAt,
  };
};

/** When interrupted work is retried; null if it was not interrupted. */
export const retryAt = ({
  state,
  error,
  dueAt,
}: {
  state: string;
  error: string | null;
  dueAt: number | null;
}) => (state === 'waiting' && error !== null ? isoMillisOrNull(dueAt) : null);

/** Identifies an attempt. */
export interface Attempt {
  workspaceId: string;
  id: string;
  attempts: number;
}

/** The statements on the work in a table. Those of an attempt return no row if it no longer has the claim. */
export interface Claims<R, P> {
  table: LockedTable;
  /** The work that has been due for longest in any workspace, except that of some accounts. */
  nextDue: Query<{ now: number; busy: readonly string[] }, R>;
  /** Begins another attempt, unless another node has. */
  claim: Command<Attempt & { deaths: number; now: number; dueAt: number }, { id: string }>;
  /** Renews the lease and stores the progress. */
  renew: Command<Attempt & P & { dueAt: number }, { id: string }>;
  /** Releases the work until `dueAt`, when any node may claim it. */
  putOff: Command<Attempt & { deaths: number; dueAt: number; error: string | null }, { id: string }>;
  end: Command<Attempt & P & { state: string; error: string | null; now: number }, { id: string }>;
  /** Releases all claims. */
  endAll: Command<{ now: number }, never>;
}

const isMine = (p: Attempt): RawBuilder<unknown> =>
  sql`workspace_id = ${p.workspaceId} and id = ${p.id} and attempts = ${p.attempts} and state = 'running'`;

/** Declares the statements; `progress` names the columns in which an attempt stores its progress. */
export function claimsIn<T extends Claimable, N extends Name<T>>(
  table: LockedTable,
  of: T,
  progress: readonly N[],
): Claims<ValuesOf<T>, Some<T, N>> {
  type Progress = Some<T, N>;
  const update = (set: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql<{ id: string }>`update ${sql.table(table)} set ${set} where ${where} returning id`;
  return {
    table,
    nextDue: query(
      `${table}.nextDue`,
      (_db, p: { now: number; busy: readonly string[] }, fn) => sql<ValuesOf<T>>`
      select ${allColumns(of, 'x')} from ${sql.table(table)} x
      where x.due_at <= ${p.now} and not ${fn.isIn('x.user_id', fn.each(p.busy))}
      order by x.due_at limit 1`,
    ),
    claim: command(`${table}.claim`, (_db, p: Attempt & { deaths: number; now: number; dueAt: number }) =>
      update(
        sql`state = 'running', attempts = ${p.attempts}, deaths = ${p.deaths}, due_at = ${p.dueAt}, error = null`,
        sql`workspace_id = ${p.workspaceId} and id = ${p.id} and attempts = ${p.attempts} - 1 and due_at <= ${p.now}`,
      ),
    ),
    renew: command(`${table}.renew`, (_db, p: Attempt & Progress & { dueAt: number }) =>
      update(sql`due_at = ${p.dueAt}, ${assignments(progress, p)}`, isMine(p)),
    ),
    putOff: command(
      `${table}.putOff`,
      (_db, p: Attempt & { deaths: number; dueAt: number; error: string | null }) =>
        update(
          sql`state = 'waiting', deaths = ${p.deaths}, due_at = ${p.dueAt}, error = ${p.error}`,
          isMine(p),
        ),
    ),
    end: command(
      `${table}.end`,
      (_db, p: Attempt & Progress & { state: string; error: string | null; now: number }) =>
        update(
          sql`state = ${p.state}, error = ${p.error}, ended_at = ${p.now}, due_at = null, ${assignments(progress, p)}`,
          isMine(p),
        ),
    ),
    endAll: command(
      `${table}.endAllClaims`,
      (_db, p: { now: number }) => sql<never>`
      update ${sql.table(table)} set due_at = ${p.now} where due_at > ${p.now} and state <> 'waiting'`,
    ),
  };
}

/** Releases all claims if this is the only node (SQLite): at its start, no other process can still hold any. */
export async function endAllClaims(
  { engine }: Reads,
  maintain: Maintain,
  now: number,
  tables: readonly Pick<Claims<never, never>, 'endAll'>[],
): Promise<void> {
  if (engine !== 'sqlite') return;
  for (const { endAll } of tables) await maintain((tx) => tx.run(endAll, { now }));
}
