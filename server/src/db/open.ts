import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { type MigrationTarget, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Where the data lives: a PostgreSQL address, or a folder for the embedded database. */
export interface Storage {
  databaseUrl: string | undefined;
  dataDir: string;
}

/** Opens the database that `storage` names and brings its schema up to date. */
export async function openDatabase(storage: Storage): Promise<Database> {
  return storage.databaseUrl ? openWithPostgres(storage.databaseUrl) : openWithSqlite(storage.dataDir);
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

async function openWithPostgres(url: string): Promise<Database> {
  const database = openPostgres(url);
  const target: MigrationTarget = {
    engine: 'postgres',
    async transaction(work) {
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
        await work(async (sql) => (await client.query(sql)).rows);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
  };
  await migrate(target);
  return database;
}
