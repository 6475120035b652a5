import { type RawBuilder, sql } from 'kysely';
import { auditEvent } from '../../../../contract/events.ts';
import type { Maintain, Writing } from '../db/database.ts';
import type { Functions } from '../db/functions.ts';
import { command, query } from '../db/query.ts';
import { sliceSize } from '../jobs/remove.ts';
import { mayReadAudit, mayReceive, type Queue } from './deliveries.ts';

/*
 * The queues of deliveries, one per webhook, for the sender. A delivery is claimed for the longest time that sending may
 * take; after that, the deliveries of a crashed node are due again. A node locks the webhook's row while it claims, which
 * limits the deliveries under way to a webhook across all nodes.
 */

/** A queue with waiting deliveries. */
export interface WaitingQueue extends Queue {
  /** When its first delivery is or was due; microseconds. */
  dueAt: number;
  /** The number of deliveries claimed by all nodes. */
  claimed: number;
  /** Whether the last attempt failed: 0 or 1. */
  isFailing: number;
}

const of = (p: Queue) => sql`d.workspace_id = ${p.workspaceId} and d.webhook_id = ${p.webhookId}`;
const ofRow = (row: 'h' | 'q') =>
  sql.raw(`d.workspace_id = ${row}.workspace_id and d.webhook_id = ${row}.id`);

/**
 * The queues of the next workspaces with waiting deliveries, due or not. Each takes a few look-ups, however many deliveries
 * are waiting.
 */
export const waitingQueues = query(
  'webhook_deliveries.queues',
  (_db, p: { after: string; workspaces: number; now: number }) => sql<WaitingQueue>`
  with recursive each (workspace_id) as (
    select min(workspace_id) from webhook_deliveries where next_attempt_at is not null and workspace_id > ${p.after}
    union all
    select (
      select min(d.workspace_id) from webhook_deliveries d
      where d.next_attempt_at is not null and d.workspace_id > each.workspace_id
    ) from each where each.workspace_id is not null
  ),
  next as materialized (select workspace_id from each where workspace_id is not null limit ${p.workspaces}),
  queues as materialized (
    select h.workspace_id, h.id, case when h.failing_since is null then 0 else 1 end as is_failing, (
      select min(d.next_attempt_at) from webhook_deliveries d where ${ofRow('h')} and d.next_attempt_at is not null
    ) as due_at
    from next cross join webhooks h where h.workspace_id = next.workspace_id
  )
  select q.workspace_id as "workspaceId", q.id as "webhookId", q.due_at as "dueAt", q.is_failing as "isFailing", (
      select count(*) from webhook_deliveries d where ${ofRow('q')} and d.claimed_until > ${p.now}
    ) as claimed
  from queues q where q.due_at is not null
  order by q.workspace_id`,
);

/** A delivery that only this node may send until `claimedUntil`. */
export interface Claimed {
  id: string;
  claimedUntil: number;
  attempts: number;
  body: string;
  /** Whether the webhook may still receive it: 0 or 1. */
  isAllowed: number;
}

/** Counts the deliveries of a webhook that other nodes have claimed. */
export const claimsOfOthers = query(
  'webhook_deliveries.claimsOfOthers',
  (_db, p: Queue & { now: number; mine: readonly string[] }, fn) => sql<{ count: number }>`
  select count(*) as count from webhook_deliveries d
  where ${of(p)} and d.claimed_until > ${p.now} and not ${fn.isIn('d.id', fn.each(p.mine))}`,
);

interface Claim extends Queue {
  now: number;
  until: number;
  limit: number;
}

/** The deliveries among `x` that are due, in their order. */
const dueOnes = (p: Claim, only: RawBuilder<unknown> = sql``) => sql`from webhook_deliveries x
      where x.workspace_id = ${p.workspaceId} and x.webhook_id = ${p.webhookId} and x.next_attempt_at <= ${p.now} ${only}
      order by x.next_attempt_at, x.id limit ${p.limit}`;

const claimed = (p: Claim, fn: Functions, ones: RawBuilder<unknown>) => sql<Claimed>`
  update webhook_deliveries set claimed_until = ${p.until}, next_attempt_at = ${p.until}
  where workspace_id = ${p.workspaceId} and ${fn.isOneOf('workspace_id, id', ones)}
  returning id, claimed_until as "claimedUntil", attempts, (
      select e.body from webhook_events e
      where e.workspace_id = ${p.workspaceId} and e.id = webhook_deliveries.event_id
    ) as body, (
      select count(*) from webhook_events e
      join webhooks h on h.workspace_id = ${p.workspaceId} and h.id = ${p.webhookId}
      where e.workspace_id = ${p.workspaceId} and e.id = webhook_deliveries.event_id
        and ${mayReceive('h', p.workspaceId, sql`e.board_id`)}
        and (webhook_deliveries.event <> ${sql.lit(auditEvent)} or ${mayReadAudit('h', p.workspaceId, sql`e.board_id`)})
    ) as "isAllowed"`;

/** Claims the deliveries that are due first. The caller has locked the webhook's row. */
export const claimBatch = command('webhook_deliveries.claim', (_db, p: Claim, fn) =>
  claimed(p, fn, dueOnes(p)),
);

/**
 * Claims deliveries for one message. What a crashed node had claimed together stays together and by itself, so that the message
 * has the same id if it was sent already.
 */
export const claimMessage = command('webhook_deliveries.claimMessage', (_db, p: Claim, fn) =>
  claimed(
    p,
    fn,
    dueOnes(
      p,
      sql`and coalesce(x.claimed_until, 0) = (
        select coalesce(f.claimed_until, 0) from webhook_deliveries f
        where f.workspace_id = ${p.workspaceId} and f.webhook_id = ${p.webhookId} and f.next_attempt_at <= ${p.now}
        order by f.next_attempt_at, f.id limit 1)`,
    ),
  ),
);

/** The result of sending a delivery. */
export interface Settled {
  state: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  statusCode: number | null;
  error: string | null;
  durationMs: number | null;
  nextAttemptAt: number | null;
}

/** Stores the result of a claimed delivery; does nothing if another node has claimed it since. */
export const settle = command(
  'webhook_deliveries.settle',
  (_db, p: Settled & { workspaceId: string; id: string; claimedUntil: number }) => sql<{ id: string }>`
  update webhook_deliveries set state = ${p.state}, attempts = ${p.attempts}, status_code = ${p.statusCode},
    error = ${p.error}, duration_ms = ${p.durationMs}, next_attempt_at = ${p.nextAttemptAt}, claimed_until = null
  where workspace_id = ${p.workspaceId} and id = ${p.id} and claimed_until = ${p.claimedUntil}
  returning id`,
);

/** Ends a claim; the delivery is due at once. What was claimed together can still be told from the rest: it may have been sent. */
export const giveBack = command(
  'webhook_deliveries.giveBack',
  (_db, p: { workspaceId: string; id: string; claimedUntil: number; now: number }) => sql<never>`
  update webhook_deliveries set next_attempt_at = ${p.now}, claimed_until = ${p.now}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and claimed_until = ${p.claimedUntil}`,
);

/** Ends all claims. What was claimed together can still be told from the rest. */
export const releaseDeliveries = command(
  'webhook_deliveries.releaseAll',
  (_db, p: { now: number }) => sql<never>`
  update webhook_deliveries set next_attempt_at = ${p.now}, claimed_until = ${p.now}
  where claimed_until > ${p.now} and workspace_id > ''`,
);

const giveUp = command(
  'webhook_deliveries.giveUp',
  (_db, p: Queue & { error: string; now: number; limit: number }, fn) => sql<{ one: number }>`
  update webhook_deliveries
  set state = 'failed', error = ${p.error}, next_attempt_at = null, claimed_until = null
  where workspace_id = ${p.workspaceId} and ${fn.isOneOf(
    'workspace_id, id',
    sql`from webhook_deliveries x
      where x.workspace_id = ${p.workspaceId} and x.webhook_id = ${p.webhookId} and x.next_attempt_at is not null
        and (x.claimed_until is null or x.claimed_until <= ${p.now}) limit ${p.limit}`,
  )}
  returning 1 as one`,
);

/** Fails all waiting deliveries of a webhook, a slice per transaction, as long as `holds` returns true. */
export async function giveUpAll(
  maintain: Maintain,
  queue: Queue & { error: string; now: number },
  holds: (tx: Writing) => Promise<boolean>,
): Promise<void> {
  const some = (tx: Writing) => tx.run(giveUp, { ...queue, limit: sliceSize });
  while ((await maintain(async (tx) => ((await holds(tx)) ? some(tx) : []))).length === sliceSize);
}

/** Queues a delivery again, whatever its state. */
export const sendAgain = command(
  'webhook_deliveries.sendAgain',
  (_db, p: Queue & { id: string; now: number }) => sql<never>`
  update webhook_deliveries set state = 'pending', next_attempt_at = ${p.now}, claimed_until = null
  where workspace_id = ${p.workspaceId} and webhook_id = ${p.webhookId} and id = ${p.id}`,
);
