import { sql } from 'kysely';
import { beforeAllTime, day } from '../clock.ts';
import type { Maintain } from '../db/database.ts';
import { query } from '../db/query.ts';
import { removal, removalOf, removeAll, sliceSize } from '../jobs/remove.ts';
import type { Service } from '../service.ts';

/** How long events and their deliveries are kept; microseconds. */
const kept = 30 * day;

/** A time span of events; both ends are inclusive, in microseconds. */
interface Span {
  from: number;
  to: number;
}

const during = (p: Span) => sql`e.created_at between ${p.from} and ${p.to}`;

/** The time of the last event in the next slice. */
const endOfNext = query(
  'webhook_events.endOfNext',
  (_db, p: { from: number; before: number }) => sql<{ to: number | null }>`
  select max(next.created_at) as "to" from (
    select created_at from webhook_events where created_at >= ${p.from} and created_at < ${p.before}
    order by created_at limit ${sql.lit(sliceSize)}
  ) next`,
);

/** Waiting deliveries and their events stay: they are still to be sent. */
const removals = [
  removal(
    'webhook_deliveries.removeOld',
    'webhook_deliveries',
    'workspace_id, id',
    (p: Span) => sql`where next_attempt_at is null and (workspace_id, event_id) in (
      select e.workspace_id, e.id from webhook_events e where ${during(p)})`,
  ),
  removal(
    'webhook_events.removeOld',
    'webhook_events',
    'workspace_id, id',
    (p: Span) => sql`e where ${during(p)} and not exists (
      select 1 from webhook_deliveries d where d.workspace_id = e.workspace_id and d.event_id = e.id)`,
  ),
];

/** Deletes events older than 30 days with their deliveries, except those still waiting. */
export async function forgetDeliveries({
  db,
  maintain,
  clock,
}: Pick<Service, 'db' | 'maintain' | 'clock'>): Promise<void> {
  const before = clock.now() - kept;
  for (let from = beforeAllTime; ; ) {
    const next = await db.first(endOfNext, { from, before });
    if (!next || next.to === null) return;
    await removeAll(maintain, removals, { from, to: next.to });
    from = next.to + 1;
  }
}

interface OfWebhook {
  workspaceId: string;
  webhookId: string;
}

const ofWebhook = removalOf(
  'webhook_deliveries.removeOfWebhook',
  'webhook_deliveries',
  'workspace_id, id',
  (p: OfWebhook) =>
    sql`from webhook_deliveries x where x.workspace_id = ${p.workspaceId} and x.webhook_id = ${p.webhookId}`,
);

/** Deletes a webhook's deliveries in slices before the webhook itself: in one transaction, many would block others. */
export const forgetDeliveriesOf = (maintain: Maintain, webhook: OfWebhook): Promise<void> =>
  removeAll(maintain, [ofWebhook], webhook);
