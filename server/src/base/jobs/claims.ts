import { sql } from 'kysely';
import { asksForCodes, type Issue, issue } from '../../../../contract/issues.ts';
import { type Actor, keyOf } from '../access/actor.ts';
import type { Requester } from '../access/requester.ts';
import { isoMillisOrNull } from '../clock.ts';
import type { LockedTable } from '../db/lock-order.ts';
import { type Query, query } from '../db/query.ts';
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
import type { TableOfWorkspace } from '../db/tables.ts';
import { type Leasable, type Leases, leasesIn, type Reason } from './leases.ts';

/* Work that a user has asked for, stored with a state and the credential; nodes lease it (`leases.ts`). */

/** The columns that tables of such work share, besides their key and a `state`. */
export const claimable = {
  /** The number of cards done. */
  done: integer(),
  /** The file of the work, if any. */
  storage_key: nullable(text()),
  /** Why the work failed, or why it waits. */
  error: later(text()),
  /** JSON: the issues that `error` words; null also in rows of earlier versions. */
  error_issues: later(text()),
  /** How often its lease was taken. */
  attempts: integer(),
  /** Attempts that have not ended in an orderly way: those whose process died, and a running one. */
  deaths: integer(),
  user_id: text(),
  /** JSON `{id, name}` of the API key with which it was requested; null for a session. */
  api_key: nullable(text()),
  /** The permissions that the credential allowed. */
  mask: integer(),
  created_at: micros(),
  ended_at: nullable(micros()),
  /** When a node may take the lease; null once it has ended. */
  due_at: nullable(micros()),
};

type Key = { workspace_id: Column<string, 'given'>; id: Column<string, 'given'> };

type Claimable = Table<Key, typeof claimable & { state: Column<string, 'given'> }>;

/** The columns that the rows of all kinds of work share. */
export interface ClaimableRow extends Requester, Leasable, Reason {}

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

/** Why work failed or waits, as issues. */
export const issuesOf = ({ error, errorIssues }: Reason): Issue[] => {
  if (errorIssues !== null) return JSON.parse(errorIssues) as Issue[];
  return error === null ? [] : [issue('job-failed', { reason: error })];
};

/** The same for a reply, if the request prefers codes. */
export const shownIssues = (row: Reason, prefer: string | string[] | undefined) =>
  asksForCodes(prefer) ? { errorIssues: issuesOf(row) } : {};

/** What the end of work stores. */
export interface Ended extends Reason {
  state: string;
  now: number;
}

/** The statements on the work in a table. */
export interface Claims<R, P> extends Leases<P, P & Ended> {
  table: LockedTable;
  /** The work that has been due for longest in any workspace, except that of some accounts. */
  nextDue: Query<{ now: number; busy: readonly string[] }, R>;
}

const columns = { id: 'id', due: 'due_at', attempts: 'attempts', deaths: 'deaths' };

/** Declares the statements; `progress` names the columns in which an attempt stores its progress. */
export function claimsIn<T extends Claimable, N extends Name<T>>(
  table: LockedTable & TableOfWorkspace,
  of: T,
  progress: readonly N[],
): Claims<ValuesOf<T>, Some<T, N>> {
  type Progress = Some<T, N>;
  return {
    ...leasesIn<Progress, Progress & Ended>(table, columns, {
      take: sql`state = 'running', error = null, error_issues = null`,
      progress: (p) => assignments(progress, p),
      release: (p) => sql`state = 'waiting', error = ${p.error}, error_issues = ${p.errorIssues}`,
      end: (p) =>
        sql`state = ${p.state}, error = ${p.error}, error_issues = ${p.errorIssues}, ended_at = ${p.now},
          ${assignments(progress, p)}`,
      isLeased: sql`state <> 'waiting'`,
    }),
    table,
    nextDue: query(
      `${table}.nextDue`,
      (_db, p: { now: number; busy: readonly string[] }, fn) => sql<ValuesOf<T>>`
      select ${allColumns(of, 'x')} from ${sql.table(table)} x
      where x.due_at <= ${p.now} and not ${fn.isIn('x.user_id', fn.each(p.busy))}
      order by x.due_at limit 1`,
    ),
  };
}
