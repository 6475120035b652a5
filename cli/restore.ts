import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { secretsFrom } from '../server/src/access/secrets.ts';
import { type Config, readConfig } from '../server/src/config/config.ts';
import { secretKeyFile, secretKeyOf } from '../server/src/config/secret-key.ts';
import { copyDatabase } from '../server/src/db/copy/copy.ts';
import type { Engine } from '../server/src/db/database.ts';
import { hadMigrations, migrate, unfinishedCopy } from '../server/src/db/migrate.ts';
import { databaseFile, openEngine, type Place } from '../server/src/db/open.ts';
import { query } from '../server/src/db/query.ts';
import { makeFolder } from '../server/src/folder.ts';
import { diskStorage } from '../server/src/storage/disk.ts';
import { openStorage } from '../server/src/storage/open.ts';
import { sync } from '../server/src/storage/sync.ts';
import { readArguments } from './arguments.ts';
import { copyFiles, copyOne, knownFiles, tellMissing } from './files.ts';
import { backupParts, type Manifest, markOf, pathOf, readManifest } from './manifest.ts';
import { Stop } from './reason.ts';

/** `restore <folder>` */
export async function restore(args: string[]): Promise<void> {
  const { given } = readArguments(args, ['folder'], {});
  const folder = pathOf(given.folder);
  const manifest = readManifest(folder);
  const config = readConfig(process.env);
  await refuseUnlessEmpty(config);
  makeFolder(config.dataDir);
  await restoreKey(folder, manifest, config);
  const staged = mkdtempSync(join(config.dataDir, 'restore-'));
  try {
    const missing = await restoreFrom(folder, staged, config);
    const target = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir;
    console.log(`the backup of ${manifest.createdAt} is in ${target}`);
    tellMissing(missing);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

const anyUser = query('restore.anyUser', (db) => db.selectFrom('users').select('id').limit(1));

/** What is there stays there. A restore that broke off may be begun again. */
async function refuseUnlessEmpty(config: Config): Promise<void> {
  if (!config.databaseUrl) {
    if (!existsSync(join(config.dataDir, databaseFile))) return;
    throw new Stop(`${config.dataDir} has a database already: restore into a DATA_DIR that has none`);
  }
  await using(config, async (db) => {
    const had = await hadMigrations(db);
    if (had.size === 0 || had.has(unfinishedCopy)) return;
    if (await db.first(anyUser, {})) {
      throw new Stop('the database of DATABASE_URL is in use already: restore into an empty one');
    }
  });
}

/** Puts the key where the service looks for it. Throws `Stop` where another one is set or there. */
async function restoreKey(folder: string, manifest: Manifest, config: Config): Promise<void> {
  const source = join(folder, secretKeyFile);
  const target = join(config.dataDir, secretKeyFile);
  if (!config.secretKey && !existsSync(target)) {
    if (!existsSync(source))
      throw new Stop('SECRET_KEY is not in this backup: set the one that was set before');
    await copyOne(source, target);
  }
  if (markOf(secretsFrom(secretKeyOf(config))) === manifest.keyMark) return;
  throw new Stop(
    `${config.secretKey ? 'SECRET_KEY' : target} is not the key of this backup: what was encrypted could not be read`,
  );
}

/** The database comes last, and whole: whatever breaks off before can be begun again. Gives the missing files. */
async function restoreFrom(folder: string, staged: string, config: Config): Promise<string[]> {
  const copy = join(staged, databaseFile);
  await copyOne(join(folder, backupParts.database), copy);
  const missing = await using({ databaseUrl: undefined, dataDir: staged }, async (db) => {
    // The backup may be older than this version.
    await migrate(db);
    const from = diskStorage(join(folder, backupParts.files));
    const lost = await copyFiles(await db.all(knownFiles, {}), from, openStorage(config));
    if (config.databaseUrl) await using(config, (target) => copyDatabase(db, target));
    return lost;
  });
  if (!config.databaseUrl) {
    renameSync(copy, join(config.dataDir, databaseFile));
    await sync(config.dataDir);
  }
  return missing;
}

async function using<T>(place: Place, work: (db: Engine) => Promise<T>): Promise<T> {
  const db = openEngine(place);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
