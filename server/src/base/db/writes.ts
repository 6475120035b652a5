import type { Clock } from '../clock.ts';
import { Unavailable } from '../errors.ts';
import type { Database } from './database.ts';

/** A database, and whether what is written to it is kept. */
export interface WatchedDatabase extends Database {
  /** Since when no write has worked, in microseconds; undefined while writes work. */
  failing(): { since: number } | undefined;
}

/**
 * What a full disk or a file that may only be read does to writes is seen by whoever writes, and by no look at the disk:
 * the first write that fails is remembered until one works again. The caller is told 503, not 500.
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

/** What SQLite says of a disk that is full, broken or for reading only; and PostgreSQL of being read-only. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(SQLITE_(READONLY|FULL|IOERR|CANTOPEN|CORRUPT|NOTADB)|25006)/.test(String(error.code));
