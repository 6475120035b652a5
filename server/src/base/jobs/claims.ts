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
 * Work that a row asks for, and that goes on beside the requests: any node takes it up, and one at a time has it. Who has it
 * is known by the number of the attempt, so that whoever was taken for dead and is not cannot write any more.
 */

/** What the tables of such work have in common, beside their key and a `state`. */
export const claimable = {
  /** Cards that are done. */
  done: integer(),
  /** A file that the work is about. */
  storage_key: nullable(text()),
  /** Why it failed, or why it waits. */
  error: later(text()),
  /** How often it was taken up. */
  attempts: integer(),
  /** How often the process that was at it has died. */
  deaths: integer(),
  user_id: text(),
  /** JSON `{id, name}` of the API key with which it was asked for; null for a session. */
  api_key: nullable(text()),
  /** What that credential let through. */
  mask: integer(),
  created_at: micros(),
  ended_at: nullable(micros()),
  /** From when on a node may take it up; null once it has ended. */
  due_at: nullable(micros()),
};

type Key = { workspace_id: Column<string, 'given'>; id: Column<string, 'given'> };

type Claimable = Table<Key, typeof claimable & { state: Column<string, 'given'> }>;

/** What a row says of the work, whatever the work is. */
export interface ClaimableRow extends Asked {
  id: string;
  attempts: number;
  deaths: number;
  state: string;
  error: string | null;
  dueAt: number | null;
}

/** What a row says of work that has just been asked for, and is due at `dueAt`. */
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

/** When work is begun again that broke off; null where it did not. */
export const retryAt = ({
  state,
  error,
  dueAt,
}: {
  state: string;
  error: string | null;
  dueAt: number | null;
}) => (state === 'waiting' && error !== null ? isoMillisOrNull(dueAt) : null);

/** Which attempt at which work. */
export interface Attempt {
  workspaceId: string;
  id: string;
  attempts: number;
}

/** The statements about the work in a table. Those of an attempt give nothing where it does not have the work any more. */
export interface Claims<R, P> {
  table: LockedTable;
  /** The work that has been due for longest, wherever it is, but for that of some accounts. */
  nextDue: Query<{ now: number; busy: readonly string[] }, R>;
  /** Begins a further attempt, unless somebody else has. */
  claim: Command<Attempt & { deaths: number; now: number; dueAt: number }, { id: string }>;
  /** Holds the work for longer, and says how far it is. */
  renew: Command<Attempt & P & { dueAt: number }, { id: string }>;
  /** Lets anyone take it up, from a time on. */
  putOff: Command<Attempt & { deaths: number; dueAt: number; error: string | null }, { id: string }>;
  end: Command<Attempt & P & { state: string; error: string | null; now: number }, { id: string }>;
  /** Lets all work be taken up that somebody has. */
  endAll: Command<{ now: number }, never>;
}

const isMine = (p: Attempt): RawBuilder<unknown> =>
  sql`workspace_id = ${p.workspaceId} and id = ${p.id} and attempts = ${p.attempts} and state = 'running'`;

/** Declares them; `progress` is what an attempt writes of its own as it goes on. */
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

/** Gives up all claims, where this is the only node: whoever had any is no more as it starts. */
export async function endAllClaims(
  { engine }: Reads,
  maintain: Maintain,
  now: number,
  tables: readonly Pick<Claims<never, never>, 'endAll'>[],
): Promise<void> {
  if (engine !== 'sqlite') return;
  for (const { endAll } of tables) await maintain((tx) => tx.run(endAll, { now }));
}
