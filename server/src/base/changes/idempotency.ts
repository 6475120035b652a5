import { sql } from 'kysely';
import { type Clock, hour, minute } from '../clock.ts';
import type { Maintain, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { deleteRows, updateRow } from '../db/statements.ts';
import { removal, removeAll } from '../jobs/remove.ts';
import { idempotencyKeys } from './tables.ts';

/*
 * Stores the key and the reply of requests with an `Idempotency-Key`, in the transaction of their change, so that after a
 * crash either all three exist or none. A request that makes several changes claims its key first, with a lease; its last
 * change stores the reply, if it still has the claim.
 */

/** How long a key is remembered; microseconds. */
export const keyTime = 24 * hour;

/** How long a claim lasts unless renewed, in microseconds, and the interval of renewals, in seconds. */
export const claimTime = minute;
export const renewalSeconds = 10;

/** An earlier request has used the same key. */
export class AlreadyClaimed extends Error {}

/** Makes a change only once: its key is claimed when the change begins, and its reply is stored when it ends. */
export interface IdempotentChange {
  /** Waits for the change of another request with the same key, if one is under way. Throws `AlreadyClaimed`. */
  readonly claim: (tx: Writing, now: number) => Promise<void>;
  readonly keep: (tx: Writing, now: number, answer: Answer) => Promise<void>;
}

/** The reply to a change. */
export interface Answer {
  readonly reply: unknown;
  /** The position of its last entry in the log; undefined if it logged nothing. */
  readonly position: number | undefined;
}

interface Key {
  userId: string;
  key: string;
}

/** A key and the request that has claimed it. */
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

/** Renews a claim; returns no row if another request has the key, or it was removed. */
const renew = command(
  'idempotency_keys.renew',
  (_db, p: KeyClaim & { expiresAt: number }) => sql<{ one: number }>`
  update idempotency_keys set expires_at = ${p.expiresAt} where ${isMine(p)} returning 1 as one`,
);

/** Locks a claim until the transaction ends and renews its lease; returns whether the claim still existed. */
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

/** The claims of requests under way on this node. */
export interface KeyClaims {
  /** Keeps claims renewed while `work` runs. */
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

/** Ends all claims. */
export const releaseKeys = command(
  'idempotency_keys.releaseAll',
  (_db, p: { now: number }) => sql<never>`
  delete from idempotency_keys where expires_at <= cast(${p.now} as bigint) + ${sql.lit(claimTime)} and claimed_by is not null and reply_sealed is null`,
);

export const forgetKeysOf = deleteRows('idempotency_keys.forgetUser', idempotencyKeys, ['user_id']);

const expired = removal(
  'idempotency_keys.removeExpired',
  'idempotency_keys',
  'user_id, key',
  (p: { now: number }) => sql`where expires_at <= ${p.now}`,
);

/** Removes expired keys. */
export const forgetKeys = (maintain: Maintain, now: number): Promise<void> =>
  removeAll(maintain, [expired], { now });
