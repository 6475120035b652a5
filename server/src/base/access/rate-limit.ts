import { type Clock, second } from '../clock.ts';

export interface Quota {
  /** How many uses a key has per window; they may all come at once. */
  count: number;
  /** Microseconds. */
  window: number;
}

/** The result of using a key. Times are in seconds, rounded up. */
export interface Use {
  readonly allowed: boolean;
  /** Uses left now. */
  readonly remaining: number;
  /** Time until the whole quota is available again. */
  readonly resetAfter: number;
  /** Time until the next use is allowed. */
  readonly retryAfter: number;
}

/** Counts uses per key, in the memory of this process. */
export interface RateLimit {
  readonly quota: Quota;
  /** Uses the key once. A use that is not allowed costs nothing. */
  use(key: string): Use;
  /** Takes one use back. */
  giveBack(key: string): void;
}

/**
 * A leaky bucket in the form of the generic cell rate algorithm: one number per key, the time at which its whole quota is
 * available again. Each use adds `window / count`; a use that would move it past `now + window` is refused. At most
 * `maxKeys` keys are kept; the least recently used are dropped first.
 */
export function createRateLimit(clock: Pick<Clock, 'elapsed'>, quota: Quota, maxKeys = 50_000): RateLimit {
  const interval = Math.max(1, Math.floor(quota.window / quota.count));
  // In order of last use: `use` moves a key to the end.
  const fullAt = new Map<string, number>();

  const forget = (now: number) => {
    for (const [key, at] of fullAt) {
      if (at > now && fullAt.size < maxKeys) return;
      fullAt.delete(key);
    }
  };

  return {
    quota,
    use(key) {
      const now = clock.elapsed();
      const before = Math.max(fullAt.get(key) ?? 0, now);
      const after = before + interval;
      const allowed = after <= now + quota.window;
      if (allowed) {
        fullAt.delete(key);
        forget(now);
        fullAt.set(key, after);
      }
      const full = (allowed ? after : before) - now;
      return {
        allowed,
        remaining: Math.floor((quota.window - full) / interval),
        resetAfter: Math.ceil(full / second),
        retryAfter: Math.ceil(Math.max(0, full + interval - quota.window) / second),
      };
    },
    giveBack(key) {
      const at = fullAt.get(key);
      if (at !== undefined) fullAt.set(key, at - interval);
    },
  };
}
