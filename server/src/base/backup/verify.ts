import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readSecretKey, secretKeyFile } from '../config/secret-key.ts';
import { Unusable } from '../db/migrate.ts';
import { withEngine } from '../db/open.ts';
import { checkCopy } from '../db/snapshot.ts';
import { diskStorage } from '../storage/disk.ts';
import { hasKeyOf } from './backup.ts';
import { filesKnownTo } from './files.ts';
import { backupParts, readManifest } from './manifest.ts';

/**
 * Opens a backup as a restore would, and looks for all that belongs to it; returns how many files of attachments are missing or
 * truncated. Throws `Unusable` if anything else is missing or damaged.
 */
export async function verifyBackup(config: Config, folder: string): Promise<number> {
  const manifest = readManifest(folder);
  if (!hasKeyOf(config, manifest)) throw new Unusable(`${folder} was made with another key`);
  if (
    !config.secretKey &&
    readFileSync(join(folder, secretKeyFile), 'utf8').trim() !== readSecretKey(config)
  ) {
    throw new Unusable(`${folder} has another ${secretKeyFile}`);
  }
  checkCopy(join(folder, backupParts.database));
  if (manifest.files === null) return 0;
  const stored = diskStorage(join(folder, backupParts.files));
  const known = await withEngine({ databaseUrl: undefined, dataDir: folder }, (db) => filesKnownTo(db));
  let damaged = 0;
  for (const { storageKey, size, attached } of known) {
    if (attached && (await stored.stat(storageKey))?.size !== size) damaged++;
  }
  return damaged;
}
