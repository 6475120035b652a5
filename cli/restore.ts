import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasKeyOf } from '../server/src/base/backup/backup.ts';
import { copyFiles, copyOne, filesKnownTo } from '../server/src/base/backup/files.ts';
import { backupParts, type Manifest, readManifest } from '../server/src/base/backup/manifest.ts';
import { backupStore } from '../server/src/base/backup/stored.ts';
import type { Config } from '../server/src/base/config/config.ts';
import { secretKeyFile } from '../server/src/base/config/secret-key.ts';
import { copyDatabase } from '../server/src/base/db/copy/copy.ts';
import { holdStopped } from '../server/src/base/db/hold.ts';
import { setLogAside } from '../server/src/base/db/lost-file.ts';
import { hadMigrations, unfinishedCopy } from '../server/src/base/db/migrate.ts';
import { databaseFile, upgrade, withEngine } from '../server/src/base/db/open.ts';
import { query } from '../server/src/base/db/query.ts';
import { checkCopy } from '../server/src/base/db/snapshot.ts';
import { makeFolder } from '../server/src/base/folder.ts';
import { diskStorage } from '../server/src/base/storage/disk.ts';
import { openStorage } from '../server/src/base/storage/open.ts';
import { sync } from '../server/src/base/storage/sync.ts';
import { Misuse, readArguments } from './arguments.ts';
import { namedConfig } from './database.ts';
import { pathOf, reportMissing } from './paths.ts';
import { Stop } from './reason.ts';

/** `restore <backup> [--from-store]`: a folder, or a name in the store. */
export async function restore(args: string[]): Promise<void> {
  const { given, options } = readArguments(args, ['backup'], { 'from-store': { type: 'boolean' } });
  const config = namedConfig();
  const from =
    options['from-store'] === true ? fromStore(config, given.backup) : fromFolder(pathOf(given.backup));
  const manifest = await from.manifest();
  await refuseUnlessEmpty(config);
  makeFolder(config.dataDir);
  const lock = await holdStopped(config);
  const staged = mkdtempSync(join(config.dataDir, 'restore-'));
  try {
    const folder = await from.folder(staged);
    await stageDatabase(folder, staged);
    await restoreKey(folder, manifest, config);
    const missing = await restoreFrom(folder, staged, config);
    const target = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir;
    console.log(`the backup of ${manifest.createdAt} has been restored to ${target}`);
    reportMissing(missing);
  } finally {
    rmSync(staged, { recursive: true, force: true });
    lock.release();
  }
}

/** Where a backup is. */
interface Source {
  manifest(): Promise<Manifest>;
  /** A folder with it, which may be made in a temporary one. */
  folder(staged: string): Promise<string>;
}

const fromFolder = (folder: string): Source => ({
  manifest: async () => readManifest(folder),
  folder: async () => folder,
});

function fromStore({ objectStore }: Config, name: string): Source {
  if (!objectStore) throw new Stop('no object store is set: set S3_BUCKET and its like');
  if (!/^[\w.-]+$/.test(name))
    throw new Misuse('a backup in the store is named as taskboard backups lists it');
  const store = backupStore(objectStore);
  return {
    manifest: () => store.manifestOf(name),
    async folder(staged) {
      const folder = join(staged, 'backup');
      await store.fetch(name, folder);
      return folder;
    },
  };
}

const anyUser = query('restore.anyUser', (db) => db.selectFrom('users').select('id').limit(1));

/** Throws `Stop` if there is already data, which is never overwritten. An interrupted restore can be repeated. */
async function refuseUnlessEmpty(config: Config): Promise<void> {
  if (!config.databaseUrl) {
    if (!existsSync(join(config.dataDir, databaseFile))) return;
    throw new Stop(`${config.dataDir} already has a database: restore into a DATA_DIR that has none`);
  }
  await withEngine(config, async (db) => {
    const had = await hadMigrations(db);
    if (had.size === 0 || had.has(unfinishedCopy)) return;
    if (await db.first(anyUser, {})) {
      throw new Stop('the database of DATABASE_URL is already in use: restore into an empty one');
    }
  });
}

/** Copies the key to where the service expects it. Throws `Stop` if a different key is configured or exists. */
async function restoreKey(folder: string, manifest: Manifest, config: Config): Promise<void> {
  const source = join(folder, secretKeyFile);
  const target = join(config.dataDir, secretKeyFile);
  const isNew = !config.secretKey && !existsSync(target);
  if (isNew) {
    if (!existsSync(source))
      throw new Stop('SECRET_KEY is not in this backup: set it to what it was when the backup was made');
    await copyOne(source, target);
  }
  if (hasKeyOf(config, manifest)) return;
  if (isNew) rmSync(target);
  throw new Stop(
    `${config.secretKey ? 'SECRET_KEY' : target} is not the key of this backup: encrypted data could not be read`,
  );
}

/**
 * Throws `Stop` for a database that was damaged since the backup was made: a service would notice only later. Before anything
 * else is restored, since the backup that is tried next may have another key.
 */
async function stageDatabase(folder: string, staged: string): Promise<void> {
  const copy = join(staged, databaseFile);
  await copyOne(join(folder, backupParts.database), copy);
  try {
    checkCopy(copy);
  } catch {
    throw new Stop('this backup is damaged: its database cannot be read to the end, so take another one');
  }
}

/** Creates the database last, so that an interrupted restore can be repeated. Returns the missing files. */
async function restoreFrom(folder: string, staged: string, config: Config): Promise<string[]> {
  const missing = await withEngine({ databaseUrl: undefined, dataDir: staged }, async (db) => {
    // The backup may be from an older version.
    await upgrade(db);
    const from = diskStorage(join(folder, backupParts.files));
    const lost = await copyFiles(await filesKnownTo(db), from, openStorage(config));
    if (config.databaseUrl) await withEngine(config, (target) => copyDatabase(db, target));
    return lost;
  });
  if (!config.databaseUrl) {
    setLogAside(config.dataDir);
    renameSync(join(staged, databaseFile), join(config.dataDir, databaseFile));
    await sync(config.dataDir);
  }
  return missing;
}
