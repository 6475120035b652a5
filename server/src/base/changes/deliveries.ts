import { type RawBuilder, sql } from 'kysely';
import { type DeliveredType, type EventType, matchesEvent } from '../../../../contract/events.ts';
import { pathOfPage, type Shown } from '../../../../contract/pages.ts';
import { allPermissions, systemRoles } from '../../../../contract/permissions.ts';
import { heldInWorkspace, isAmong, isHeld, seesBoard } from '../access/board-permissions.ts';
import { isoMillis } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import type { Functions } from '../db/functions.ts';
import { query } from '../db/query.ts';
import { insertRow, insertRows } from '../db/statements.ts';
import { newId } from '../ids.ts';
import type { Metric } from '../metrics/metrics.ts';
import { shortened } from '../texts.ts';
import {
  type AskedOfCard,
  type CardFilter,
  type FilteredCard,
  fitting,
  type JudgeCards,
} from './card-filter.ts';
import { webhookDeliveries, webhookEvents } from './tables.ts';

/* Webhook deliveries are stored in the transaction of the change that they report, and sent later. */

/**
 * A board that may be none, for comparisons. A null would make them false while the statement is planned, and then, if the
 * tables are distributed, nobody knows on which server the rows would be.
 */
export const boardOrNone = (boardId: string | null): RawBuilder<string> =>
  sql`coalesce(cast(${boardId} as text), '')`;

/**
 * True if a webhook may receive events of a board, or events without a board. For a closed board, the webhook's creator must
 * be able to see it, and sees nothing with a closed account; a channel, which shows what people write, needs that on every board. Events of a board that has left the
 * workspace are allowed: they were checked when they were stored.
 */
export const mayReceive = (
  webhook: string,
  workspaceId: unknown,
  boardId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`not exists (
    select 1 from boards b
    where b.workspace_id = ${workspaceId} and b.id = ${boardId}
      and (b.access = 'members' or ${sql.raw(webhook)}.kind is not null) and not exists (
      select 1 from members m
      join roles r on r.workspace_id = ${workspaceId} and r.id = m.role_id
      join users u on u.id = m.user_id and u.disabled_at is null
      where m.workspace_id = ${workspaceId} and m.user_id = ${sql.raw(webhook)}.created_by and m.status = 'active'
        and ${seesBoard('b', workspaceId, 'list:view', 'card:view', 'comment:view')}))`;

/**
 * The active webhooks of a workspace that may receive events of a board, or events without a board, and the channels of the
 * board, as JSON; those that are limited to boards only for these. Used as a column of other statements, for `Deliveries.learn`.
 */
export const activeWebhooks = (
  fn: Functions,
  workspaceId: unknown,
  boardId: RawBuilder<unknown>,
): RawBuilder<string> =>
  fn.list(
    fn.object({
      id: 'h.id',
      patterns: fn.json('h.events'),
      filter: fn.json('h.filter'),
      isFailing: fn.flag('case when h.failing_since is null then 0 else 1 end'),
    }),
    sql`from webhooks h where h.workspace_id = ${workspaceId} and h.active = 1
      and (h.board_id is null or h.board_id = ${boardId}) and ${isAmong(boardId, sql`h.only_boards`)}
      and ${mayReceive('h', workspaceId, boardId)}`,
    'h.id',
  );

const readWebhooks = query(
  'webhooks.active',
  (_db, p: { workspaceId: string; boardId: string | null }, fn) => sql<{ webhooks: string }>`
  select ${activeWebhooks(fn, p.workspaceId, boardOrNone(p.boardId))} as webhooks`,
);

/**
 * True if the creator of a webhook may read the audit log of its workspace, with the entries about a board, if there is one: it must be
 * one that they see or, if it is gone, one that was not closed, unless they are an admin.
 */
export const mayReadAudit = (
  webhook: string,
  workspaceId: unknown,
  boardId: RawBuilder<unknown>,
  ofClosedBoard: RawBuilder<unknown> = sql`0`,
): RawBuilder<boolean> => sql`exists (
    select 1 from members m
    join roles r on r.workspace_id = ${workspaceId} and r.id = m.role_id
    join users u on u.id = m.user_id and u.disabled_at is null
    where m.workspace_id = ${workspaceId} and m.user_id = ${sql.raw(webhook)}.created_by and m.status = 'active'
      and ${isHeld(heldInWorkspace, allPermissions, 'workspace:manage')}
      and coalesce((
        select case when b.access = 'workspace' or ${seesBoard('b', workspaceId)} then 1 else 0 end from boards b
        where b.workspace_id = ${workspaceId} and b.id = ${boardId}
      ), case when ${ofClosedBoard} = 0 or r.level = ${sql.lit(systemRoles.admin.level)} then 1 else 0 end) = 1)`;

const insertEvent = insertRow('webhook_events.insert', webhookEvents);

const insertDeliveries = insertRows('webhook_deliveries.insertMany', webhookDeliveries, [
  'workspace_id',
  'event_id',
  'event',
  'state',
  'attempts',
  'created_at',
  'next_attempt_at',
]);

/** Stores an event, and a delivery of it for each of these webhooks. */
export async function storeDeliveries(
  tx: Writing,
  webhooks: readonly string[],
  event: { workspaceId: string; boardId: string | null; type: DeliveredType; body: string; now: number },
): Promise<void> {
  const { workspaceId, boardId, type, body, now } = event;
  const eventId = newId(now);
  const rows = webhooks.map((webhookId) => ({ id: newId(now), webhookId }));
  await tx.run(insertEvent, { workspaceId, id: eventId, boardId, body, createdAt: now });
  const pending = { state: 'pending', attempts: 0, createdAt: now, nextAttemptAt: now } as const;
  await tx.run(insertDeliveries, { workspaceId, eventId, event: type, ...pending, rows });
}

/** The queue of deliveries to one webhook. */
export interface Queue {
  readonly workspaceId: string;
  readonly webhookId: string;
}

/** A webhook for which a delivery was stored. */
export interface QueuedFor extends Queue {
  /** Whether the last attempt at a delivery failed. */
  isFailing: boolean;
}

/** Sends the stored deliveries. */
export interface Sender {
  /** Starts at once to send what this node has committed. */
  wake(queued: readonly QueuedFor[]): void;
  /** Looks for due deliveries, whichever node committed them, and starts to send them. */
  look(): Promise<void>;
  /** Waits until all deliveries under way have ended. */
  idle(): Promise<void>;
  /** Starts no more deliveries; those that have not ended in time go back to the queue. */
  stop(): Promise<void>;
  metrics(): Metric[];
}

/** A webhook that is told of an event. */
export interface Wanting {
  id: string;
  isFailing: boolean;
  filter: CardFilter | null;
}

/** An active webhook and the events to which it subscribes. */
interface Webhook extends Wanting {
  patterns: string[];
}

/** An event of a card, for webhooks and channels whose filters are still to be asked. */
interface Waiting {
  filtered: readonly Wanting[];
  card: FilteredCard;
  store(fits: readonly Wanting[]): Promise<void>;
}

const keyOf = ({ workspaceId, boardId = '' }: Shown): string => `${workspaceId} ${boardId}`;

export interface Deliveries {
  /** The webhooks for which deliveries have been stored so far. */
  readonly queued: readonly QueuedFor[];
  /** Whether the webhooks for this workspace and board have already been read. */
  knows(of: Shown): boolean;
  /** Takes the JSON of `activeWebhooks`, or null for none, from another statement, so that `wanting` need not read it. */
  learn(of: Shown, webhooks: string | null): void;
  /** The webhooks and channels that subscribe to an event; for a closed board, only those whose creator can see it. */
  wanting(of: Shown, event: EventType): Promise<Wanting[]>;
  /**
   * Stores the event, and a delivery for each of these webhooks. `data` is called only if there are any; the URL of the page
   * that shows the subject is added to its result. One with a filter waits for `finish`, and gets only what is about a card.
   */
  deliver(
    webhooks: readonly Wanting[],
    of: Shown & { listId?: string },
    event: DeliveredType,
    at: number,
    data: () => object,
  ): Promise<void>;
  /** Stores what filters let through; at the end of the change, when the cards are as it leaves them. */
  finish(): Promise<void>;
}

export function deliveriesOn(
  tx: Writing,
  now: number,
  { publicUrl, judge }: { publicUrl: string; judge: JudgeCards },
): Deliveries {
  const known = new Map<string, Webhook[]>();
  const queued = new Map<string, QueuedFor>();

  const learn = (of: Shown, json: string | null): Webhook[] => {
    const webhooks = json === null ? [] : (JSON.parse(json) as Webhook[]);
    known.set(keyOf(of), webhooks);
    return webhooks;
  };

  const read = async (of: Shown): Promise<Webhook[]> => {
    const { workspaceId, boardId = null } = of;
    const row = await tx.first(readWebhooks, { workspaceId, boardId });
    return learn(of, row?.webhooks ?? null);
  };

  const waiting: Waiting[] = [];

  const store: Deliveries['deliver'] = async (webhooks, subject, event, at, data) => {
    if (webhooks.length === 0) return;
    const { workspaceId, boardId = null } = subject;
    const body = bodyOf(event, at, { ...data(), url: publicUrl + pathOfPage(subject) });
    const ids = webhooks.map(({ id }) => id);
    await storeDeliveries(tx, ids, { workspaceId, boardId, type: event, body, now });
    for (const { id: webhookId, isFailing } of webhooks) {
      queued.set(webhookId, { workspaceId, webhookId, isFailing });
    }
  };

  return {
    get queued() {
      return [...queued.values()];
    },
    knows: (of) => known.has(keyOf(of)),
    learn,
    async wanting(of, event) {
      const webhooks = known.get(keyOf(of)) ?? (await read(of));
      return webhooks.filter(({ patterns }) => patterns.some((pattern) => matchesEvent(pattern, event)));
    },
    async deliver(webhooks, subject, event, at, data) {
      const { workspaceId, boardId, cardId: id, listId } = subject;
      const filtered = webhooks.filter(({ filter }) => filter);
      if (filtered.length > 0 && boardId !== undefined && id !== undefined && listId !== undefined) {
        const card = { workspaceId, boardId, id, listId };
        waiting.push({ filtered, card, store: (fits) => store(fits, subject, event, at, data) });
      }
      await store(
        webhooks.filter(({ filter }) => !filter),
        subject,
        event,
        at,
        data,
      );
    },
    finish: () => storeFitting(tx, waiting.splice(0), (asked) => judge(tx, asked, now)),
  };
}

/** Stores events for the webhooks and channels whose filters let their cards through. */
async function storeFitting(
  tx: Writing,
  events: readonly Waiting[],
  judge: (asked: readonly AskedOfCard[]) => ReturnType<JudgeCards>,
): Promise<void> {
  const fits: Wanting[][] = [];
  for (const { filtered, card } of events) fits.push(await fitting(tx, filtered, card));
  const asked = events.flatMap(({ card: { id: cardId, ...place } }, index) =>
    (fits[index] ?? []).flatMap(({ id: webhookId, filter }) =>
      filter?.text === undefined ? [] : { webhookId, text: filter.text, cardId, ...place },
    ),
  );
  const passes = asked.length === 0 ? () => false : await judge(asked);
  for (const [index, event] of events.entries()) {
    const fit = fits[index] ?? [];
    await event.store(
      fit.filter(({ id, filter }) => filter?.text === undefined || passes(id, event.card.id)),
    );
  }
}

/** Max bytes of a body; longer ones have their texts truncated. */
const bodyLimit = 20_000;

export function bodyOf(type: string, at: number, data: object): string {
  const whole = JSON.stringify({ type, timestamp: isoMillis(at), data });
  if (Buffer.byteLength(whole) < bodyLimit) return whole;
  const cut = (_key: string, value: unknown) => (typeof value === 'string' ? shortened(value, 500) : value);
  return JSON.stringify({ type, timestamp: isoMillis(at), data }, cut);
}
