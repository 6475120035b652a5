import { type RawBuilder, sql } from 'kysely';
import type { Issue } from '../../../../contract/issues.ts';
import { minute } from '../clock.ts';
import type { Maintain, Reads, Writing } from '../db/database.ts';
import { type Command, command } from '../db/query.ts';
import type { TableOfWorkspace } from '../db/tables.ts';
import { sentencesOf } from '../errors.ts';
import { ProcessCrash } from '../processes/answers.ts';
import type { Service } from '../service.ts';
import type { Jobs } from './jobs.ts';

/*
 * Background work described by a row: any node can lease it, one at a time. The row stores
 * - when a node may next take the lease, which is when the present lease ends; null once nothing is left to do;
 * - the number of attempts, which identifies the holder, so that an attempt wrongly presumed dead can no longer write;
 * - the number of deaths. Every attempt counts as one until it ends in an orderly way, also when the service stops: a lease
 *   that expires means that a process has died. After `maxDeaths` the work is given up, because it may be the cause.
 */

/** How long a lease lasts without renewal; microseconds. */
const leaseTime = minute;

export const maxDeaths = 2;

/** The names of the columns. */
interface Columns {
  id: string;
  due: string;
  attempts: string;
  deaths: string;
}

/** Identifies an attempt. */
export interface Attempt {
  workspaceId: string;
  id: string;
  attempts: number;
}

/** A row that can be leased. */
export interface Leasable extends Attempt {
  deaths: number;
  dueAt: number | null;
}

/** Releases all leases in a table; to be run when no process can hold any. */
export type ReleaseAll = Command<{ now: number }, never>;

/** Why work failed or waits: sentences, and JSON of the issues. */
export interface Reason {
  error: string | null;
  errorIssues: string | null;
}

export const reasonOf = (issues: readonly Issue[]): Reason =>
  issues.length > 0
    ? { error: sentencesOf(issues), errorIssues: JSON.stringify(issues) }
    : { error: null, errorIssues: null };

type Ended = Reason & { dueAt: number | null; died: 0 | 1 };

/**
 * The statements on a table. Those of an attempt return no row if it no longer has the lease. `P` is the progress that an
 * attempt stores, `E` what its end stores.
 */
export interface Leases<P = object, E = unknown> {
  /** Begins another attempt, unless the row has changed since it was found. */
  take: Command<Attempt & { foundDueAt: number | null; dueAt: number }, { id: string }>;
  /** Renews the lease and stores the progress. */
  renew: Command<Attempt & P & { dueAt: number }, { id: string }>;
  /** Ends the lease: any node may take it at `dueAt`; with null, nobody. */
  release: Command<Attempt & Ended, { id: string }>;
  /** Ends the work: nothing is left to do. */
  end: Command<Attempt & E, { id: string }>;
  releaseAll: ReleaseAll;
}

/** SQL that a table adds to its statements. */
interface More<P, E> {
  /** What `take` sets as well. */
  take?: RawBuilder<unknown>;
  /** How `renew` stores the progress. */
  progress?: (p: P) => RawBuilder<unknown>;
  /** What `release` sets as well. */
  release?: (p: Ended) => RawBuilder<unknown>;
  /** What `end` sets as well. */
  end?: (p: E) => RawBuilder<unknown>;
  /** What holds of leased rows only. */
  isLeased?: RawBuilder<unknown>;
}

const and = (set: RawBuilder<unknown> | undefined) => (set ? sql`, ${set}` : sql``);

/** Declares the statements. */
export function leasesIn<P = object, E = unknown>(
  table: TableOfWorkspace,
  columns: Columns,
  more: More<P, E> = {},
): Leases<P, E> {
  const [id, due, attempts, deaths] = [columns.id, columns.due, columns.attempts, columns.deaths].map(
    (name) => sql.ref(name),
  );
  const only = more.isLeased ? sql`and ${more.isLeased}` : sql``;
  const update = (set: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql<{ id: string }>`update ${sql.table(table)} set ${set} where ${where} returning ${id} as id`;
  const isMine = (
    p: Attempt,
  ) => sql`workspace_id = ${p.workspaceId} and ${id} = ${p.id} and ${attempts} = ${p.attempts}
    and ${due} is not null ${only}`;
  return {
    take: command(`${table}.takeLease`, (_db, p: Attempt & { foundDueAt: number | null; dueAt: number }) =>
      update(
        sql`${due} = ${p.dueAt}, ${attempts} = ${p.attempts}, ${deaths} = ${deaths} + 1${and(more.take)}`,
        sql`workspace_id = ${p.workspaceId} and ${id} = ${p.id} and ${attempts} = ${p.attempts} - 1 and ${due} = ${p.foundDueAt}`,
      ),
    ),
    renew: command(`${table}.renewLease`, (_db, p: Attempt & P & { dueAt: number }) =>
      update(sql`${due} = ${p.dueAt}${and(more.progress?.(p))}`, isMine(p)),
    ),
    release: command(`${table}.releaseLease`, (_db, p: Attempt & Ended) =>
      update(
        sql`${due} = ${p.dueAt}, ${deaths} = ${deaths} - 1 + ${p.died}${and(more.release?.(p))}`,
        isMine(p),
      ),
    ),
    end: command(`${table}.end`, (_db, p: Attempt & E) =>
      update(sql`${due} = null, ${deaths} = 0${and(more.end?.(p))}`, isMine(p)),
    ),
    releaseAll: command(
      `${table}.releaseAll`,
      (_db, p: { now: number }) => sql<never>`
      update ${sql.table(table)} set ${due} = ${p.now} where ${due} > ${p.now} ${only}`,
    ),
  };
}

/** Releases all leases if this is the only node (SQLite): at its start, no other process can still hold any. */
export async function releaseAll(
  { engine }: Reads,
  maintain: Maintain,
  now: number,
  commands: readonly ReleaseAll[],
): Promise<void> {
  if (engine !== 'sqlite') return;
  for (const each of commands) await maintain((tx) => tx.run(each, { now }));
}

/** Another attempt has taken the lease, or the work has ended. */
export class Lost extends Error {}

/** One attempt at the work of a row. */
export class Lease<P = object, E = unknown> {
  /** The number of deaths before this attempt. */
  readonly deaths: number;
  /** Stored with each renewal. */
  progress: P;
  /** Aborted as soon as the lease is known to be lost, or when the service stops. */
  readonly signal: AbortSignal;
  protected readonly attempt: Attempt;
  /** When the lease ends unless it is renewed; microseconds. */
  protected endsAt: number;
  readonly #foundDueAt: number | null;
  readonly #service: Pick<Service, 'prepare' | 'clock' | 'stopping'>;
  readonly #leases: Leases<P, E>;
  readonly #lost = new AbortController();

  constructor(
    service: Pick<Service, 'prepare' | 'clock' | 'stopping'>,
    leases: Leases<P, E>,
    { workspaceId, id, attempts, deaths, dueAt }: Leasable,
    progress: P,
  ) {
    this.deaths = deaths;
    this.progress = progress;
    this.signal = AbortSignal.any([service.stopping, this.#lost.signal]);
    this.attempt = { workspaceId, id, attempts: attempts + 1 };
    this.endsAt = service.clock.now() + leaseTime;
    this.#foundDueAt = dueAt;
    this.#service = service;
    this.#leases = leases;
  }

  get isLost(): boolean {
    return this.#lost.signal.aborted;
  }

  /** Whether no other attempt can have taken the lease, as far as is known here. */
  get isHeld(): boolean {
    return !this.isLost && this.#service.clock.now() < this.endsAt;
  }

  /** Takes the lease; returns false if another node was faster. */
  take(): Promise<boolean> {
    return this.#service.prepare(async ({ tx, now }) => {
      const taken = { ...this.attempt, foundDueAt: this.#foundDueAt, dueAt: now + leaseTime };
      return (await tx.run(this.#leases.take, taken)).length > 0;
    });
  }

  /** Renews the lease as part of a transaction, so that nothing is written if it is lost; returns its end. Throws `Lost`. */
  async renew(tx: Writing, now: number): Promise<number> {
    const dueAt = now + leaseTime;
    this.#require(await tx.run(this.#leases.renew, { ...this.attempt, ...this.progress, dueAt }));
    return dueAt;
  }

  /** Renews the lease; `signal` is aborted if it is lost. */
  async beat(): Promise<void> {
    if (this.signal.aborted) return;
    try {
      this.endsAt = await this.#service.prepare(({ tx, now }) => this.renew(tx, now));
    } catch (error) {
      if (!this.signal.aborted) throw error;
    }
  }

  /** Ends the work as part of a transaction. Throws `Lost`. */
  async complete(tx: Writing, stored: E): Promise<void> {
    this.#require(await tx.run(this.#leases.end, { ...this.attempt, ...stored }));
  }

  /** Releases the lease until `dueAt`; `died` says that a process that did the work has crashed. */
  async release(dueAt: number, { died = false, issues = [] as readonly Issue[] } = {}): Promise<void> {
    const released = { ...this.attempt, dueAt, died: died ? 1 : 0, ...reasonOf(issues) } as const;
    await this.#service.prepare(({ tx }) => tx.run(this.#leases.release, released));
  }

  /** Gives the work up as part of a transaction; the number of deaths remains. Throws `Lost`. */
  async giveUp(tx: Writing): Promise<void> {
    const released = { ...this.attempt, dueAt: null, died: 0, ...reasonOf([]) } as const;
    this.#require(await tx.run(this.#leases.release, released));
  }

  /** Does the work. After an error it is due again `laterBy` microseconds later; if the service stops, at once. */
  async during(work: () => Promise<void>, laterBy: number): Promise<void> {
    const { clock, stopping } = this.#service;
    try {
      await work();
    } catch (error) {
      if (error instanceof Lost) return;
      if (stopping.aborted) return this.release(clock.now());
      await this.release(clock.now() + laterBy, { died: error instanceof ProcessCrash });
      throw error;
    }
  }

  /** Throws `Lost` if a statement of this attempt has found no row. */
  #require([found]: readonly unknown[]): void {
    if (found === undefined) this.#lost.abort(new Lost());
    this.#lost.signal.throwIfAborted();
  }
}

/** Runs work, and renews its lease meanwhile. */
export type Renewing = <T>(lease: { beat(): Promise<void> }, work: () => Promise<T>) => Promise<T>;

/** Returns a function that renews a lease while work runs, which may go for long without writing. */
export function heartbeat(jobs: Jobs, name: string): Renewing {
  const held = new Set<{ beat(): Promise<void> }>();
  jobs.every(name, 10, async () => {
    await Promise.all([...held].map((lease) => lease.beat()));
  });
  return async (lease, work) => {
    held.add(lease);
    try {
      return await work();
    } finally {
      held.delete(lease);
    }
  };
}
