import type { Clock } from '../clock.ts';
import { Unavailable } from '../errors.ts';
import type { Database } from './database.ts';

/** A database that knows whether its writes succeed. */
export interface WatchedDatabase extends Database {
  /** The time since which no write has succeeded, in microseconds; undefined while writes work. */
  failing(): { since: number } | undefined;
}

/**
 * Writers notice a full disk or a read-only file, which inspecting the disk does not reveal. So the first failed write is
 * remembered until one succeeds again. The caller gets 503, not 500.
 */
export function watchWrites(db: Database, clock: Clock): WatchedDatabase {
  let fail: { since: number } | undefined;
  return {
    engine: db.engine,
    get statements() {
      return db.statements;
    },
    all: (query, parameters) => db.all(query, parameters),
    first: (query, parameters) => db.first(query, parameters),
    check: () => db.check(),
    analyzeGrown: () => db.analyzeGrown(),
    metrics: () => db.metrics(),
    close: () => db.close(),
    failing: () => fail,
    async write(work) {
      try {
        const value = await db.write(work);
        fail = undefined;
        return value;
      } catch (error) {
        if (!(error instanceof Unavailable || isOfDisk(error))) throw error;
        fail ??= { since: clock.now() };
        throw error instanceof Unavailable ? error : new Unavailable(error);
      }
    },
  };
}

/** SQLite's codes for a full, broken or read-only disk, and PostgreSQL's for a read-only transaction. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(SQLITE_(READONLY|FULL|IOERR|CANTOPEN|CORRUPT|NOTADB)|25006)/.test(String(error.code));
