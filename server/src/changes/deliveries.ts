import { type EventType, matchesEvent } from '../../../contract/events.ts';
import { isoMillis } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { newId } from '../ids.ts';

/* What webhooks are told is stored with the change that it tells of, and sent later. */

const activeWebhooks = query('webhooks.active', (db, p: { workspaceId: string }) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('workspace_id', '=', p.workspaceId)
    .where('active', '=', 1),
);

interface NewDelivery {
  workspaceId: string;
  id: string;
  webhookId: string;
  event: string;
  payload: string;
  now: number;
}

const insertDelivery = command('webhook_deliveries.insert', (db, p: NewDelivery) =>
  db.insertInto('webhook_deliveries').values({
    workspace_id: p.workspaceId,
    id: p.id,
    webhook_id: p.webhookId,
    event: p.event,
    payload: p.payload,
    state: 'pending',
    attempts: 0,
    created_at: p.now,
    next_attempt_at: p.now,
  }),
);

/** Stores a delivery for each webhook of a workspace that wants to know. `data` is made only where one does. */
export type Deliver = (workspaceId: string, type: EventType, at: number, data: () => object) => Promise<void>;

export function deliveriesOn(tx: Writing, now: number): Deliver {
  const known = new Map<string, { id: string; patterns: string[] }[]>();

  const webhooksOf = async (workspaceId: string) => {
    const cached = known.get(workspaceId);
    if (cached) return cached;
    const rows = await tx.all(activeWebhooks, { workspaceId });
    const webhooks = rows.map(({ id, events }) => ({ id, patterns: JSON.parse(events) as string[] }));
    known.set(workspaceId, webhooks);
    return webhooks;
  };

  return async (workspaceId, event, at, data) => {
    const webhooks = await webhooksOf(workspaceId);
    const wanting = webhooks.filter(({ patterns }) =>
      patterns.some((pattern) => matchesEvent(pattern, event)),
    );
    if (wanting.length === 0) return;
    const payload = payloadOf(event, at, data());
    for (const { id: webhookId } of wanting) {
      await tx.run(insertDelivery, { workspaceId, id: newId(now), webhookId, event, payload, now });
    }
  };
}

/** Bodies stay below this many bytes; texts are cut where they would not. */
const payloadLimit = 20_000;

function payloadOf(type: string, at: number, data: object): string {
  const whole = JSON.stringify({ type, timestamp: isoMillis(at), data });
  if (Buffer.byteLength(whole) < payloadLimit) return whole;
  const cut = (_key: string, value: unknown) =>
    typeof value === 'string' && value.length > 500 ? `${value.slice(0, 500).toWellFormed()}…` : value;
  return JSON.stringify({ type, timestamp: isoMillis(at), data }, cut);
}
