import type { Metric } from '../metrics/metrics.ts';
import type { HeldTable, LockedTable } from './lock-order.ts';
import type { Command, EngineName, Parameters, Query } from './query.ts';

/** A handle that reads. Outside a transaction each statement sees what was committed when it began. */
export interface Reading {
  all<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R[]>;
  first<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R | undefined>;
}

/**
 * A handle bound to one open transaction; it is dead once the transaction has ended. Statements that are asked for
 * together run in that order, and PostgreSQL gets them together. After one that failed, all others fail, for its reason.
 */
export interface Writing extends Reading {
  /** Runs a write; gives the rows of its `returning`. */
  run<P extends Parameters, R>(command: Command<P, R>, parameters: P): Promise<R[]>;
  /**
   * Holds the rows of a workspace with these ids until the transaction ends, in the order of the ids. A row that is
   * locked may have changed since it was read: read it again. SQLite has one writer, so nothing needs to be locked there.
   * The workspace is null for users, and where nothing in it is held yet: a board may move until then, and its ids with it.
   * Throws, on both engines, where the transaction holds rows that come after these in `lockOrder`.
   */
  lock(table: LockedTable, workspaceId: string | null, ids: readonly string[]): Promise<void>;
  /** Locks rows and gives what `read` finds once they are held. Both are sent together; `read` may run again. */
  lockAndRead<T>(
    table: LockedTable,
    workspaceId: string | null,
    ids: readonly string[],
    read: () => Promise<T>,
  ): Promise<T>;
  /** Says that the next statement holds a row by itself. Throws as `lock`. */
  locksNext(table: HeldTable, id: string): void;
}

export interface Database extends Reading {
  readonly engine: EngineName;
  /** How many statements have run; a test holds that reads take a fixed number. */
  readonly statements: number;
  /**
   * Runs `work` in a transaction: committed and durable when the promise resolves, undone when it rejects.
   * `work` waits for nothing but the database. It may run again after a conflict, so it must not leave traces
   * outside the transaction. Throws `Unavailable` when the database does not answer.
   */
  write<T>(work: (tx: Writing) => Promise<T>): Promise<T>;
  /** Throws `Unavailable` where the database does not answer, or is not there any more. */
  check(): Promise<void>;
  /**
   * Has PostgreSQL look at the tables that have grown to twice what they were when it last did, and returns their names:
   * without knowing what is in a table it plans badly. On SQLite there are none.
   */
  analyzeGrown(): Promise<string[]>;
  /** What the engine counts about its work. */
  metrics(): Metric[];
  close(): Promise<void>;
}

/** A database for whoever only reads. */
export type Reads = Omit<Database, 'write'>;

/**
 * How jobs write, as nobody and telling nobody: what is kept about use, indexes, and the removal of what has expired.
 * A short transaction; the rest as `Database.write`.
 */
export type Maintain = Database['write'];

/** What a job needs that reads and writes. */
export interface Upkeep {
  readonly db: Reads;
  readonly maintain: Maintain;
}

/** What migrations and copies need of an engine. */
export interface Engine extends Database {
  /**
   * Runs `work` in a transaction, alone: whoever else asks for that waits, in any process. It may take as long as it
   * likes.
   */
  alone(work: (run: Run) => Promise<void>): Promise<void>;
}

/** What a copy is made of. */
export type Source = Pick<Engine, 'engine' | 'all' | 'first' | 'alone'>;

/** Runs SQL as it is; gives its rows. */
export type Run = (sql: string) => Promise<Record<string, unknown>[]>;
