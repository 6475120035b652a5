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
 * An update must not lose anything, also where a migration has a mistake that no count of rows shows. Before the first
 * migration runs, while nobody writes, a backup is made in `DATA_DIR/backups`; `taskboard rollback` puts it back. Files
 * of attachments come into it under a second name, not as a copy: they are never written again.
 */

/** How many backups of this kind are kept. */
const kept = 3;

const folderName = /^before-.+-(\d{8}T\d{9}Z)$/;

export const backupsOf = (dataDir: string): string => join(dataDir, 'backups');

/** What there is to do before an upgrade; undefined where the operator wants no backup. */
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
      // In an object store they stay as they are.
      files: !config.objectStore,
      bring: (storageKey) =>
        linkStored(filesIn(config.dataDir), join(`${folder}.unfinished`, backupParts.files), storageKey),
    });
  };
}

/** The time as it stands in names of folders, to the millisecond, as tries may follow at once: `20260301T120000000Z`. */
export const stampOf = (micros: number): string => isoMillis(micros).replace(/[-:.]/g, '');

/** The backups that were made before upgrades and are whole, the newest last. */
export function upgradeBackups(dataDir: string): string[] {
  const folder = backupsOf(dataDir);
  if (!existsSync(folder)) return [];
  const timeOf = (name: string) => folderName.exec(name)?.[1] ?? '';
  return readdirSync(folder)
    .filter((name) => folderName.test(name) && existsSync(join(folder, name, backupParts.manifest)))
    .sort((a, b) => timeOf(a).localeCompare(timeOf(b)))
    .map((name) => join(folder, name));
}

/** Removes the oldest ones, and what attempts that were cut off have left. */
export function pruneUpgradeBackups(dataDir: string): void {
  for (const folder of upgradeBackups(dataDir).slice(0, -kept)) rmSync(folder, { recursive: true });
  const backups = backupsOf(dataDir);
  if (!existsSync(backups)) return;
  for (const name of readdirSync(backups)) {
    if (/^before-.+\.unfinished$/.test(name)) rmSync(join(backups, name), { recursive: true, force: true });
  }
}
