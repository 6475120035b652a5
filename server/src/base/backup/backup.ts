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
  /** Whether to include the files of attachments. */
  files: boolean;
  /** How a file is brought into the backup; copied by default. */
  bring?: Bring;
  /** Looks at the whole backup before it gets its name: if it throws, there is none. */
  check?: (folder: string) => Promise<void>;
}

/** Makes a backup in `folder`, which must not exist yet; returns the keys of missing files. */
export async function makeBackup(config: Config, folder: string, options: BackupOptions): Promise<string[]> {
  if (existsSync(folder)) throw new Unusable(`${folder} already exists: each backup needs a new folder`);
  // Renamed when complete: a folder under its final name is a whole backup.
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
    await options.check?.(unfinished);
    renameSync(unfinished, folder);
    await sync(dirname(folder));
    return missing;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw blaming(error, unfinished, folder);
  }
}

/** Only the backup is written, so a full or unwritable disk is the backup's, as is any file of its folder in an error. */
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
  // Before and after the snapshot: it still refers to files that are deleted meanwhile, and may refer to added ones.
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

/** Whether the configured key is that of a backup. */
export function hasKeyOf(config: Config, { keyMark }: Manifest): boolean {
  const key = readSecretKey(config);
  return key !== undefined && isMarkOf(secretsFrom(key, config.secretKeyPrevious), keyMark);
}

/** The files that a database refers to. It is not migrated: an older version may still be running on it. */
const filesOf = (place: DatabaseLocation): Promise<KnownFile[]> => using(place, (db) => filesKnownTo(db));

async function using<T>(place: DatabaseLocation, work: (db: Engine) => Promise<T>): Promise<T> {
  const db = openEngine(place);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
