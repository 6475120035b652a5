import { chmodSync, existsSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Unavailable } from '../errors.ts';
import { single } from '../metrics/metrics.ts';
import type { Engine, Reading, Run } from './database.ts';
import { busyTimeout, type Connection, GroupCommit, type Prepared } from './group-commit.ts';
import type { Parameters, Query } from './query.ts';

/**
 * Opens the embedded database with one connection for writes and one for reads while a transaction is open. Creates the file
 * (mode 600) if absent. Every commit is synced to disk before it is acknowledged.
 */
export function openSqlite(file: string): Engine {
  const writer = connect(file);
  const reader = connect(file);
  reader.handle.pragma('query_only = ON');
  // The group commit does the waiting, so that the event loop is not blocked.
  writer.handle.pragma('busy_timeout = 0');
  const requireFile = sameFile(file);
  const group = new GroupCommit(writer, atMostEvery(requireFileEvery, requireFile));
  let closed = false;
  return {
    engine: 'sqlite',
    get statements() {
      return writer.ran + reader.ran;
    },
    ...readingOn(() => (writer.handle.inTransaction ? reader : writer)),
    write: (work) => (closed ? Promise.reject(new Unavailable('closed')) : group.write(work)),
    alone: (work) => alone(writer.handle, work),
    async check() {
      try {
        requireFile();
        reader.handle.prepare('select count(*) from migrations').get();
      } catch (error) {
        throw new Unavailable(error);
      }
    },
    analyzeGrown: async () => [],
    metrics: () => [
      single('counter', 'database_statements_total', 'Statements run', writer.ran + reader.ran),
      {
        name: 'database_commit_changes',
        help: 'Changes committed together',
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

/** Milliseconds for which changes may be acknowledged after the last check that the file exists. */
const requireFileEvery = 50;

/**
 * Returns a check that throws once another file, or none, is at the path. An open file can still be read and written
 * after it was moved or deleted, but everything written would be lost in the end.
 */
function sameFile(file: string): () => void {
  const opened = statSync(file, { bigint: true });
  return () => {
    const { ino, dev } = statSync(file, { bigint: true });
    if (ino !== opened.ino || dev !== opened.dev) throw new Error(`${file} is not the file that was opened`);
  };
}

/** Calls `check` at most once per `ms` milliseconds while it passes, and throws what it throws. */
function atMostEvery(ms: number, check: () => void): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - checkedAt < ms) return;
    check();
    checkedAt = now;
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
    handle.pragma('busy_timeout = 0');
  }
}

function connect(file: string): Connection {
  const fresh = !existsSync(file);
  const handle = new Sqlite(file);
  if (fresh) chmodSync(file, 0o600);
  handle.pragma(`busy_timeout = ${busyTimeout}`);
  handle.pragma('journal_mode = WAL');
  // The driver's default in WAL mode is NORMAL, which may lose acknowledged commits in a power failure.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  // Two connections fill theirs, so this counts twice in the service's memory; the system keeps the file's other pages.
  handle.pragma('cache_size = -16000');
  // SQLite's own `lower` handles only ASCII, but a search for `über` must find `Über`.
  handle.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  // Those that nobody holds any more are closed.
  const statements = new WeakMap<object, Prepared>();
  const connection: Connection = {
    handle,
    ran: 0,
    turnedAt: 0,
    prepared(statement) {
      const known = statements.get(statement);
      if (known) return known;
      const compiled = statement.for('sqlite');
      const native = handle.prepare(compiled.sql);
      const fresh: Prepared = {
        readonly: native.readonly,
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

/**
 * Reads on the connection that `choose` returns. A commit empties the page cache of all other connections, so the one that
 * writes is preferred; while it has a transaction open, it would show what is not committed yet.
 */
function readingOn(choose: () => Connection): Reading {
  const all = <P extends Parameters, R>(query: Query<P, R>, parameters: P) => {
    const prepared = choose().prepared(query);
    // It would be committed by itself.
    if (!prepared.readonly) throw new Error(`${query.name} writes, so it needs a transaction`);
    return prepared.all(parameters) as R[];
  };
  return {
    all: async (query, parameters) => all(query, parameters),
    first: async (query, parameters) => all(query, parameters)[0],
  };
}
