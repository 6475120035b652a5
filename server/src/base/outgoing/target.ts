import type { Actor } from '../access/actor.ts';
import { Invalid, TooManyRequests } from '../errors.ts';
import type { Outgoing } from './outgoing.ts';

/** Max concurrent lookups per user: each takes seconds if a name server does not answer. */
const atATime = 4;

/** Throws `Invalid` for an address that must not be called, `TooManyRequests` beyond the max concurrent lookups. */
export type CheckTarget = (actor: Actor, url: string | undefined) => Promise<void>;

/** Checks addresses that users enter; `field` is where requests have them. */
export function targetCheck(outgoing: Outgoing, field: string): CheckTarget {
  const asking = new Map<string, number>();
  return async ({ userId }, url) => {
    if (url === undefined) return;
    const before = asking.get(userId) ?? 0;
    if (before >= atATime) throw new TooManyRequests(1);
    asking.set(userId, before + 1);
    try {
      const refusal = await outgoing.refusal(url);
      if (refusal) throw new Invalid('unfit-address', { field, reason: refusal });
    } finally {
      const left = (asking.get(userId) ?? 1) - 1;
      if (left === 0) asking.delete(userId);
      else asking.set(userId, left);
    }
  };
}
