import { performance } from 'node:perf_hooks';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Unavailable } from '../errors.ts';
import { Histogram } from '../metrics/metrics.ts';
import type { Writing } from './database.ts';
import type { HeldTable, LockedTable } from './lock-order.ts';
import { LockOrder } from './lock-order.ts';
import type { Command, Parameters, Query } from './query.ts';

/** Max changes per commit; more wait for the next. */
const batchSize = 64;

/** Milliseconds after which a commit accepts no more changes, so that the first ones do not wait for a long queue. */
const batchTime = 10;

/** Milliseconds to wait for another writing process. */
export const busyTimeout = 5_000;

/** Milliseconds that a change may go without a statement: while it waits for something else, all others are blocked. */
const idleTime = 1_000;

/** Milliseconds of statements after which the event loop gets a turn, so that a long change does not block reads. */
const turnTime = 10;

/** One connection to the embedded database, with its prepared statements. */
export interface Connection {
  readonly handle: Sqlite.Database;
  ran: number;
  /** When the event loop last turned while changes were made. */
  turnedAt: number;
  prepared(statement: Query<never, unknown> | Command<never, unknown>): Prepared;
}

export interface Prepared {
  readonly readonly: boolean;
  all(parameters: Parameters): unknown[];
}

interface Job {
  run(tx: Writing): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A change in progress. */
interface Attempt {
  readonly tx: SqliteTransaction;
  /** Number of statements it had run at the last check. */
  ran: number;
  readonly giveUp: (error: Error) => void;
}

type Outcome = { job: Job; value: unknown } | { job: Job; error: unknown };

/**
 * Commits concurrent changes together: each runs in its own savepoint, one after the other, and one sync makes them all
 * durable. A change that fails rolls back only its own savepoint.
 */
export class GroupCommit {
  readonly #connection: Connection;
  readonly #check: () => void;
  readonly #queue: Job[] = [];
  readonly sizes = new Histogram([1, 2, 4, 8, 16, 32, batchSize]);
  readonly #control: Record<'begin' | 'savepoint' | 'release' | 'commit', Sqlite.Statement>;
  #running: Promise<void> | undefined;
  #current: Attempt | undefined;

  /** `check` throws if a commit would be lost. */
  constructor(connection: Connection, check: () => void = () => {}) {
    this.#connection = connection;
    this.#check = check;
    const { handle } = connection;
    this.#control = {
      begin: handle.prepare('begin immediate'),
      savepoint: handle.prepare('savepoint change'),
      release: handle.prepare('release change'),
      commit: handle.prepare('commit'),
    };
  }

  write<T>(work: (tx: Writing) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ run: work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    const watch = setInterval(() => this.#look(), idleTime);
    while (this.#queue.length > 0) {
      // One turn of the event loop lets requests that have already arrived join the commit.
      await turn();
      await this.#commit();
    }
    clearInterval(watch);
    this.#running = undefined;
  }

  async #commit(): Promise<void> {
    const { handle } = this.#connection;
    const batch: Job[] = [];
    const outcomes: Outcome[] = [];
    try {
      await this.#begin();
      this.#connection.turnedAt = performance.now();
      const began = performance.now();
      do {
        const job = this.#queue.shift();
        if (!job) break;
        batch.push(job);
        outcomes.push(await this.#attempt(job));
        // Under concurrent writes more changes are coming: only a few requests begin in each turn.
        if (this.#queue.length === 0 && batch.length > 1) await this.#turn();
      } while (batch.length < batchSize && performance.now() - began < batchTime);
      this.#check();
      this.#control.commit.run();
      this.sizes.observe(batch.length);
      for (const outcome of outcomes) {
        if ('error' in outcome) outcome.job.reject(outcome.error);
        else outcome.job.resolve(outcome.value);
      }
    } catch (error) {
      if (handle.inTransaction) handle.exec('rollback');
      // If the transaction could not even begin, reject the changes that are queued.
      const failed = batch.length > 0 ? batch : this.#queue.splice(0, batchSize);
      for (const job of failed) job.reject(new Unavailable(error));
    }
  }

  async #turn(): Promise<void> {
    await turn();
    this.#connection.turnedAt = performance.now();
  }

  /** Begins as soon as no other process writes, without blocking the event loop. */
  async #begin(): Promise<void> {
    const end = performance.now() + busyTimeout;
    for (;;) {
      try {
        this.#control.begin.run();
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error;
        await pause(5);
      }
    }
  }

  async #attempt(job: Job): Promise<Outcome> {
    const { handle } = this.#connection;
    const tx = new SqliteTransaction(this.#connection);
    this.#control.savepoint.run();
    try {
      const stuck = new Promise<never>((_resolve, giveUp) => {
        this.#current = { tx, ran: -1, giveUp };
      });
      const value = await Promise.race([job.run(tx), stuck]);
      this.#control.release.run();
      return { job, value };
    } catch (error) {
      // A full disk may have ended the whole transaction; then nothing of the batch is kept.
      if (!handle.inTransaction) throw error;
      handle.exec('rollback to change; release change');
      return { job, error };
    } finally {
      this.#current = undefined;
      tx.end();
    }
  }

  /** Aborts a change that has run no statement since the last check, naming its last statement. */
  #look(): void {
    const current = this.#current;
    if (!current) return;
    const { ran, latest } = current.tx;
    if (ran === current.ran) {
      current.giveUp(new Error(`a change waits for something else than the database, after ${latest}`));
    }
    current.ran = ran;
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

class SqliteTransaction implements Writing {
  readonly #connection: Connection;
  readonly #order = new LockOrder();
  #hasEnded = false;
  /** The error of the failed statement, after which no more are run. */
  #failure: unknown;
  /** Number of statements run, and the last of them. */
  ran = 0;
  latest = 'no statement';

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  end(): void {
    this.#hasEnded = true;
  }

  async all<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R[]> {
    return (await this.#run(query, parameters)) as R[];
  }

  async first<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.#run(query, parameters))[0] as R | undefined;
  }

  async run<P extends Parameters, R>(command: Command<P, R>, parameters: P): Promise<R[]> {
    return (await this.#run(command, parameters)) as R[];
  }

  async lock(table: LockedTable, _workspaceId: string | null, ids: readonly string[]): Promise<void> {
    this.#order.take(table, ids);
  }

  async lockAndRead<T>(
    table: LockedTable,
    _workspaceId: string | null,
    ids: readonly string[],
    read: () => Promise<T>,
  ): Promise<T> {
    this.#order.take(table, ids);
    return read();
  }

  locksNext(table: HeldTable, id: string): void {
    this.#order.take(table, [id]);
  }

  async #run(
    statement: Query<never, unknown> | Command<never, unknown>,
    parameters: Parameters,
  ): Promise<unknown[]> {
    if (!this.#hasEnded && performance.now() - this.#connection.turnedAt > turnTime) {
      await turn();
      this.#connection.turnedAt = performance.now();
    }
    if (this.#hasEnded) throw this.#failure ?? new Error('the transaction has ended');
    this.ran++;
    this.latest = statement.name;
    try {
      return this.#connection.prepared(statement).all(parameters);
    } catch (error) {
      // A full disk may have ended the whole transaction; later statements would then be kept on their own.
      this.#failure = error;
      this.end();
      throw error;
    }
  }
}
