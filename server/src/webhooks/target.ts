import type { Actor } from '../base/access/actor.ts';
import { Invalid, TooManyRequests } from '../base/errors.ts';
import type { Outgoing } from '../base/outgoing/outgoing.ts';

/** Addresses that one user may have looked up at a time: a name server that says nothing takes seconds of each. */
const atATime = 4;

/** Throws `Invalid` for an address that must not be reached, `TooManyRequests` for one more than may be asked about. */
export type CheckTarget = (actor: Actor, url: string | undefined) => Promise<void>;

export function targetCheck(outgoing: Outgoing): CheckTarget {
  const asking = new Map<string, number>();
  return async ({ userId }, url) => {
    if (url === undefined) return;
    const before = asking.get(userId) ?? 0;
    if (before >= atATime) throw new TooManyRequests(1);
    asking.set(userId, before + 1);
    try {
      const refusal = await outgoing.refusal(url);
      if (refusal) throw new Invalid(`body/url ${refusal}`);
    } finally {
      const left = (asking.get(userId) ?? 1) - 1;
      if (left === 0) asking.delete(userId);
      else asking.set(userId, left);
    }
  };
}
