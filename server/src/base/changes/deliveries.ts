import { sql } from 'kysely';
import { type EventType, matchesEvent } from '../../../../contract/events.ts';
import { seesBoard } from '../access/board-permissions.ts';
import { isoMillis } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { rowsFrom } from '../db/keys.ts';
import { command, query } from '../db/query.ts';
import { newId } from '../ids.ts';

/* What webhooks are told is stored with the change that it tells of, and sent later. */

/** The active webhooks of a workspace, each with the ids of the closed boards that whoever made it does not see. */
const activeWebhooks = query(
  'webhooks.active',
  (_db, p: { workspaceId: string }, fn) => sql<{ id: string; events: string; hidden: string }>`
  select h.id as id, h.events as events, ${fn.keys(
    ['b.id'],
    sql`from boards b where b.workspace_id = ${p.workspaceId} and b.access = 'members' and not exists (
      select 1 from members m
      join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
      where m.workspace_id = ${p.workspaceId} and m.user_id = h.created_by and m.status = 'active'
        and ${seesBoard('b', p.workspaceId, 'list:view', 'card:view', 'comment:view')})`,
  )} as hidden
  from webhooks h where h.workspace_id = ${p.workspaceId} and h.active = 1`,
);

interface NewEvent {
  workspaceId: string;
  id: string;
  boardId: string | null;
  body: string;
  now: number;
}

const insertEvent = command('webhook_events.insert', (db, p: NewEvent) =>
  db
    .insertInto('webhook_events')
    .values({ workspace_id: p.workspaceId, id: p.id, board_id: p.boardId, body: p.body, created_at: p.now }),
);

interface NewDeliveries {
  workspaceId: string;
  eventId: string;
  event: string;
  now: number;
  rows: { id: string; webhookId: string }[];
}

const insertDeliveries = command(
  'webhook_deliveries.insertMany',
  (_db, p: NewDeliveries, fn) => sql`
  insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event, state, attempts, created_at,
    next_attempt_at)
  select ${p.workspaceId}, r.id, r."webhookId", ${p.eventId}, ${p.event}, 'pending', 0, cast(${p.now} as bigint),
    cast(${p.now} as bigint)
  from ${fn.rows(p.rows, { id: 'text', webhookId: 'text' })} r
  where true`,
);

/** Lets a delivery go out again; gives it where there is one. */
export const sendAgain = command(
  'webhook_deliveries.sendAgain',
  (db, p: { workspaceId: string; webhookId: string; id: string; now: number }) =>
    db
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', next_attempt_at: p.now })
      .where('workspace_id', '=', p.workspaceId)
      .where('webhook_id', '=', p.webhookId)
      .where('id', '=', p.id)
      .returning('id'),
);

/** What is told of something, and of which board, where it is of one. */
interface OfBoard {
  workspaceId: string;
  boardId: string | undefined;
}

interface Deliveries {
  /** The webhooks of a workspace that want to know of an event; of a closed board only those whose maker sees it. */
  wanting(of: OfBoard, event: EventType): Promise<string[]>;
  /** Stores what happened, and a delivery for each of these webhooks. `data` is made only where there is one. */
  deliver(
    webhooks: readonly string[],
    of: OfBoard,
    event: EventType,
    at: number,
    data: () => object,
  ): Promise<void>;
}

interface ActiveWebhook {
  id: string;
  patterns: string[];
  hidden: ReadonlySet<string>;
}

export function deliveriesOn(tx: Writing, now: number): Deliveries {
  const known = new Map<string, ActiveWebhook[]>();

  const webhooksOf = async (workspaceId: string) => {
    const cached = known.get(workspaceId);
    if (cached) return cached;
    const rows = await tx.all(activeWebhooks, { workspaceId });
    const webhooks = rows.map(({ id, events, hidden }) => ({
      id,
      patterns: JSON.parse(events) as string[],
      hidden: new Set(rowsFrom<[string]>(hidden, 1).flat()),
    }));
    known.set(workspaceId, webhooks);
    return webhooks;
  };

  return {
    async wanting({ workspaceId, boardId }, event) {
      const webhooks = await webhooksOf(workspaceId);
      return webhooks
        .filter(({ hidden }) => boardId === undefined || !hidden.has(boardId))
        .filter(({ patterns }) => patterns.some((pattern) => matchesEvent(pattern, event)))
        .map(({ id }) => id);
    },
    async deliver(webhooks, { workspaceId, boardId = null }, event, at, data) {
      if (webhooks.length === 0) return;
      const eventId = newId(now);
      const rows = webhooks.map((webhookId) => ({ id: newId(now), webhookId }));
      const body = bodyOf(event, at, data());
      await tx.run(insertEvent, { workspaceId, id: eventId, boardId, body, now });
      await tx.run(insertDeliveries, { workspaceId, eventId, event, now, rows });
    },
  };
}

/** Bodies stay below this many bytes; texts are cut where they would not. */
const bodyLimit = 20_000;

function bodyOf(type: string, at: number, data: object): string {
  const whole = JSON.stringify({ type, timestamp: isoMillis(at), data });
  if (Buffer.byteLength(whole) < bodyLimit) return whole;
  const cut = (_key: string, value: unknown) =>
    typeof value === 'string' && value.length > 500 ? `${value.slice(0, 500).toWellFormed()}…` : value;
  return JSON.stringify({ type, timestamp: isoMillis(at), data }, cut);
}
