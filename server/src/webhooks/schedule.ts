import { day, hour, minute, second } from '../base/clock.ts';
import { waitOf } from '../base/outgoing/retry-after.ts';

/* When a failed delivery is retried, as Standard Webhooks 1.0.0 proposes. */

/** Pauses between attempts; microseconds. */
const pauses: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The longest `Retry-After` that is honoured; microseconds. */
const longest = day;

/** Up to this fraction of a pause is added to it, so that deliveries that failed together are not retried together. */
const spread = 0.1;

interface Failure {
  /** The number of attempts, including this one. */
  attempts: number;
  now: number;
  /** The `Retry-After` header of the response. */
  retryAfter: string | undefined;
  /** From 0 to 1. */
  chance: number;
}

/** When to retry, not before the receiver's `Retry-After`. Null after the last attempt. */
export function nextAttemptAt({ attempts, now, retryAfter, chance }: Failure): number | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  const wanted = Math.min(waitOf(retryAfter, now), longest);
  return now + Math.round(Math.max(pause, wanted) * (1 + spread * chance));
}

/** How long a receiver asked to be sent nothing; max 15 minutes, in case the webhook is changed. */
export const pauseOf = (retryAfter: string | undefined, now: number): number =>
  Math.min(waitOf(retryAfter, now), 15 * minute);
