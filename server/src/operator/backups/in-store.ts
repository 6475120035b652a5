import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasKeyOf } from '../../base/backup/backup.ts';
import { backupsOf } from '../../base/backup/before-upgrade.ts';
import { makeApart, removeApart } from '../../base/backup/make-apart.ts';
import { backupParts } from '../../base/backup/manifest.ts';
import { type BackupStore, backupStore } from '../../base/backup/stored.ts';
import type { Config } from '../../base/config/config.ts';
import { messageOf } from '../../base/message-of.ts';
import type { Problem } from '../problems.ts';
import { isNameOf, type Kept, keptAs, newestFirst } from './kept.ts';
import { type BackupPlace, lacksRoom, type Wanted } from './place.ts';

/*
 * Scheduled backups in the object store. A backup is made and verified in `DATA_DIR` first, under a name that no backup there has,
 * as a database is not copied in order. As in a folder, only backups of this installation are ever counted or removed.
 */

const between = /^(taskboard-[^.]+)\.sending(?:\.unfinished)?$/;

export function inStore(config: Config): BackupPlace {
  const { objectStore, dataDir } = config;
  if (!objectStore) throw new Error('backups cannot go to an object store, because none is set');
  const store = backupStore(objectStore);
  const folder = backupsOf(dataDir);
  return {
    text: store.text,
    hasFiles: false,
    problems: (wanted) => problemsOf(store, dataDir, wanted),
    list: (now) => list(store, config, now),
    has: async (name) => (await store.sizesOf(name)).size > 0,
    async prepare(secrets, names, signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const left = (await readdir(folder)).filter((name) => isNameOf(secrets, between.exec(name)?.[1] ?? ''));
      await removeApart(
        left.map((name) => join(folder, name)),
        signal,
      );
      for (const name of names) {
        // A node that was presumed dead may have ended it.
        if (!(await store.sizesOf(name)).has(backupParts.manifest)) await store.remove(name);
      }
    },
    make: (name, now, signal) =>
      makeApart({ config, folder: join(folder, `${name}.sending`), storedAs: name, now }, signal),
    async remove(names, secrets) {
      for (const name of names) await store.remove(name);
      for (const name of await store.remains()) {
        if (isNameOf(secrets, name)) await store.remove(name);
      }
    },
  };
}

async function list(store: BackupStore, config: Config, now: number): Promise<Kept[]> {
  const found = (await store.list()).flatMap(({ name, manifest }) => {
    const kept = keptAs(name);
    return kept && kept.at <= now && hasKeyOf(config, manifest) ? [kept] : [];
  });
  return newestFirst(found);
}

async function problemsOf(store: BackupStore, dataDir: string, { needed, good }: Wanted): Promise<Problem[]> {
  const problems: Problem[] = [];
  const add = (code: Problem['code'], detail: string) => problems.push({ code, isUrgent: true, detail });
  if (await lacksRoom(dataDir, needed)) add('backup-no-room', dataDir);
  try {
    const name = good?.name ?? '';
    const sizes = await store.sizesOf(name);
    const isThere =
      (sizes.get(backupParts.manifest) ?? 0) > 0 && sizes.get(backupParts.database) === good?.bytes;
    if (good && !isThere) add('backup-gone', `${store.text}/${name}`);
  } catch (error) {
    add('backup-store-fails', messageOf(error));
  }
  return problems;
}
