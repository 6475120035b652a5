import { second } from '../base/clock.ts';
import { noteVersion } from '../base/installation.ts';
import type { Service } from '../base/service.ts';
import { checkWritable } from '../base/storage/writable.ts';

/** Whether each thing that the service stands on works. */
export interface Checks {
  database(): Promise<boolean>;
  /** Whether what is written to the database is kept: as the last write saw it, and tried again where that failed. */
  writes(): Promise<boolean>;
  /** Where files are: the disk, or elsewhere. */
  storage(): Promise<boolean>;
  dataDir(): Promise<boolean>;
}

/** Anyone may ask, and as often as they like: each check is done once a second at the most. */
export function checksOf({ db, maintain, writes, storage, config, clock, http }: Service): Checks {
  const check = (what: string, work: () => Promise<unknown>) => {
    let checkedAt = Number.NEGATIVE_INFINITY;
    let works = Promise.resolve(false);
    const attempt = async () => {
      try {
        await work();
        return true;
      } catch (err) {
        http.log.error({ err }, `check failed: ${what}`);
        return false;
      }
    };
    return () => {
      const now = clock.now();
      if (now - checkedAt >= second) {
        checkedAt = now;
        works = attempt();
      }
      return works;
    };
  };
  const tryWriting = check('writing to the database', () => noteVersion(maintain, clock));
  return {
    database: check('the database', () => db.check()),
    writes: async () => !writes.failing() || tryWriting(),
    // Nothing has this key: to be told so takes a storage that works.
    storage: check('file storage', () => storage.stat('health')),
    dataDir: check('the data folder', () => checkWritable(config.dataDir)),
  };
}
