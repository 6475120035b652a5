import { sql } from 'kysely';
import { day } from '../base/clock.ts';
import { removal, removeAll } from '../base/jobs/remove.ts';
import type { Service } from '../base/service.ts';

const old = removal(
  'sent_invitations.forget',
  'sent_invitations',
  'workspace_id, id',
  (p: { before: number }) => sql`where sent_at <= ${p.before}`,
);

/** Deletes the invitations that no longer count towards the daily limits. */
export const forgetSent = ({ maintain, clock }: Pick<Service, 'maintain' | 'clock'>): Promise<void> =>
  removeAll(maintain, [old], { before: clock.now() - day });
