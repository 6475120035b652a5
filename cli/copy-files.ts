import { copyFiles, filesKnownTo } from '../server/src/base/backup/files.ts';
import { systemClock } from '../server/src/base/clock.ts';
import { BadStore, checkStore } from '../server/src/base/storage/check-store.ts';
import { diskStorage } from '../server/src/base/storage/disk.ts';
import { filesIn } from '../server/src/base/storage/open.ts';
import { s3Storage } from '../server/src/base/storage/s3.ts';
import { Misuse, readArguments } from './arguments.ts';
import { namedConfig, openExisting } from './database.ts';
import { reportMissing } from './paths.ts';
import { Stop } from './reason.ts';

/** `copy-files --to <store|disk>`: the source keeps its files. */
export async function copyFilesBetween(args: string[]): Promise<void> {
  const { options } = readArguments(args, [], { to: { type: 'string' } });
  if (options.to !== 'store' && options.to !== 'disk') throw new Misuse('--to must be store or disk');
  const config = namedConfig();
  const { objectStore } = config;
  if (!objectStore) throw new Stop('no object store is set: set S3_BUCKET and its like');
  const folder = filesIn(config.dataDir);
  try {
    await checkStore(objectStore, folder, systemClock().now());
  } catch (error) {
    throw error instanceof BadStore ? new Stop(error.message) : error;
  }
  const [store, disk] = [s3Storage(objectStore, folder), diskStorage(folder)];
  const [from, to] = options.to === 'store' ? [disk, store] : [store, disk];
  const db = await openExisting(config);
  try {
    const files = await filesKnownTo(db);
    const missing = await copyFiles(files, from, to, { progress: reporterOf(files.length) });
    console.log(`done: ${files.length} files, each compared by its size`);
    reportMissing(missing);
  } finally {
    await db.close();
  }
}

/** Number of files between progress messages. */
const reportEvery = 100;

const reporterOf = (all: number) => (done: number) => {
  if (done % reportEvery === 0) console.log(`files: ${done} of ${all} …`);
};
