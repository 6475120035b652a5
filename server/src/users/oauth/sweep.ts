import { sql } from 'kysely';
import { day } from '../../base/clock.ts';
import { removal } from '../../base/jobs/remove.ts';

/** What the removals of expired credentials compare with; microseconds. */
export interface Expiry {
  now: number;
  /** Applications that nobody has allowed since are forgotten. */
  unusedBefore: number;
  /** A refresh token used before is unknown from then on; until then it gives away whoever uses it again. */
  usedBefore: number;
}

export const expiryAt = (now: number): Expiry => ({
  now,
  unusedBefore: now - day,
  usedBefore: now - 30 * day,
});

/** What is left of applications: grants that can no longer be renewed, with their keys, and what nobody needs any more. */
export const ofApplications = [
  removal(
    'oauth_grants.sweep',
    'api_keys',
    'id',
    (p: Expiry) =>
      sql`where id in (select key_id from oauth_grants where works_until <= ${p.now} order by works_until limit 100)`,
  ),
  removal(
    'oauth_clients.sweep',
    'oauth_clients',
    'id',
    (p: Expiry) => sql`where used_at is null and created_at <= ${p.unusedBefore} order by created_at`,
  ),
  removal(
    'oauth_refresh_tokens.sweep',
    'oauth_refresh_tokens',
    'token_hash',
    (p: Expiry) => sql`where used_at is not null and used_at <= ${p.usedBefore} order by used_at`,
  ),
];
