import { sql } from 'kysely';
import { day } from '../clock.ts';
import { command } from '../db/query.ts';
import type { Service } from '../service.ts';

/** How long entries are kept; microseconds. */
const kept = 365 * day;

/** Entries that one transaction deletes at the most. */
const batchSize = 500;

const removeOldest = command(
  'audit_entries.removeOldest',
  (_db, p: { before: number; limit: number }) => sql<{ id: string }>`
  delete from audit_entries where (workspace_id, id) in (
    select workspace_id, id from audit_entries where created_at < ${p.before} order by created_at limit ${p.limit}
  ) returning id`,
);

/** Deletes the entries that are older than a year, a batch per transaction, until none is left. */
export async function removeExpired({ db, clock }: Pick<Service, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - kept;
  for (;;) {
    const removed = await db.write((tx) => tx.run(removeOldest, { before, limit: batchSize }));
    if (removed.length < batchSize) return;
  }
}
