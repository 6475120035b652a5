import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { copyDatabase } from '../db/copy/copy.ts';
import type { Engine } from '../db/database.ts';
import { holdStopped } from '../db/hold.ts';
import { hadMigrations, Unusable } from '../db/migrate.ts';
import { databaseFile, withEngine } from '../db/open.ts';
import { replaceFile, setAside } from '../db/replace.ts';
import { makeFolder } from '../folder.ts';
import { diskStorage, linkStored } from '../storage/disk.ts';
import { filesIn, openStorage } from '../storage/open.ts';
import { hasKeyOf } from './backup.ts';
import { backupsOf, stampOf, upgradeBackups } from './before-upgrade.ts';
import { copyFiles, copyOne, filesKnownTo } from './files.ts';
import { backupParts, readManifest } from './manifest.ts';

export interface RolledBack {
  /** The backup that was restored. */
  backup: string;
  /** Where the replaced data is kept: a folder, or a schema of the database. */
  aside: string;
  /** The version that can read the restored data without migrating. */
  readBy: string | null;
}

/**
 * Restores the backup made before the last upgrade and keeps the data that it replaces. Can be called again after an
 * interruption: until it is done, the database is unchanged or no service starts on it. Throws `Unusable` if there is
 * nothing to go back to, and `Held` while a service is running.
 */
export async function rollBack(config: Config, clock: Clock): Promise<RolledBack> {
  const backup = upgradeBackups(config.dataDir).at(-1);
  if (backup === undefined)
    throw new Unusable(`there is no backup from before an update in ${backupsOf(config.dataDir)}`);
  const manifest = readManifest(backup);
  if (!hasKeyOf(config, manifest)) {
    throw new Unusable(
      `the key is not the one of ${backup}: set SECRET_KEY or secret.key to what it was then`,
    );
  }
  const lock = await holdStopped(config);
  // Next to the database, so that a rename can replace it. An interrupted attempt may have left the folder there.
  const staged = join(config.dataDir, 'rollback.unfinished');
  try {
    rmSync(staged, { recursive: true, force: true });
    makeFolder(staged);
    await copyOne(join(backup, backupParts.database), join(staged, databaseFile));
    const stamp = stampOf(clock.now());
    const aside = await withEngine({ databaseUrl: undefined, dataDir: staged }, async (copy) => {
      await refuseUnlessUpgraded(config, copy);
      await bringFiles(config, backup, copy);
      return config.databaseUrl
        ? await replaceDatabase(config, copy, `replaced_${stamp.toLowerCase()}`)
        : undefined;
    });
    const folder = join(backupsOf(config.dataDir), `replaced-${stamp}`);
    if (aside === undefined) await replaceFile(config.dataDir, join(staged, databaseFile), folder);
    return { backup, aside: aside ?? folder, readBy: manifest.readBy ?? null };
  } finally {
    rmSync(staged, { recursive: true, force: true });
    lock.release();
  }
}

/** A second rollback would set aside what the older version has written since the first. */
async function refuseUnlessUpgraded(config: Config, copy: Engine): Promise<void> {
  const wanted = [...(await hadMigrations(copy)).keys()].join();
  const had = await withEngine(config, async (db) => [...(await hadMigrations(db)).keys()].join());
  if (had === wanted) throw new Unusable('the database is already as it was before the last update');
}

/** Restores files that were deleted since; the backup has none if they are in an object store. */
async function bringFiles(config: Config, backup: string, copy: Engine): Promise<void> {
  if (config.objectStore) return;
  const from = join(backup, backupParts.files);
  await copyFiles(await filesKnownTo(copy), diskStorage(from), openStorage(config), {
    bring: (storageKey) => linkStored(from, filesIn(config.dataDir), storageKey),
  });
}

async function replaceDatabase(config: Config, copy: Engine, schema: string): Promise<string> {
  const had = [...(await hadMigrations(copy)).keys()];
  return withEngine(config, async (db) => {
    const aside = await setAside(db, schema, had);
    await copyDatabase(copy, db);
    return aside;
  });
}
