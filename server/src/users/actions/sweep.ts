import { sql } from 'kysely';
import { removal, removeAll } from '../../jobs/remove.ts';
import type { Service } from '../../service.ts';

const expired = (p: { now: number }) => sql`where expires_at <= ${p.now}`;

const removals = [
  removal('mail_tokens.sweep', 'mail_tokens', 'token_hash', expired),
  removal('sessions.sweep', 'sessions', 'id', expired),
  removal('openid_states.sweep', 'used_openid_states', 'nonce', expired),
];

/** Removes sessions, links and begun sign-ins that have expired. They work no more as it is; this is to keep the tables small. */
export const sweepExpired = ({ maintain, clock }: Pick<Service, 'maintain' | 'clock'>): Promise<void> =>
  removeAll(maintain, removals, { now: clock.now() });
