import { lstat, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasKeyOf } from '../../base/backup/backup.ts';
import { backupsOf } from '../../base/backup/before-upgrade.ts';
import { makeApart, removeApart } from '../../base/backup/make-apart.ts';
import { backupParts, manifestIn } from '../../base/backup/manifest.ts';
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
  const list = (now: number): Promise<Kept[]> => backupsIn(folder, config, now);
  /** Our own is made; one that was set may be on a disk that is not there, and is not made in its place. */
  const make = async () => {
    if (given === undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  };
  return {
    text: folder,
    hasFiles: true,
    async problems(wanted) {
      await make();
      return problemsOf(folder, config, wanted);
    },
    list,
    has: (name) => exists(join(folder, name)),
    async prepare(_secrets, names, signal) {
      await make();
      if (!(await exists(folder))) throw new Error(`${folder} does not exist`);
      await removeApart(
        names.map((name) => join(folder, `${name}.unfinished`)),
        signal,
      );
    },
    async make(name, now, signal) {
      const [before] = await list(now);
      const previous = before && join(folder, before.name);
      return makeApart({ config, folder: join(folder, name), previous, now }, signal);
    },
    async remove(names, _secrets, signal) {
      // A folder gets another name first, so that what is half removed does not count as a backup.
      for (const name of names) await rename(join(folder, name), join(folder, `${name}.removing`));
      const halves = (await readdir(folder)).filter((name) => remains.test(name));
      await removeApart(await folders(halves.map((name) => join(folder, name))), signal);
    },
  };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Those that are folders themselves: what a link leads to is not ours. */
async function folders(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => lstat(path)));
  return paths.filter((_, n) => found[n]?.isDirectory());
}

async function backupsIn(folder: string, config: Config, now: number): Promise<Kept[]> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const kept = keptAs(name);
      return kept && kept.at <= now && (await isOurs(join(folder, name), config)) ? [kept] : [];
    }),
  );
  return newestFirst(found.flat());
}

async function isOurs(path: string, config: Config): Promise<boolean> {
  try {
    if ((await folders([path])).length === 0) return false;
    const manifest = await readFile(join(path, backupParts.manifest), 'utf8');
    return hasKeyOf(config, manifestIn(manifest, path));
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
