import { sql } from 'kysely';
import { day } from '../clock.ts';
import type { Maintain } from '../db/database.ts';
import { removal, removalOf, removeAll, sliceSize } from '../jobs/remove.ts';
import type { Service } from '../service.ts';

/** How long what webhooks were told is kept; microseconds. */
const kept = 30 * day;

interface Before {
  before: number;
}

const oldest = (p: Before) => sql`where created_at < ${p.before} order by created_at`;

/** An event has as many deliveries as the workspace has webhooks: those of the oldest go before it does. */
const removals = [
  removal(
    'webhook_deliveries.removeOld',
    'webhook_deliveries',
    'workspace_id, id',
    (p: Before) => sql`where (workspace_id, event_id) in (
      select workspace_id, id from webhook_events ${oldest(p)} limit ${sql.lit(sliceSize)})`,
  ),
  removal('webhook_events.removeOld', 'webhook_events', 'workspace_id, id', oldest),
];

/** Deletes what is older than 30 days, with its deliveries. */
export const forgetDeliveries = ({ maintain, clock }: Pick<Service, 'maintain' | 'clock'>): Promise<void> =>
  removeAll(maintain, removals, { before: clock.now() - kept });

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

/** Deletes what a webhook was told, before it goes itself: there may be so much that others would wait for it. */
export const forgetDeliveriesOf = (maintain: Maintain, webhook: OfWebhook): Promise<void> =>
  removeAll(maintain, [ofWebhook], webhook);
