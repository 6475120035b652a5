import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { secretsFrom } from '../server/src/access/secrets.ts';
import { type Config, readConfig } from '../server/src/config/config.ts';
import { secretKeyFile, secretKeyOf } from '../server/src/config/secret-key.ts';
import { databaseFile, openDatabase } from '../server/src/db/open.ts';
import { diskStorage } from '../server/src/storage/disk.ts';
import { openStorage } from '../server/src/storage/open.ts';
import { sync } from '../server/src/storage/sync.ts';
import { readArguments } from './arguments.ts';
import { copyFiles, copyOne, type KnownFile, knownFiles } from './files.ts';
import { backupParts, type Manifest, markOf, pathOf, readManifest } from './manifest.ts';
import { Stop } from './reason.ts';

/** `restore <folder>` */
export async function restore(args: string[]): Promise<void> {
  const { given } = readArguments(args, ['folder'], {});
  const folder = pathOf(given.folder);
  const manifest = readManifest(folder);
  const config = readConfig(process.env);
  if (existsSync(join(config.dataDir, databaseFile))) {
    throw new Stop(`${config.dataDir} has a database already: restore into a DATA_DIR that has none`);
  }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  await restoreKey(folder, manifest, config);
  const staged = mkdtempSync(join(config.dataDir, 'restore-'));
  try {
    const files = await stage(folder, staged);
    const missing = await copyFiles(files, diskStorage(join(folder, backupParts.files)), openStorage(config));
    // Last, and at once: whatever breaks off before leaves no database, so that it can be begun anew.
    renameSync(join(staged, databaseFile), join(config.dataDir, databaseFile));
    await sync(config.dataDir);
    console.log(`the backup of ${manifest.createdAt} is in ${config.dataDir}`);
    if (missing.length > 0) console.log(`${missing.length} attachments have no file: see taskboard doctor`);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
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

/** Makes a copy of the backup's database that this version can use; gives the files that it knows. */
async function stage(folder: string, staged: string): Promise<KnownFile[]> {
  await copyOne(join(folder, backupParts.database), join(staged, databaseFile));
  const db = await openDatabase({ databaseUrl: undefined, dataDir: staged });
  try {
    return await db.all(knownFiles, {});
  } finally {
    await db.close();
  }
}
