import { join } from 'node:path';
import { makeFolder } from '../folder.ts';
import type { Database, Engine } from './database.ts';
import { type BeforeUpgrade, guardWith } from './guard.ts';
import { migrate } from './migrate.ts';
import { openPostgres, type PostgresEngine } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Where the data lives: a PostgreSQL address, or a folder for the embedded database. */
export interface DatabaseLocation {
  databaseUrl: string | undefined;
  dataDir: string;
  databasePoolSize?: number;
  databasePreparedStatements?: 'auto' | 'on' | 'off';
  /** Whether this process is a node of the service, rather than a separate command. */
  isNode?: boolean;
}

/**
 * Opens the database of `place` and migrates its schema. For tests only; the service backs it up first.
 * @internal
 */
export async function openDatabase(place: DatabaseLocation): Promise<Database> {
  const db = openEngine(place);
  try {
    await upgrade(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * Migrates a schema and returns the names of the applied migrations. For a database with content, `before` is called
 * first, and no row may be lost. Throws `Unusable`; the database is then unchanged.
 */
export const upgrade = (db: Engine, before?: BeforeUpgrade): Promise<string[]> =>
  migrate(db, undefined, guardWith(before));

/** Opens the database of `place` without migrating it. */
export function openEngine(place: DatabaseLocation): Engine {
  const { databaseUrl, dataDir } = place;
  if (databaseUrl) return openPostgresOf({ ...place, databaseUrl });
  makeFolder(dataDir);
  return openSqlite(join(dataDir, databaseFile));
}

/** Runs `work` on the unmigrated database of `place`, then closes it. */
export async function withEngine<T>(place: DatabaseLocation, work: (db: Engine) => Promise<T>): Promise<T> {
  const db = openEngine(place);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

export const openPostgresOf = (place: DatabaseLocation & { databaseUrl: string }): PostgresEngine =>
  openPostgres(place.databaseUrl, {
    size: place.databasePoolSize ?? 10,
    preparedStatements: place.databasePreparedStatements ?? 'auto',
    isNode: place.isNode ?? false,
  });

/** The file name of the embedded database. */
export const databaseFile = 'taskboard.db';
