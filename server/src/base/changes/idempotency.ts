import { sql } from 'kysely';
import { type Clock, hour, minute } from '../clock.ts';
import type { Maintain, Reads, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { deleteRows, updateRow } from '../db/statements.ts';
import { removal, removeAll } from '../jobs/remove.ts';
import { idempotencyKeys } from './tables.ts';

/*
 * What a request with an `Idempotency-Key` leaves behind: that it was there, and how it was answered. Both are stored in
 * the transaction of what it changed, so that after any crash there are all three or none. A request that is more than one
 * change claims its key before them, with a lease; the last of them stores the reply, if it still has the claim.
 */

/** How long a key stands for its request; microseconds. */
export const keyTime = 24 * hour;

/** How long a claim lasts that is not renewed, in microseconds, and how often that is done, in seconds. */
export const claimTime = minute;
export const renewalSeconds = 10;

/** Another request with the same key has come before. */
export class AlreadyClaimed extends Error {}

/** Carries a change out once: it is claimed when the change begins, and its reply is kept when it ends. */
export interface IdempotentChange {
  /** Throws `AlreadyClaimed`; waits for a request with the same key whose change has not ended yet. */
  readonly claim: (tx: Writing, now: number) => Promise<void>;
  readonly keep: (tx: Writing, now: number, answer: Answer) => Promise<void>;
}

/** What a change is answered with. */
export interface Answer {
  readonly reply: unknown;
  /** Of what it logged last; undefined where that is nothing. */
  readonly position: number | undefined;
}

interface Key {
  userId: string;
  key: string;
}

/** A key, and the request that has claimed it. */
export interface KeyClaim extends Key {
  claimedBy: string;
}

export const claimedBy = query('idempotency_keys.claimedBy', (db, p: Key & { now: number }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request', 'reply_sealed as replySealed', 'position', 'expires_at as expiresAt'])
    .where('user_id', '=', p.userId)
    .where('key', '=', p.key)
    .where('expires_at', '>', p.now),
);

export const claim = command(
  'idempotency_keys.claim',
  (_db, p: Key & { request: string; claimedBy: string | null; now: number; expiresAt: number }) => sql<{
    one: number;
  }>`
  insert into idempotency_keys (user_id, key, request, reply_sealed, position, claimed_by, expires_at)
  values (${p.userId}, ${p.key}, ${p.request}, null, null, ${p.claimedBy}, ${p.expiresAt})
  on conflict (user_id, key) do update
    set request = excluded.request, reply_sealed = null, position = null, claimed_by = excluded.claimed_by,
      expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= ${p.now}
  returning 1 as one`,
);

const isMine = (p: KeyClaim) =>
  sql`user_id = ${p.userId} and key = ${p.key} and claimed_by = ${p.claimedBy} and reply_sealed is null`;

/** Holds a claim for longer; returns nothing where another request has the key, or it is gone. */
const renew = command(
  'idempotency_keys.renew',
  (_db, p: KeyClaim & { expiresAt: number }) => sql<{ one: number }>`
  update idempotency_keys set expires_at = ${p.expiresAt} where ${isMine(p)} returning 1 as one`,
);

/** Holds a claim until the transaction ends and a lease beyond; whether it was still there. */
export const holdClaim = async (tx: Writing, now: number, claim: KeyClaim): Promise<boolean> =>
  (await tx.run(renew, { ...claim, expiresAt: now + claimTime })).length > 0;

export const keep = updateRow('idempotency_keys.keep', idempotencyKeys, [
  'reply_sealed',
  'position',
  'expires_at',
]);

export const release = command(
  'idempotency_keys.release',
  (_db, p: KeyClaim) => sql<never>`delete from idempotency_keys where ${isMine(p)}`,
);

/** The claims of requests under way. */
export interface KeyClaims {
  /** Has claims renewed for as long as `work` takes. */
  during<T>(claims: readonly KeyClaim[], work: () => Promise<T>): Promise<T>;
  renewAll(): Promise<void>;
}

export function keyClaimsOn(maintain: Maintain, clock: Clock): KeyClaims {
  const held = new Set<KeyClaim>();
  return {
    async during(claims, work) {
      for (const claim of claims) held.add(claim);
      try {
        return await work();
      } finally {
        for (const claim of claims) held.delete(claim);
      }
    },
    async renewAll() {
      for (const claim of held) await maintain((tx) => holdClaim(tx, clock.now(), claim));
    },
  };
}

const endClaims = command(
  'idempotency_keys.endClaims',
  (_db, p: { leased: number }) => sql<never>`
  delete from idempotency_keys where expires_at <= ${p.leased} and claimed_by is not null and reply_sealed is null`,
);

/** Ends all claims, where this is the only node: whoever had any is no more as it starts. */
export async function endKeyClaims({ engine }: Reads, maintain: Maintain, now: number): Promise<void> {
  if (engine === 'sqlite') await maintain((tx) => tx.run(endClaims, { leased: now + claimTime }));
}

export const forgetKeysOf = deleteRows('idempotency_keys.forgetUser', idempotencyKeys, ['user_id']);

const expired = removal(
  'idempotency_keys.removeExpired',
  'idempotency_keys',
  'user_id, key',
  (p: { now: number }) => sql`where expires_at <= ${p.now}`,
);

/** Forgets keys that stand for nothing any more. */
export const forgetKeys = (maintain: Maintain, now: number): Promise<void> =>
  removeAll(maintain, [expired], { now });
