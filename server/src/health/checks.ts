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
  /** What is wrong with the data folder; undefined where it can be written. */
  dataDir(): Promise<'full' | 'not writable' | undefined>;
}

/** Anyone may ask, and as often as they like: each check is done once a second at the most. */
export function checksOf({ db, maintain, writes, storage, config, clock, http }: Service): Checks {
  const check = (what: string, work: () => Promise<unknown>) => {
    let checkedAt = Number.NEGATIVE_INFINITY;
    let failure: Promise<unknown> = Promise.resolve();
    const attempt = async () => {
      try {
        await work();
        return undefined;
      } catch (err) {
        http.log.error({ err }, `check failed: ${what}`);
        return err;
      }
    };
    return () => {
      const now = clock.now();
      if (now - checkedAt >= second) {
        checkedAt = now;
        failure = attempt();
      }
      return failure;
    };
  };
  const works = (what: string, work: () => Promise<unknown>) => {
    const failure = check(what, work);
    return async () => (await failure()) === undefined;
  };
  const dataDir = check('the data folder', () => checkWritable(config.dataDir));
  const tryWriting = works('writing to the database', () => noteVersion(maintain, clock));
  return {
    database: works('the database', () => db.check()),
    writes: async () => !writes.failing() || tryWriting(),
    // Nothing has this key: to be told so takes a storage that works.
    storage: works('file storage', () => storage.stat('health')),
    dataDir: async () => {
      const failure = await dataDir();
      if (failure === undefined) return undefined;
      return isOfNoRoom(failure) ? 'full' : 'not writable';
    },
  };
}

/** No room on the disk, in what this user may use of it, or in what a limit allows. */
const isOfNoRoom = (failure: unknown): boolean =>
  failure instanceof Error &&
  'code' in failure &&
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(failure.code));
