import type { Service } from '../base/service.ts';
import { type Failure, storeFailures } from './actions/security-log.ts';

/**
 * Sign-ins that were refused, until they are stored beside the requests: were they stored at once, an answer would tell
 * by its time whether there is an account to store them with.
 */
export interface Failures {
  note(failure: Omit<Failure, 'at'>): void;
  flush(): Promise<void>;
}

/** More than this between two rounds is an attack: the first of them tell of it. */
const most = 200;

export function failuresOn({
  maintain,
  clock,
  http,
  jobs,
}: Pick<Service, 'maintain' | 'clock' | 'http' | 'jobs'>): Failures {
  let pending: Failure[] = [];
  const failures: Failures = {
    note(failure) {
      if (pending.length < most) pending.push({ ...failure, at: clock.now() });
    },
    async flush() {
      if (pending.length === 0) return;
      const stored = pending;
      pending = [];
      await maintain((tx) => storeFailures(tx, stored));
    },
  };
  jobs.every('failed-sign-ins', 5, () => failures.flush());
  http.addHook('onClose', () => failures.flush());
  return failures;
}
