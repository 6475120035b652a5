import { day, hour, minute, second } from '../base/clock.ts';

/* When a delivery that failed is tried again, as Standard Webhooks 1.0.0 proposes it. */

/** Between one attempt and the next; microseconds. */
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

/** The longest time that a receiver may ask for by `Retry-After`. */
const longest = day;

/** Up to this part of a pause is added to it, so that what failed together does not come back together. */
const spread = 0.1;

interface Failure {
  /** How many attempts there were, with this one. */
  attempts: number;
  now: number;
  /** What the reply had as `Retry-After`. */
  retryAfter: string | undefined;
  /** From 0 to 1. */
  chance: number;
}

/** When to try again: not before the receiver wants it. Null where there were attempts enough. */
export function nextAttemptAt({ attempts, now, retryAfter, chance }: Failure): number | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  const wanted = Math.min(waitOf(retryAfter ?? '', now), longest);
  return now + Math.round(Math.max(pause, wanted) * (1 + spread * chance));
}

/** For how long a receiver wants to be sent nothing at all; a quarter of an hour at the most, in case it is changed. */
export const pauseOf = (retryAfter: string | undefined, now: number): number =>
  Math.min(waitOf(retryAfter ?? '', now), 15 * minute);

/** What `Retry-After` says in microseconds from now on: seconds, or a date as HTTP has it. 0 where it says nothing. */
function waitOf(retryAfter: string, now: number): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * second;
  const date = /^[A-Z][a-z]{2}, .* GMT$/.test(retryAfter) ? Date.parse(retryAfter) * 1000 : Number.NaN;
  return date > now ? date - now : 0;
}
