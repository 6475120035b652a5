import { chmodSync, existsSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Unavailable } from '../errors.ts';
import { Histogram, single } from '../metrics/metrics.ts';
import type { Engine, Reading, Run, Writing } from './database.ts';
import type { Command, Parameters, Query } from './query.ts';

/** Changes that one commit takes along at the most; more wait for the next. */
const batchSize = 64;

/** Milliseconds to wait for another process that writes. */
const busyTimeout = 5_000;

/**
 * Opens the embedded database: one connection that writes, one that reads. The file is made (mode 600) when
 * absent. Every commit is synced to the disk before it is acknowledged.
 */
export function openSqlite(file: string): Engine {
  const writer = connect(file);
  const reader = connect(file);
  reader.handle.pragma('query_only = ON');
  const group = new GroupCommit(writer);
  const { ino: opened } = statSync(file);
  let closed = false;
  return {
    engine: 'sqlite',
    get statements() {
      return writer.ran + reader.ran;
    },
    ...readingOn(reader),
    write: (work) => (closed ? Promise.reject(new Unavailable('closed')) : group.write(work)),
    alone: (work) => alone(writer.handle, work),
    async check() {
      try {
        // What is still open can be read although its file was deleted: all of it would be lost at the end.
        const { ino } = statSync(file);
        if (ino !== opened) throw new Error(`${file} is another file than the one that was opened`);
        reader.handle.prepare('select count(*) from migrations').get();
      } catch (error) {
        throw new Unavailable(error);
      }
    },
    metrics: () => [
      single('counter', 'database_statements_total', 'Statements that were run', writer.ran + reader.ran),
      {
        name: 'database_commit_changes',
        help: 'Changes that were committed together',
        type: 'histogram',
        samples: group.sizes.samples(),
      },
    ],
    async close() {
      closed = true;
      await group.idle();
      reader.handle.close();
      writer.handle.close();
    },
  };
}

async function alone(handle: Sqlite.Database, work: (run: Run) => Promise<void>): Promise<void> {
  const run: Run = async (sql) => {
    const statement = handle.prepare<[], Record<string, unknown>>(sql);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  };
  handle.pragma(`busy_timeout = ${10 * busyTimeout}`);
  try {
    handle.exec('begin immediate');
    await work(run);
    handle.exec('commit');
  } catch (error) {
    if (handle.inTransaction) handle.exec('rollback');
    throw error;
  } finally {
    handle.pragma(`busy_timeout = ${busyTimeout}`);
  }
}

interface Connection {
  readonly handle: Sqlite.Database;
  ran: number;
  prepared(statement: Query<never, unknown> | Command<never, unknown>): Prepared;
}

interface Prepared {
  all(parameters: Parameters): unknown[];
}

function connect(file: string): Connection {
  const fresh = !existsSync(file);
  const handle = new Sqlite(file);
  if (fresh) chmodSync(file, 0o600);
  handle.pragma(`busy_timeout = ${busyTimeout}`);
  handle.pragma('journal_mode = WAL');
  // The driver's default in WAL mode is NORMAL, which may lose acknowledged commits when the power fails.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  handle.pragma('cache_size = -32000');
  // SQLite's own knows no letters beyond ASCII, and whoever looks for `über` means `Über`, too.
  handle.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  const statements = new Map<unknown, Prepared>();
  const connection: Connection = {
    handle,
    ran: 0,
    prepared(statement) {
      const known = statements.get(statement);
      if (known) return known;
      const compiled = statement.for('sqlite');
      const native = handle.prepare(compiled.sql);
      const fresh: Prepared = {
        all(parameters) {
          connection.ran++;
          const values = compiled.bind(parameters);
          if (native.reader) return native.all(...values);
          native.run(...values);
          return [];
        },
      };
      statements.set(statement, fresh);
      return fresh;
    },
  };
  return connection;
}

const readingOn = (connection: Connection): Reading => ({
  async all<P extends Parameters, R>(query: Query<P, R>, parameters: P) {
    return connection.prepared(query).all(parameters) as R[];
  },
  async first<P extends Parameters, R>(query: Query<P, R>, parameters: P) {
    return connection.prepared(query).all(parameters)[0] as R | undefined;
  },
});

interface Job {
  run(tx: Writing): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { job: Job; value: unknown } | { job: Job; error: unknown };

/**
 * Commits concurrent changes together: each runs in a savepoint of its own, one after the other, and one sync
 * makes them all durable. A change that fails takes back its own savepoint only.
 */
class GroupCommit {
  readonly #connection: Connection;
  readonly #queue: Job[] = [];
  readonly sizes = new Histogram([1, 2, 4, 8, 16, 32, batchSize]);
  #running: Promise<void> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
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
    while (this.#queue.length > 0) {
      // One turn of the event loop lets the requests that are already on the wire join the commit.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commit(this.#queue.splice(0, batchSize));
    }
    this.#running = undefined;
  }

  async #commit(batch: Job[]): Promise<void> {
    const { handle } = this.#connection;
    try {
      handle.exec('begin immediate');
      const outcomes: Outcome[] = [];
      for (const job of batch) outcomes.push(await this.#attempt(job));
      handle.exec('commit');
      this.sizes.observe(batch.length);
      for (const outcome of outcomes) {
        if ('error' in outcome) outcome.job.reject(outcome.error);
        else outcome.job.resolve(outcome.value);
      }
    } catch (error) {
      if (handle.inTransaction) handle.exec('rollback');
      for (const job of batch) job.reject(new Unavailable(error));
    }
  }

  async #attempt(job: Job): Promise<Outcome> {
    const { handle } = this.#connection;
    const tx = new SqliteTransaction(this.#connection);
    handle.exec('savepoint change');
    try {
      const value = await job.run(tx as unknown as Writing);
      handle.exec('release change');
      return { job, value };
    } catch (error) {
      // A full disk may have ended the whole transaction: then nothing of the batch is kept.
      if (!handle.inTransaction) throw error;
      handle.exec('rollback to change; release change');
      return { job, error };
    } finally {
      tx.end();
    }
  }
}

class SqliteTransaction {
  #connection: Connection | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  end(): void {
    this.#connection = undefined;
  }

  async all<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R[]> {
    return this.#open.prepared(query).all(parameters) as R[];
  }

  async first<P extends Parameters, R>(query: Query<P, R>, parameters: P): Promise<R | undefined> {
    return this.#open.prepared(query).all(parameters)[0] as R | undefined;
  }

  async run<P extends Parameters, R>(command: Command<P, R>, parameters: P): Promise<R[]> {
    return this.#open.prepared(command).all(parameters) as R[];
  }

  async lock(): Promise<void> {}

  get #open(): Connection {
    if (!this.#connection) throw new Error('the transaction has ended');
    return this.#connection;
  }
}
