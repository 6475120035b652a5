import { sql } from 'kysely';
import type { ChannelKind } from '../../../contract/channel-kinds.ts';
import type { Language } from '../../../contract/languages.ts';
import { bitOf } from '../../../contract/permissions.ts';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import type { Queue } from '../base/changes/deliveries.ts';
import { query } from '../base/db/query.ts';
import type { Tables } from '../base/db/tables.ts';

/** The columns needed to send to a webhook. */
export interface SigningWebhook {
  id: string;
  /** The chat service of a channel; null for a webhook. */
  kind: ChannelKind | null;
  url: string;
  secretSealed: string;
  previousSecretSealed: string | null;
  previousSecretUntil: number | null;
  /** The language that a channel posts in; null for a webhook. */
  locale: Language | null;
}

export interface StoredWebhook extends SigningWebhook {
  name: string;
  /** JSON array of event patterns. */
  events: string;
  /** The board of a channel, and JSON of the cards of which it is told. */
  boardId: string | null;
  filter: string | null;
  /** The only boards of whose events it is notified, as ids separated by spaces; null for all. */
  onlyBoards: string | null;
  active: 0 | 1;
  /** The user who created it; null if no longer known. */
  createdBy: string | null;
  createdAt: number;
  updatedAt: number | null;
  /** When an attempt last succeeded, and how many have failed since. */
  lastSucceededAt: number | null;
  failures: number;
  /** Since when every attempt has failed. */
  failingSince: number | null;
}

const columns = [
  'id',
  'kind',
  'name',
  'url',
  'secret_sealed as secretSealed',
  'previous_secret_sealed as previousSecretSealed',
  'previous_secret_until as previousSecretUntil',
  'events',
  'board_id as boardId',
  'filter',
  'only_boards as onlyBoards',
  'locale',
  'active',
  'created_by as createdBy',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'last_succeeded_at as lastSucceededAt',
  'failures',
  'failing_since as failingSince',
] as const;

/** The webhooks of a workspace, oldest first. */
export const webhooksOf = query('webhooks.list', (db, p: { workspaceId: string }) =>
  db
    .selectFrom('webhooks')
    .select(columns)
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', 'is', null)
    .orderBy('id'),
);

export const webhookById = query('webhooks.byId', (db, p: { workspaceId: string; id: string }) =>
  db
    .selectFrom('webhooks')
    .select(columns)
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id)
    .where('board_id', 'is', null),
);

/** The boards of a workspace with these ids, and whether the reader sees them. */
export const boardsNamed = query(
  'webhooks.boards',
  (_db, p: Principal & { workspaceId: string; ids: readonly string[] }, fn) => sql<{
    id: string;
    isSeen: 0 | 1;
  }>`
  select b.id as id, case when b.deleted_at is null and ${mayOnBoard('b', p, 'board:view')} then 1 else 0 end as "isSeen"
  from boards b where b.workspace_id = ${p.workspaceId} and ${fn.isIn('b.id', fn.each(p.ids))}`,
);

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

/** The channels of a board, oldest first. */
export const channelsOf = query('channels.list', (db, p: OfBoard) =>
  db
    .selectFrom('webhooks')
    .select(columns)
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId)
    .orderBy('id'),
);

export const channelById = query('channels.byId', (db, p: OfBoard & { id: string }) =>
  db
    .selectFrom('webhooks')
    .select(columns)
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id)
    .where('board_id', '=', p.boardId),
);

/** A webhook as the sender reads it. */
export interface QueuedWebhook extends SigningWebhook {
  boardId: string | null;
  active: 0 | 1;
  /** Since when every attempt has failed. */
  failingSince: number | null;
}

/** The webhook of a queue, held until the transaction ends. */
export const heldWebhook = query(
  'webhooks.held',
  (_db, p: Queue, fn) => sql<QueuedWebhook>`
  select id, kind, board_id as "boardId", url, secret_sealed as "secretSealed", previous_secret_sealed as "previousSecretSealed",
    previous_secret_until as "previousSecretUntil", locale, active, failing_since as "failingSince"
  from webhooks where workspace_id = ${p.workspaceId} and id = ${p.webhookId} ${fn.hold()}`,
);

/** The user as an active member who may manage webhooks. */
export const managerOf = query(
  'webhooks.manager',
  (_db, p: { workspaceId: string; userId: string }) => sql<{ id: string }>`
  select m.id as id from members m
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  where m.workspace_id = ${p.workspaceId} and m.user_id = ${p.userId} and m.status = 'active'
    and ((r.permissions | m.granted) & ~m.revoked & ${sql.lit(bitOf('workspace:manage'))}) <> 0`,
);

interface DeliveryPage extends Principal {
  workspaceId: string;
  webhookId: string;
  state: Tables['webhook_deliveries']['state'] | null;
  /** Only what is older than this delivery: its time in microseconds, and its id. */
  at: number;
  id: string;
  limit: number;
}

interface ListedDelivery {
  id: string;
  event: string;
  state: Tables['webhook_deliveries']['state'];
  attempts: number;
  statusCode: number | null;
  error: string | null;
  durationMs: number | null;
  at: number;
  nextAttemptAt: number | null;
}

/**
 * Whether the reader may see delivery `d`. It must not concern a closed board that the reader cannot see, nor a board that is no
 * longer in the workspace, since that may have been closed.
 */
const isShown = (p: Principal & { workspaceId: string }) => sql`exists (
  select 1 from webhook_events e
  left join boards b on b.workspace_id = ${p.workspaceId} and b.id = e.board_id
  where e.workspace_id = ${p.workspaceId} and e.id = d.event_id
    and (e.board_id is null or b.access = 'workspace' or ${mayOnBoard('b', p, 'board:view')}))`;

/** A delivery of a webhook by its id, if the reader may see it. */
export const deliveryById = query(
  'webhook_deliveries.byId',
  (_db, p: Principal & { workspaceId: string; webhookId: string; id: string }) => sql<{ id: string }>`
  select d.id as id from webhook_deliveries d
  where d.workspace_id = ${p.workspaceId} and d.webhook_id = ${p.webhookId} and d.id = ${p.id} and ${isShown(p)}`,
);

/** Max deliveries examined for one page, since most of them may be filtered out. */
export const lookedAt = 1000;

interface Place {
  workspaceId: string;
  webhookId: string;
  at: number;
  id: string;
}

/** The deliveries of a webhook that come after one, newest first. */
const olderThan = (p: Place) => sql`
  from webhook_deliveries x
  where x.workspace_id = ${p.workspaceId} and x.webhook_id = ${p.webhookId}
    and (x.created_at, x.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
  order by x.created_at desc, x.id desc`;

/** A page of the deliveries of a webhook, newest first, filtered from the next `lookedAt`. */
export const newestDeliveries = query(
  'webhook_deliveries.newest',
  (_db, p: DeliveryPage) => sql<ListedDelivery>`
  with next as materialized (select x.* ${olderThan(p)} limit ${sql.lit(lookedAt)})
  select d.id as id, d.event as event, d.state as state, d.attempts as attempts, d.status_code as "statusCode",
    d.error as error, d.duration_ms as "durationMs", d.created_at as at, d.next_attempt_at as "nextAttemptAt"
  from next d
  where (cast(${p.state} as text) is null or d.state = ${p.state}) and ${isShown(p)}
  order by d.created_at desc, d.id desc limit ${p.limit}`,
);

/** The last delivery examined for a page, if there are `lookedAt` of them. */
export const lastLookedAt = query(
  'webhook_deliveries.lastLookedAt',
  (_db, p: Place) => sql<{ at: number; id: string }>`
  select x.created_at as at, x.id as id ${olderThan(p)} limit 1 offset ${sql.lit(lookedAt - 1)}`,
);
