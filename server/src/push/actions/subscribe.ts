import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import type { PushSubscription } from '../../../../contract/push.ts';
import type { Work } from '../../base/changes/change.ts';
import { isoMillis } from '../../base/clock.ts';
import { Invalid, Unauthorized } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { type BrowserKeys, isOnCurve } from '../encrypt.ts';
import { dropOldest, insert, removeOther, removeOwn } from '../queries.ts';

/** A browser's subscription, as it is sealed. */
export interface Subscription {
  endpoint: string;
  keys: BrowserKeys;
}

/** A subscription as replies show it. */
export type ShownSubscription = Static<typeof PushSubscription>;

interface Known {
  id: string;
  endpoint: string;
  userAgent: string | null;
  createdAt: number;
  current: boolean;
}

export const shownOf = ({ id, endpoint, userAgent, createdAt, current }: Known): ShownSubscription => ({
  publicId: id,
  service: new URL(endpoint).host,
  userAgent,
  createdAt: isoMillis(createdAt),
  current,
});

const hashOf = (endpoint: string): string => hash('sha256', endpoint, 'base64url');

/** Subscribes a browser in the session of the request. Throws `Invalid` for a key that is none. */
export async function subscribe(
  { tx, actor, now, secrets, ownAccount }: Work,
  { endpoint, keys: { p256dh, auth } }: Subscription,
): Promise<ShownSubscription> {
  ownAccount();
  if (!isOnCurve(p256dh)) throw new Invalid('unfit-push-key', { field: 'body/keys/p256dh' });
  const { userId, credential } = actor;
  const endpointHash = hashOf(endpoint);
  // Whoever used this browser before is not notified in it any more.
  await tx.run(removeOther, { userId, endpointHash });
  await tx.run(dropOldest, { userId, endpointHash });
  const sealed = secrets.seal(JSON.stringify({ endpoint, keys: { p256dh, auth } }), endpointHash);
  const made = { id: newId(now), userId, sessionId: credential.id, endpointHash, sealed, now };
  const [subscription] = await tx.run(insert, made);
  if (!subscription) throw new Unauthorized();
  return shownOf({ ...subscription, endpoint, current: true });
}

export async function unsubscribe({ tx, actor, ownAccount }: Work, endpoint: string) {
  ownAccount();
  await tx.run(removeOwn, { userId: actor.userId, endpointHash: hashOf(endpoint) });
  return { success: true };
}
