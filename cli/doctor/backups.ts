import { stat } from 'node:fs/promises';
import { backupStore } from '../../server/src/base/backup/stored.ts';
import { isoMillis, systemClock } from '../../server/src/base/clock.ts';
import type { Config } from '../../server/src/base/config/config.ts';
import { checkWritable } from '../../server/src/base/storage/writable.ts';
import { placeOf } from '../../server/src/operator/backups/places.ts';
import { machineZone, momentsAt } from '../../server/src/operator/backups/schedule.ts';
import { reasonOf } from '../reason.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Examines scheduled backups: where they go, and how old the last one is. */
export async function* examineBackups(config: Config): AsyncGenerator<Finding> {
  const settings = config.backups;
  if (!settings) {
    yield note('backups', 'BACKUP_SCHEDULE is not set: nobody makes any but you');
    return;
  }
  const place = placeOf(config);
  try {
    if (config.backupsIn === 'store') yield* examineStore(config);
    else if (!(yield* examineFolder(config, place.text))) return;
    const now = systemClock().now();
    const { next, period } = momentsAt(settings.schedule, now, machineZone());
    const backups = await place.list(now);
    const [last] = backups;
    const isNext = `the next is due at ${isoMillis(next)}`;
    if (!last) yield note('backups', `there are none yet in ${place.text}; ${isNext}`);
    else if (now - last.at > 2 * period) yield wrong('backups', `the last one is of ${isoMillis(last.at)}`);
    else yield ok('backups', `${backups.length}, the last one of ${isoMillis(last.at)}; ${isNext}`);
  } catch (error) {
    yield wrong('backups', reasonOf(error));
  }
}

async function* examineStore({ objectStore }: Config): AsyncGenerator<Finding> {
  if (!objectStore) return;
  const store = backupStore(objectStore);
  await store.check();
  yield ok('backups', `${store.text} takes files in parts`);
  const remains = await store.remains();
  if (remains.length > 0)
    yield note('backups', `unfinished in the store: ${remains.length}; the next backup removes its own`);
}

/** Returns whether there is a folder. */
async function* examineFolder(config: Config, folder: string): AsyncGenerator<Finding, boolean> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    // The service makes its own.
    yield config.backupsIn === undefined
      ? note('backups', `there are none yet in ${folder}`)
      : wrong('backups', `${folder} of BACKUP_TO is not a folder that is there`);
    return false;
  }
  try {
    await checkWritable(folder);
  } catch (error) {
    yield wrong('backups', `${folder} is not writable: ${(error as Error).message}`);
  }
  const data = await stat(config.dataDir).catch(() => undefined);
  if (data?.dev === found.dev) yield note('backups', `${folder} is on the same disk as DATA_DIR`);
  return true;
}
