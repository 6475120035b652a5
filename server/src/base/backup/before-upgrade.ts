import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, isoMillis } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { BeforeUpgrade } from '../db/guard.ts';
import { linkStored } from '../storage/disk.ts';
import { filesIn } from '../storage/open.ts';
import { makeBackup } from './backup.ts';
import { backupParts } from './manifest.ts';

/*
 * An update must not lose data, even if a migration has a bug that row counts do not reveal. Before the first migration
 * runs, while nobody writes, a backup is made in `DATA_DIR/backups`; `taskboard rollback` restores it. Files of attachments
 * are hard-linked into it rather than copied, because they are never modified.
 */

/** How many backups of this kind are kept. */
const kept = 3;

const folderName = /^before-.+-(\d{8}T\d{9}Z)$/;

export const backupsOf = (dataDir: string): string => join(dataDir, 'backups');

/** The step to run before an upgrade; undefined if the operator has turned backups off. */
export function backUpBefore(
  config: Config,
  clock: Clock,
  tell: (text: string) => void,
): BeforeUpgrade | undefined {
  if (!config.backupBeforeMigration) return undefined;
  return async ({ lacking: [first = ''] }) => {
    const now = clock.now();
    const folder = join(backupsOf(config.dataDir), `before-${first}-${stampOf(now)}`);
    tell(`the database is from an older version: backing it up to ${folder} before updating it`);
    await makeBackup(config, folder, {
      now,
      // Files in an object store are left there.
      files: !config.objectStore,
      bring: (storageKey) =>
        linkStored(filesIn(config.dataDir), join(`${folder}.unfinished`, backupParts.files), storageKey),
    });
  };
}

/** A timestamp for names of folders, in milliseconds because retries may follow at once: `20260301T120000000Z`. */
export const stampOf = (micros: number): string => isoMillis(micros).replace(/[-:.]/g, '');

/** The complete backups made before upgrades, the newest last. */
export function upgradeBackups(dataDir: string): string[] {
  const folder = backupsOf(dataDir);
  if (!existsSync(folder)) return [];
  const timeOf = (name: string) => folderName.exec(name)?.[1] ?? '';
  return readdirSync(folder)
    .filter((name) => folderName.test(name) && existsSync(join(folder, name, backupParts.manifest)))
    .sort((a, b) => timeOf(a).localeCompare(timeOf(b)))
    .map((name) => join(folder, name));
}

/** Removes the oldest backups, and the remains of interrupted attempts. */
export function pruneUpgradeBackups(dataDir: string): void {
  for (const folder of upgradeBackups(dataDir).slice(0, -kept)) rmSync(folder, { recursive: true });
  const backups = backupsOf(dataDir);
  if (!existsSync(backups)) return;
  for (const name of readdirSync(backups)) {
    if (/^before-.+\.unfinished$/.test(name)) rmSync(join(backups, name), { recursive: true, force: true });
  }
}
