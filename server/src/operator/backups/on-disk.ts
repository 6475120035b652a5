import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasKeyOf } from '../../base/backup/backup.ts';
import { backupsOf } from '../../base/backup/before-upgrade.ts';
import { makeApart } from '../../base/backup/make-apart.ts';
import { backupParts, readManifest } from '../../base/backup/manifest.ts';
import type { Config } from '../../base/config/config.ts';
import { checkWritable } from '../../base/storage/writable.ts';
import type { Problem } from '../problems.ts';
import { type Kept, keptAs, newestFirst } from './kept.ts';
import { type BackupPlace, lacksRoom, type Wanted } from './place.ts';
import type { BackupRow } from './rows.ts';

/*
 * A folder of scheduled backups. It may have anything else in it: only a folder with a name of ours, which is a backup of this
 * installation, is ever counted or removed.
 */

const remains = /^taskboard-\d{8}T\d{6}Z-[0-9a-f]{8}(?:-\d+)?\.removing$/;

/** The folder that was set, or else one in `DATA_DIR`. */
export function onDisk(config: Config, given: string | undefined): BackupPlace {
  const folder = given ?? backupsOf(config.dataDir);
  const list = (now: number): Kept[] => backupsIn(folder, config, now);
  /** Our own is made; one that was set may be on a disk that is not there, and is not made in its place. */
  const make = () => {
    if (given === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  };
  return {
    text: folder,
    hasFiles: true,
    async problems(wanted) {
      make();
      return problemsOf(folder, config, wanted);
    },
    list: async (now) => list(now),
    has: async (name) => existsSync(join(folder, name)),
    async prepare(_secrets, names) {
      make();
      if (!existsSync(folder)) throw new Error(`${folder} does not exist`);
      for (const name of names) rmSync(join(folder, `${name}.unfinished`), { recursive: true, force: true });
    },
    async make(name, now, signal) {
      const [before] = list(now);
      const previous = before && join(folder, before.name);
      return makeApart({ config, folder: join(folder, name), previous, now }, signal);
    },
    async remove(names) {
      // A folder gets another name first, so that what is half removed does not count as a backup.
      for (const name of names) renameSync(join(folder, name), join(folder, `${name}.removing`));
      for (const name of readdirSync(folder)) {
        if (remains.test(name) && lstatSync(join(folder, name)).isDirectory())
          rmSync(join(folder, name), { recursive: true });
      }
    },
  };
}

function backupsIn(folder: string, config: Config, now: number): Kept[] {
  return newestFirst(
    readdirSync(folder).flatMap((name) => {
      const kept = keptAs(name);
      return kept && kept.at <= now && isOurs(join(folder, name), config) ? [kept] : [];
    }),
  );
}

function isOurs(path: string, config: Config): boolean {
  try {
    // Not what a link leads to.
    return lstatSync(path).isDirectory() && hasKeyOf(config, readManifest(path));
  } catch {
    return false;
  }
}

async function problemsOf(folder: string, config: Config, { needed, good }: Wanted): Promise<Problem[]> {
  const problems: Problem[] = [];
  const add = (code: Problem['code'], isUrgent: boolean, detail: string) =>
    problems.push({ code, isUrgent, detail });
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    add('backup-folder-missing', true, folder);
    return problems;
  }
  try {
    await checkWritable(folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    add(['ENOSPC', 'EDQUOT'].includes(code) ? 'backup-no-room' : 'backup-folder-unwritable', true, folder);
  }
  if (!problems.some(({ code }) => code === 'backup-no-room') && (await lacksRoom(folder, needed))) {
    add('backup-no-room', true, folder);
  }
  if (good && !(await isThere(folder, good))) add('backup-gone', true, join(folder, good.name ?? ''));
  if (found.dev === (await stat(config.dataDir).catch(() => undefined))?.dev)
    add('backup-same-disk', false, folder);
  return problems;
}

/** Whether a backup is still as it was made, as far as the sizes of its parts tell. */
async function isThere(folder: string, { name, bytes }: BackupRow): Promise<boolean> {
  const at = join(folder, name ?? '');
  const [database, manifest] = await Promise.all(
    [backupParts.database, backupParts.manifest].map((part) => stat(join(at, part)).catch(() => undefined)),
  );
  return manifest !== undefined && manifest.size > 0 && database?.size === bytes;
}
