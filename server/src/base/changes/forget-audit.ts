import { sql } from 'kysely';
import { day } from '../clock.ts';
import { removal, removeAll } from '../jobs/remove.ts';
import type { Service } from '../service.ts';

/** How long entries are kept; microseconds. */
const kept = 365 * day;

const old = removal(
  'audit_entries.removeOld',
  'audit_entries',
  'workspace_id, id',
  (p: { before: number }) => sql`where created_at < ${p.before}`,
);

/** Deletes entries older than a year. */
export const forgetAudit = ({ maintain, clock }: Pick<Service, 'maintain' | 'clock'>): Promise<void> =>
  removeAll(maintain, [old], { before: clock.now() - kept });
