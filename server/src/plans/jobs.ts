import { sql } from 'kysely';
import { day } from '../base/clock.ts';
import { removal, removeAll } from '../base/jobs/remove.ts';
import type { Service } from '../base/service.ts';

/** How long proposals are kept, whatever became of them; microseconds. */
const kept = 90 * day;

const old = removal(
  'proposals.removeOld',
  'proposals',
  'workspace_id, id',
  (p: { before: number }) => sql`where created_at < ${p.before}`,
);

export const forgetProposals = ({ maintain, clock }: Pick<Service, 'maintain' | 'clock'>): Promise<void> =>
  removeAll(maintain, [old], { before: clock.now() - kept });
