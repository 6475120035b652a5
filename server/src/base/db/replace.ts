import { existsSync, linkSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makeFolder } from '../folder.ts';
import { sync } from '../storage/sync.ts';
import { copiedTables, uncopiedTables } from './copy/tables.ts';
import type { Engine, Run } from './database.ts';
import { Held } from './lock.ts';
import { hadMigrations, install, unfinishedCopy } from './migrate.ts';
import { databaseFile } from './open.ts';

/* Replaces the database in use and keeps the old one. The caller makes sure that no service is running. */

/** Atomically puts the file `copy` into a data folder and moves the previous database to the folder `aside`. */
export async function replaceFile(dataDir: string, copy: string, aside: string): Promise<void> {
  const file = join(dataDir, databaseFile);
  foldIn(file, dataDir);
  makeFolder(aside);
  // Link first, so that the database file always exists under its own name.
  linkSync(file, join(aside, databaseFile));
  await sync(aside);
  await sync(dirname(aside));
  renameSync(copy, file);
  await sync(dataDir);
}

/** Checkpoints the WAL into the file: the log of one database must never meet another database. */
function foldIn(file: string, dataDir: string): void {
  const db = new Sqlite(file, { fileMustExist: true });
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  const log = `${file}-wal`;
  if (existsSync(log) && statSync(log).size > 0) throw new Held(dataDir);
}

/**
 * Moves all our tables into `schema`, which it creates, and creates empty ones for a database after the migrations `had`,
 * marked as an unfinished copy: no service starts until data is copied into them. Does nothing if a previous attempt has
 * already done this. Returns the schema.
 */
export async function setAside(db: Engine, schema: string, had: readonly string[]): Promise<string> {
  const present = await hadMigrations(db);
  if (present.has(unfinishedCopy)) return 'the schema that was made by the attempt before';
  const tables = [
    ...copiedTables(present.keys()).map(({ name }) => name),
    ...uncopiedTables(present.keys()),
    'migrations',
  ];
  await db.alone(async (run) => {
    await run(`create schema ${schema}`);
    for (const name of await statisticsOf(run)) await run(`alter statistics ${name} set schema ${schema}`);
    for (const routine of await functionsOf(run)) await run(`alter function ${routine} set schema ${schema}`);
    for (const table of tables) await run(`alter table ${table} set schema ${schema}`);
    await install(run, db.engine, had);
    await run(`insert into migrations (name, checksum, applied_at) values ('${unfinishedCopy}', '', 0)`);
  });
  return `the schema ${schema}`;
}

/** The functions of our triggers, without those of extensions. */
async function functionsOf(run: Run): Promise<string[]> {
  const rows = await run(`select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prorettype = 'trigger'::regtype
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  return rows.map(({ name }) => String(name));
}

/** Extended statistics are schema objects of their own and would stay behind when their table moves. */
async function statisticsOf(run: Run): Promise<string[]> {
  const rows = await run(
    'select quote_ident(stxname) as name from pg_statistic_ext where stxnamespace = current_schema()::regnamespace',
  );
  return rows.map(({ name }) => String(name));
}
