import { sql } from 'kysely';
import type { Queue } from '../base/changes/deliveries.ts';
import { command } from '../base/db/query.ts';

/* How a webhook fares, as whoever sends to it writes it down. */

type Marked = Queue & { now: number };

const ofQueue = (p: Queue) => sql`where workspace_id = ${p.workspaceId} and id = ${p.webhookId}`;

export const markSucceeded = command(
  'webhooks.markSucceeded',
  (_db, p: Marked) => sql<never>`
  update webhooks set last_succeeded_at = ${p.now}, failures = 0, failing_since = null ${ofQueue(p)}`,
);

export const markFailed = command(
  'webhooks.markFailed',
  (_db, p: Marked) => sql<never>`
  update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, ${p.now}) ${ofQueue(p)}`,
);

/** Disables a webhook; gives its name where it was active. */
export const disable = command(
  'webhooks.disable',
  (_db, p: Marked) => sql<{ name: string }>`
  update webhooks set active = 0, updated_at = ${p.now} ${ofQueue(p)} and active = 1
  returning name`,
);
