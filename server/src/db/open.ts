import { join } from 'node:path';
import { makeFolder } from '../folder.ts';
import type { Database, Engine } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres, type PostgresEngine } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Where the data lives: a PostgreSQL address, or a folder for the embedded database. */
export interface Place {
  databaseUrl: string | undefined;
  dataDir: string;
  databasePoolSize?: number;
  databasePreparedStatements?: 'auto' | 'on' | 'off';
}

/** Opens the database of `place` and brings its schema up to date. */
export async function openDatabase(place: Place): Promise<Database> {
  const db = openEngine(place);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Opens the database of `place` as it is. */
export function openEngine(place: Place): Engine {
  const { databaseUrl, dataDir } = place;
  if (databaseUrl) return openPostgresOf({ ...place, databaseUrl });
  makeFolder(dataDir);
  return openSqlite(join(dataDir, databaseFile));
}

export const openPostgresOf = (place: Place & { databaseUrl: string }): PostgresEngine =>
  openPostgres(place.databaseUrl, {
    size: place.databasePoolSize ?? 10,
    preparedStatements: place.databasePreparedStatements ?? 'auto',
  });

/** What the embedded database is called in its folder. */
export const databaseFile = 'taskboard.db';
