import { createHash } from 'node:crypto';
import type { Actor } from '../../base/access/actor.ts';
import type { Change } from '../../base/changes/change.ts';
import {
  AlreadyClaimed,
  claim,
  claimedBy,
  type IdempotentChange,
  keep,
} from '../../base/changes/idempotency.ts';
import { day } from '../../base/clock.ts';
import type { Service } from '../../base/service.ts';

/** How long mail servers may offer a mail again whose acceptance they have missed; microseconds. */
const lasts = 7 * day;

type Parts = Pick<Service, 'db' | 'clock' | 'secrets' | 'changeAs'>;

/**
 * The name of what a mail does. With the space no idempotency key of a request is equal to it.
 */
export const nameOf = (...parts: readonly string[]): string =>
  `mail ${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;

/**
 * What the change of `make` returned the first time: it also stores that under `key`, so that a mail that is delivered twice is written
 * once, also if the node dies before it says that it has taken the mail.
 */
export async function madeOnce<T>(
  { db, clock, secrets, changeAs }: Parts,
  actor: Actor,
  key: string,
  make: (change: Change) => Promise<T>,
): Promise<T> {
  const owner = { userId: actor.userId, key };
  const context = `idempotency ${actor.userId} ${key}`;
  const stored = async (): Promise<{ made: T } | undefined> => {
    const found = await db.first(claimedBy, { ...owner, now: clock.now() });
    if (!found?.replySealed) return undefined;
    return { made: JSON.parse(secrets.open(found.replySealed, context)) };
  };
  const once: IdempotentChange = {
    async claim(tx, now) {
      const request = secrets.sign(key);
      const [claimed] = await tx.run(claim, {
        ...owner,
        request,
        claimedBy: null,
        now,
        expiresAt: now + lasts,
      });
      if (!claimed) throw new AlreadyClaimed();
    },
    async keep(tx, now, { reply, position = null }) {
      const replySealed = secrets.seal(JSON.stringify(reply ?? null), context);
      await tx.run(keep, { ...owner, replySealed, position, expiresAt: now + lasts });
    },
  };
  const before = await stored();
  if (before) return before.made;
  try {
    return await make(changeAs(actor, once));
  } catch (error) {
    const meanwhile = error instanceof AlreadyClaimed ? await stored() : undefined;
    if (meanwhile) return meanwhile.made;
    throw error;
  }
}
