import { sql } from 'kysely';
import { hour } from '../clock.ts';
import type { Maintain, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { deleteRow, deleteRows, updateRow } from '../db/statements.ts';
import { removal, removeAll } from '../jobs/remove.ts';
import { idempotencyKeys } from './tables.ts';

/*
 * What a request with an `Idempotency-Key` leaves behind: that it was there, and how it was answered. Both are stored in
 * the transaction of what it changed, so that after any crash there are all three or none.
 */

/** How long a key stands for its request; microseconds. */
export const keyTime = 24 * hour;

/** Another request with the same key has come before. */
export class AlreadyClaimed extends Error {}

/** Carries a change out once: it is claimed when the change begins, and its reply is kept when it ends. */
export interface IdempotentChange {
  /** Throws `AlreadyClaimed`; waits for a request with the same key whose change has not ended yet. */
  readonly claim: (tx: Writing, now: number) => Promise<void>;
  readonly keep: (tx: Writing, answer: Answer) => Promise<void>;
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

export const claimedBy = query('idempotency_keys.claimedBy', (db, p: Key & { now: number }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request', 'reply_sealed as replySealed', 'position'])
    .where('user_id', '=', p.userId)
    .where('key', '=', p.key)
    .where('expires_at', '>', p.now),
);

export const claim = command(
  'idempotency_keys.claim',
  (_db, p: Key & { request: string; now: number; expiresAt: number }) => sql<{ one: number }>`
  insert into idempotency_keys (user_id, key, request, reply_sealed, position, expires_at)
  values (${p.userId}, ${p.key}, ${p.request}, null, null, ${p.expiresAt})
  on conflict (user_id, key) do update
    set request = excluded.request, reply_sealed = null, position = null, expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= ${p.now}
  returning 1 as one`,
);

export const keep = updateRow('idempotency_keys.keep', idempotencyKeys, ['reply_sealed', 'position']);

export const release = deleteRow('idempotency_keys.release', idempotencyKeys);

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
