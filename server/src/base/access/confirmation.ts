import { sql } from 'kysely';
import { minute } from '../clock.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { Forbidden } from '../errors.ts';
import type { Actor } from './actor.ts';

/** For how long a session counts as confirmed; microseconds. */
export const confirmedFor = 10 * minute;

const isUnconfirmed = query(
  'sessions.isUnconfirmed',
  (_db, p: { userId: string; id: string; since: number }) => sql<{ id: string }>`
  select f.id as id from second_factors f
  where f.user_id = ${p.userId} and f.confirmed_at is not null and not exists (
    select 1 from sessions s where s.id = ${p.id} and s.confirmed_at > ${p.since})
  order by f.id limit 1`,
);

/**
 * Throws `Forbidden` if the account has second factors and its session was not confirmed just now. An API key is not asked: whoever
 * made it was.
 */
export async function requireConfirmation(
  db: Reading,
  { userId, credential }: Actor,
  now: number,
): Promise<void> {
  if (credential.kind !== 'session') return;
  const found = await db.first(isUnconfirmed, { userId, id: credential.id, since: now - confirmedFor });
  if (found) throw new Forbidden('confirmation-required');
}
