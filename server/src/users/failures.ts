import type { Service } from '../base/service.ts';
import { type Failure, storeFailures } from './actions/security-log.ts';

/**
 * Collects refused sign-ins and stores them outside the requests. If a request stored its own, the response time would reveal
 * whether the account exists.
 */
export interface Failures {
  note(failure: Omit<Failure, 'at'>): void;
  flush(): Promise<void>;
}

/** Max failures kept between two flushes. More than that is an attack, of which the first are evidence enough. */
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
