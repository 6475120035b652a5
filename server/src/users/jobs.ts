import { sql } from 'kysely';
import { day } from '../base/clock.ts';
import { removal, removeAll } from '../base/jobs/remove.ts';
import type { Service } from '../base/service.ts';
import { type Expiry, expiryAt, ofApplications } from './oauth/sweep.ts';

const expired = (p: Expiry) => sql`where expires_at <= ${p.now} order by expires_at`;

const removals = [
  removal('mail_tokens.sweep', 'mail_tokens', 'token_hash', expired),
  removal('sessions.sweep', 'sessions', 'id', expired),
  removal('openid_states.sweep', 'used_openid_states', 'nonce', expired),
  ...ofApplications,
];

/** Removes expired sessions, mailed tokens, sign-ins and grants of applications. They no longer work anyway; this keeps the tables small. */
export const sweepExpired = ({ maintain, clock }: Pick<Service, 'maintain' | 'clock'>): Promise<void> =>
  removeAll(maintain, removals, expiryAt(clock.now()));

/** How long the security log is kept; microseconds. */
const kept = 90 * day;

const oldEvents = removal(
  'security_events.removeOld',
  'security_events',
  'user_id, id',
  (p: { before: number }) => sql`where created_at < ${p.before}`,
);

/** Removes security events older than the log keeps. */
export const forgetEvents = ({ maintain, clock }: Pick<Service, 'maintain' | 'clock'>): Promise<void> =>
  removeAll(maintain, [oldEvents], { before: clock.now() - kept });
