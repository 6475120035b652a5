import { sql } from 'kysely';
import type { Queue } from '../../base/changes/deliveries.ts';
import { command } from '../../base/db/query.ts';

/* The delivery status of a webhook, as the sender records it. */

interface Marked extends Queue {
  now: number;
  /** Whether any of the attempts succeeded. */
  succeeded: boolean;
  /** The number of failures after the last success. */
  failed: number;
}

const ofQueue = (p: Queue) => sql`where workspace_id = ${p.workspaceId} and id = ${p.webhookId}`;

export const mark = command('webhooks.mark', (_db, p: Marked) => {
  const succeeded = sql`cast(${p.succeeded} as bigint) = 1`;
  const failed = sql`cast(${p.failed} as bigint)`;
  const now = sql`cast(${p.now} as bigint)`;
  return sql<never>`
  update webhooks set
    last_succeeded_at = case when ${succeeded} then ${now} else last_succeeded_at end,
    failures = case when ${succeeded} then 0 else failures end + ${failed},
    failing_since = case when ${failed} = 0 then null when ${succeeded} then ${now}
      else coalesce(failing_since, ${now}) end
  ${ofQueue(p)}`;
});

/** Disables a webhook; returns its name, its maker, and its board if it is a channel, if it was active. */
export const disable = command(
  'webhooks.disable',
  (_db, p: Queue & { now: number }) => sql<{ name: string; createdBy: string; boardId: string | null }>`
  update webhooks set active = 0, updated_at = ${p.now} ${ofQueue(p)} and active = 1
  returning name, created_by as "createdBy", board_id as "boardId"`,
);
