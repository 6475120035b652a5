import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sync } from '../storage/sync.ts';
import { copyDatabase } from './copy/copy.ts';
import { type DatabaseLocation, databaseFile, openPostgresOf } from './open.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Copies the database of `place`, of either engine, into a new SQLite file: a consistent snapshot, taken while others
 * continue to read and write. The copy is durable and has been verified.
 */
export async function snapshot(place: DatabaseLocation, file: string): Promise<void> {
  const { databaseUrl, dataDir } = place;
  if (databaseUrl) await copyPostgres({ ...place, databaseUrl }, file);
  else await copySqlite(join(dataDir, databaseFile), file);
  checkCopy(file);
  chmodSync(file, 0o600);
  await sync(file);
  await sync(dirname(file));
}

async function copySqlite(source: string, file: string): Promise<void> {
  const from = new Sqlite(source, { fileMustExist: true });
  try {
    // All pages in one step: between steps, each commit of the service would make it start over.
    await from.backup(file, { progress: () => Number.MAX_SAFE_INTEGER });
  } finally {
    from.close();
  }
}

async function copyPostgres(place: DatabaseLocation & { databaseUrl: string }, file: string): Promise<void> {
  const from = openPostgresOf(place);
  const to = openSqlite(file);
  try {
    await from.frozen((source) => copyDatabase(source, to));
  } finally {
    await to.close();
    await from.close();
  }
}

/** Reads a copy through. Throws if it is damaged. */
export function checkCopy(file: string): void {
  const copy = new Sqlite(file);
  try {
    const found = copy.pragma('quick_check', { simple: true });
    if (found !== 'ok') throw new Error(`the copy of the database is damaged: ${String(found)}`);
  } finally {
    copy.close();
  }
}
