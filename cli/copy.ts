import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyFiles, copyOne, filesKnownTo } from '../server/src/base/backup/files.ts';
import { readConfig } from '../server/src/base/config/config.ts';
import { secretKeyFile } from '../server/src/base/config/secret-key.ts';
import { copyDatabase, NoCopy } from '../server/src/base/db/copy/copy.ts';
import type { Engine } from '../server/src/base/db/database.ts';
import { holdStopped } from '../server/src/base/db/hold.ts';
import { lackingMigrations } from '../server/src/base/db/migrate.ts';
import { type DatabaseLocation, openEngine } from '../server/src/base/db/open.ts';
import { makeFolder } from '../server/src/base/folder.ts';
import { diskStorage } from '../server/src/base/storage/disk.ts';
import { filesIn } from '../server/src/base/storage/open.ts';
import { Misuse, readArguments } from './arguments.ts';
import { nameOf, requireDatabase } from './database.ts';
import { reportMissing } from './paths.ts';
import { Stop } from './reason.ts';

/**
 * `copy --from <folder or address> --to <folder or address>`: copies an installation from one engine to the other. A folder
 * is a DATA_DIR with its database and files; with a PostgreSQL address, the files are in DATA_DIR.
 */
export async function copy(args: string[]): Promise<void> {
  const { options } = readArguments(args, [], { from: { type: 'string' }, to: { type: 'string' } });
  const [source, target] = [placeOf('from', options.from), placeOf('to', options.to)];
  if (
    source.databaseUrl === target.databaseUrl &&
    (source.databaseUrl || source.dataDir === target.dataDir)
  ) {
    throw new Misuse('--from and --to are the same');
  }
  console.error(`from: ${nameOf(source)}\nto: ${nameOf(target)}`);
  requireDatabase(source);
  // A running service would write data that the copy lacks.
  const locks = [await holdStopped(source), await holdStopped(target)];
  try {
    await copyPlaces(source, target);
  } finally {
    for (const lock of locks) lock.release();
  }
}

async function copyPlaces(source: DatabaseLocation, target: DatabaseLocation): Promise<void> {
  const from = openEngine(source);
  try {
    const lacking = await lackingMigrations(from);
    if (lacking.length > 0)
      throw new Stop('the source is from an older version: run taskboard migrate on it first');
    const to = openEngine(target);
    try {
      await copyAll({ ...source, db: from }, { ...target, db: to });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

type Opened = DatabaseLocation & { db: Engine };

async function copyAll(from: Opened, to: Opened): Promise<void> {
  if (from.dataDir !== to.dataDir) {
    await copyKey(from.dataDir, to.dataDir);
    if (readConfig(process.env).objectStore) console.log('files: they stay in the object store');
    else await copyStored(from, to);
  }
  try {
    const rows = await copyDatabase(from.db, to.db, report);
    console.log(`done: ${rows} rows, compared row by row`);
  } catch (error) {
    throw error instanceof NoCopy ? new Stop(error.message) : error;
  }
}

async function copyStored(from: Opened, to: Opened): Promise<void> {
  const files = await filesKnownTo(from.db);
  const [source, target] = [diskStorage(filesIn(from.dataDir)), diskStorage(filesIn(to.dataDir))];
  const missing = await copyFiles(files, source, target);
  console.log(`files: ${files.length}`);
  reportMissing(missing);
}

/** Encrypted data can only be read with the key that it was encrypted with. */
async function copyKey(from: string, to: string): Promise<void> {
  const [source, target] = [join(from, secretKeyFile), join(to, secretKeyFile)];
  makeFolder(to);
  if (!existsSync(source)) return;
  if (!existsSync(target)) return copyOne(source, target);
  if (!readFileSync(source).equals(readFileSync(target))) {
    throw new Stop(`${target} and ${source} are different keys: encrypted data could not be read`);
  }
}

/** Number of rows between progress messages for a large table; every table is reported when it is done. */
const reportEvery = 50_000;

function report(table: string, rows: number, done: boolean): void {
  if (done || rows % reportEvery === 0) console.log(`${table}: ${rows}${done ? '' : ' …'}`);
}

function placeOf(name: string, given: string | undefined): DatabaseLocation {
  if (given === undefined) throw new Misuse(`--${name} is missing`);
  const isAddress = /^\w+:\/\//.test(given);
  const { databaseUrl, dataDir } = readConfig(
    isAddress ? { ...process.env, DATABASE_URL: given } : { DATA_DIR: given },
  );
  return { databaseUrl, dataDir: resolve(dataDir) };
}
