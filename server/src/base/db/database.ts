import type { Metric } from '../metrics/metrics.ts';
import type { HeldTable, LockedTable } from './lock-order.ts';
import type { Command, EngineName, Parameters, Query } from './query.ts';

/** A handle for reading. Outside a transaction each statement sees what was committed when it began. */
export interface Reading {
  all<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R[]>;
  first<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R | undefined>;
}

/**
 * A handle bound to one open transaction, and unusable once it has ended. Statements issued together run in that order,
 * and are sent to PostgreSQL together. After one fails, all later ones fail with the same error.
 */
export interface Writing extends Reading {
  /** Runs a write; returns the rows of its `returning`. */
  run<P extends Parameters, R>(command: Command<P, R>, parameters: P): Promise<R[]>;
  /**
   * Locks the rows of a workspace with these ids until the transaction ends, in id order. A locked row may have changed
   * since it was read: read it again. SQLite has a single writer, so nothing needs to be locked there. The workspace is
   * null for users, and while nothing in it is locked yet: until then a board may move and take its ids along. Throws, on
   * both engines, if the transaction holds rows that come after these in `lockOrder`.
   */
  lock(table: LockedTable, workspaceId: string | null, ids: readonly string[]): Promise<void>;
  /** Locks rows and returns what `read` finds once they are locked. Both are sent together; `read` may run twice. */
  lockAndRead<T>(
    table: LockedTable,
    workspaceId: string | null,
    ids: readonly string[],
    read: () => Promise<T>,
  ): Promise<T>;
  /** Declares that the next statement locks a row itself. Throws like `lock`. */
  locksNext(table: HeldTable, id: string): void;
}

export interface Database extends Reading {
  readonly engine: EngineName;
  /** Number of statements run; tests check that each read takes a fixed number. */
  readonly statements: number;
  /**
   * Runs `work` in a transaction: committed and durable when the promise resolves, rolled back when it rejects. `work`
   * must wait for nothing but the database. It may run again after a conflict, so it must have no side effects outside
   * the transaction. Throws `Unavailable` if the database does not answer.
   */
  write<T>(work: (tx: Writing) => Promise<T>): Promise<T>;
  /** Throws `Unavailable` if the database does not answer or no longer exists. */
  check(): Promise<void>;
  /**
   * Runs ANALYZE on the tables that have doubled in size since the last one, and returns their names: without statistics
   * PostgreSQL plans badly. Always empty on SQLite.
   */
  analyzeGrown(): Promise<string[]>;
  /** The engine's own metrics. */
  metrics(): Metric[];
  close(): Promise<void>;
}

/** A read-only view of the database. */
export type Reads = Omit<Database, 'write'>;

/**
 * How jobs write, without an actor and without emitting events: usage records, indexes, and the removal of expired rows.
 * Keep transactions short; otherwise like `Database.write`.
 */
export type Maintain = Database['write'];

/** The database access of a job that reads and writes. */
export interface Upkeep {
  readonly db: Reads;
  readonly maintain: Maintain;
}

/** The engine features that migrations and copies need. */
export interface Engine extends Database {
  /** Runs `work` in an exclusive transaction: other callers wait, in any process. It may take any amount of time. */
  alone(work: (run: Run) => Promise<void>): Promise<void>;
}

/** The source of a copy. */
export type Source = Pick<Engine, 'engine' | 'all' | 'first' | 'alone'>;

/** Runs raw SQL and returns its rows. */
export type Run = (sql: string) => Promise<Record<string, unknown>[]>;
