import { rmSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { Unusable } from '../db/migrate.ts';
import { messageOf } from '../message-of.ts';
import { diskStorage, linkStored } from '../storage/disk.ts';
import { openStorage } from '../storage/open.ts';
import { makeBackup } from './backup.ts';
import type { Answer, Made, Making, Removing, Task } from './make-apart.ts';
import { backupParts } from './manifest.ts';
import { backupStore } from './stored.ts';
import { verifyBackup } from './verify.ts';

/*
 * Makes and verifies one backup, or removes some, in a process of its own: copying and checking a database, or removing very many
 * files, would keep the requests of the service waiting. It ends when the service does.
 */

// The service closes the channel when it ends, however it ends.
process.on('disconnect', () => process.exit(1));
process.once('message', (task: Task) => {
  setPriority(10);
  void done(task)
    .catch((error: unknown): Answer => ({ failed: messageOf(error) }))
    .then((answer) => process.send?.(answer, () => process.exit()));
});

const done = async (task: Task): Promise<Answer> => ('removed' in task ? remove(task) : make(task));

function remove({ removed }: Removing): Answer {
  for (const path of removed) rmSync(path, { recursive: true, force: true });
  return {};
}

async function make(task: Making): Promise<Made> {
  const { config, folder, previous, storedAs, now } = task;
  if (storedAs !== undefined) return await makeStored(config, folder, { name: storedAs, now });
  let damaged = 0;
  await makeBackup(config, folder, {
    now,
    files: true,
    bring: bringing(config, folder, previous),
    async check(made) {
      damaged = await verifyBackup(config, made);
    },
  });
  return { bytes: bytesIn(folder), damaged };
}

const bytesIn = (folder: string): number => statSync(join(folder, backupParts.database)).size;

/** The files are in the store already. */
async function makeStored(
  config: Config,
  folder: string,
  { name, now }: { name: string; now: number },
): Promise<Made> {
  if (!config.objectStore) throw new Unusable('no object store is set');
  try {
    await makeBackup(config, folder, { now, files: false });
    await verifyBackup(config, folder);
    await backupStore(config.objectStore).put(folder, name);
    return { bytes: bytesIn(folder), damaged: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files never change: what the previous backup has is linked instead of copied, so that each backup takes only what is new. */
function bringing(config: Config, folder: string, previous: string | undefined) {
  const to = join(`${folder}.unfinished`, backupParts.files);
  const before = previous === undefined ? undefined : join(previous, backupParts.files);
  const [from, target] = [openStorage(config), diskStorage(to)];
  return async (storageKey: string, size: number): Promise<void> => {
    const had = before === undefined ? undefined : await diskStorage(before).stat(storageKey);
    if (before !== undefined && had?.size === size) await linkStored(before, to, storageKey);
    else await target.put(storageKey, await from.open(storageKey), size);
  };
}
