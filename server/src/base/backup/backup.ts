import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMarkOf, markOf } from '../access/key-mark.ts';
import { secretsFrom } from '../access/secrets.ts';
import { isoMillis } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { readSecretKey, secretKeyFile } from '../config/secret-key.ts';
import { version } from '../config/version.ts';
import type { Engine } from '../db/database.ts';
import { hadMigrations, Unusable } from '../db/migrate.ts';
import { type DatabaseLocation, openEngine } from '../db/open.ts';
import { snapshot } from '../db/snapshot.ts';
import { makeFolder } from '../folder.ts';
import { diskStorage } from '../storage/disk.ts';
import { openStorage } from '../storage/open.ts';
import { sync } from '../storage/sync.ts';
import { type Bring, copyFiles, copyOne, filesKnownTo, type KnownFile } from './files.ts';
import { backupParts, type Manifest } from './manifest.ts';
import { readerOf } from './releases.ts';

export interface BackupOptions {
  /** Microseconds. */
  now: number;
  /** False leaves the files of attachments out. */
  files: boolean;
  /** How a file comes into the backup; as a copy where nothing is said. */
  bring?: Bring;
}

/** Makes a backup in `folder`, which must not be there yet; gives the keys of files that are missing. */
export async function makeBackup(config: Config, folder: string, options: BackupOptions): Promise<string[]> {
  if (existsSync(folder)) throw new Unusable(`${folder} already exists: each backup needs a new folder`);
  // What is under its own name is whole.
  const unfinished = `${folder}.unfinished`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    makeFolder(unfinished);
  } catch (error) {
    throw new Unusable(`the backup cannot be written to ${folder}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  try {
    const missing = await fill(unfinished, config, options);
    renameSync(unfinished, folder);
    await sync(dirname(folder));
    return missing;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw blaming(error, unfinished, folder);
  }
}

/** A full or unwritable disk is that of the backup: nothing else is written, and what names a file names one of it. */
function blaming(error: unknown, unfinished: string, folder: string): unknown {
  const { path = '', message, code = '' } = error as NodeJS.ErrnoException;
  return path.startsWith(unfinished) || /^SQLITE_(FULL|IOERR(?!_READ))/.test(code)
    ? new Unusable(`the backup cannot be written to ${folder}: ${message}`, { cause: error })
    : error;
}

async function fill(
  folder: string,
  config: Config,
  { now, files: withFiles, bring }: BackupOptions,
): Promise<string[]> {
  const secrets = secretsOf(config);
  const database = join(folder, backupParts.database);
  const copy = (files: KnownFile[]) =>
    copyFiles(files, openStorage(config), diskStorage(join(folder, backupParts.files)), { bring });
  // Before and after: what is deleted meanwhile is in the copy of the database, and what is added meanwhile may be.
  if (withFiles) await copy(await filesOf(config));
  await snapshot(config, database);
  const copied = { databaseUrl: undefined, dataDir: folder };
  const files = await filesOf(copied);
  const had = await using(copied, hadMigrations);
  const missing = withFiles ? await copy(files) : [];
  if (!config.secretKey) await copyOne(join(config.dataDir, secretKeyFile), join(folder, secretKeyFile));
  const manifest: Manifest = {
    format: 1,
    version,
    readBy: readerOf([...had.keys()]),
    createdAt: isoMillis(now),
    files: withFiles ? files.filter(({ attached }) => attached).length - missing.length : null,
    keyMark: markOf(secrets),
  };
  writeFileSync(join(folder, backupParts.manifest), `${JSON.stringify(manifest, null, 2)}\n`, {
    flush: true,
    mode: 0o600,
  });
  return missing;
}

/** Without its key a backup is of little use. */
function secretsOf(config: Config) {
  const key = readSecretKey(config);
  if (key !== undefined) return secretsFrom(key, config.secretKeyPrevious);
  throw new Unusable(
    `${join(config.dataDir, secretKeyFile)} does not exist: set DATA_DIR to the folder of the service, or set SECRET_KEY`,
  );
}

/** Whether the key that is set is that of a backup. */
export function hasKeyOf(config: Config, { keyMark }: Manifest): boolean {
  const key = readSecretKey(config);
  return key !== undefined && isMarkOf(secretsFrom(key, config.secretKeyPrevious), keyMark);
}

/** The files that a database knows, which is taken as it is: it may be one that older code still runs on. */
const filesOf = (place: DatabaseLocation): Promise<KnownFile[]> => using(place, (db) => filesKnownTo(db));

async function using<T>(place: DatabaseLocation, work: (db: Engine) => Promise<T>): Promise<T> {
  const db = openEngine(place);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
