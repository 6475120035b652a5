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

/* Another database takes the place of the one in use, which is kept. Whoever calls makes sure that no service runs. */

/** Puts the file `copy` into a data folder; what was there is in the folder `aside` then. Whole or not at all. */
export async function replaceFile(dataDir: string, copy: string, aside: string): Promise<void> {
  const file = join(dataDir, databaseFile);
  foldIn(file, dataDir);
  makeFolder(aside);
  // A second name first: at no moment is there no database under its own.
  linkSync(file, join(aside, databaseFile));
  await sync(aside);
  await sync(dirname(aside));
  renameSync(copy, file);
  await sync(dataDir);
}

/** Brings what stands in the log beside the file into it: the log of one database must never meet another. */
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
 * Moves all tables of ours into `schema`, which is made, and makes empty ones for a database that has had the migrations
 * `had`, marked as half a copy: no service starts until something is copied into them. Where that was done before it is
 * not done again. Gives the schema.
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

/** The functions that our triggers call, and none of an extension. */
async function functionsOf(run: Run): Promise<string[]> {
  const rows = await run(`select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prorettype = 'trigger'::regtype
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  return rows.map(({ name }) => String(name));
}

/** What the planner was asked to look at is a thing of the schema, too, and stays where its table is not. */
async function statisticsOf(run: Run): Promise<string[]> {
  const rows = await run(
    'select quote_ident(stxname) as name from pg_statistic_ext where stxnamespace = current_schema()::regnamespace',
  );
  return rows.map(({ name }) => String(name));
}
