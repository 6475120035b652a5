import { second } from '../base/clock.ts';
import { noteVersion } from '../base/installation.ts';
import type { Service } from '../base/service.ts';
import { checkWritable } from '../base/storage/writable.ts';

/** Whether each dependency of the service works. */
export interface Checks {
  database(): Promise<boolean>;
  /** Whether database writes succeed: the result of the last write, retried if it failed. */
  writes(): Promise<boolean>;
  /** The file storage, on disk or remote. */
  storage(): Promise<boolean>;
  /** The problem with the data folder; undefined if it is writable. */
  dataDir(): Promise<'full' | 'not writable' | undefined>;
}

/** Anyone may call this, without limit, so each check runs max once per second. */
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
    // No file has this key, but only a working storage can report that.
    storage: works('file storage', () => storage.stat('health')),
    dataDir: async () => {
      const failure = await dataDir();
      if (failure === undefined) return undefined;
      return isOfNoRoom(failure) ? 'full' : 'not writable';
    },
  };
}

/** Whether the disk is full, or a quota or file size limit is reached. */
const isOfNoRoom = (failure: unknown): boolean =>
  failure instanceof Error &&
  'code' in failure &&
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(failure.code));
