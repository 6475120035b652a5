import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { type MigrationTarget, migrate } from './migrate.ts';
import type { PoolOptions } from './pool.ts';
import { openPostgres } from './postgres.ts';
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
  const { databaseUrl, databasePoolSize: size = 10, databasePreparedStatements = 'auto' } = place;
  return databaseUrl
    ? openWithPostgres(databaseUrl, { size, preparedStatements: databasePreparedStatements })
    : openWithSqlite(place.dataDir);
}

async function openWithSqlite(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = openSqlite(join(dataDir, 'taskboard.db'));
  const target: MigrationTarget = {
    engine: 'sqlite',
    async transaction(work) {
      database.exec('begin immediate');
      try {
        await work(async (sql) => database.query(sql));
        database.exec('commit');
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
  };
  await migrate(target);
  return database;
}

/** Any number the nodes agree on: whoever holds it migrates. */
const migrationLock = 7_340_217;

async function openWithPostgres(address: string, options: PoolOptions): Promise<Database> {
  const database = openPostgres(address, options);
  try {
    await migrate({ engine: 'postgres', transaction: (work) => database.alone(migrationLock, work) });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
