import {
  type ActivityType,
  type EventType,
  matchesEvent,
  type WorkspaceEventType,
} from '../../../contract/events.ts';
import type { Actor } from '../access/actor.ts';
import { isoMicros, isoMillis } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { newId } from '../ids.ts';
import { type ActivityDetail, insertActivity } from './activity.ts';
import { insertPast, type PastActivity } from './past.ts';

/** The card that an activity belongs to, as it is after the change. */
export interface ChangedCard {
  workspaceId: string;
  boardId: string;
  listId: string;
  id: string;
  number: number;
  title: string;
}

export interface ActivityRecord extends ActivityDetail {
  type: ActivityType;
  card: ChangedCard;
  /** When it happened, where that is not now (imports). Microseconds. */
  at?: number;
}

export interface EventRecord {
  type: WorkspaceEventType;
  workspaceId: string;
  boardId?: string;
  /** The thing that changed, where it is not the board. */
  subjectId?: string;
  /** What receivers of webhooks are told. */
  data: Record<string, unknown>;
}

/**
 * Records what a change did: an activity for a card, a delivery for every webhook that wants to know, an entry of
 * the change log. All in the transaction of the change.
 */
export interface Recorder {
  activity(record: ActivityRecord): Promise<void>;
  event(record: EventRecord): Promise<void>;
  /**
   * Records the past of cards that this change made, with its own times and authors. It tells no one: who follows the
   * workspace learns of the board that was imported as a whole.
   */
  past(workspaceId: string, activities: readonly PastActivity[]): Promise<void>;
  /** Records without telling webhooks: imports send one event of their own at the end. */
  readonly withoutWebhooks: Recorder;
}

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

interface NewChange {
  workspaceId: string;
  type: string;
  boardId: string | null;
  cardId: string | null;
  subjectId: string | null;
  userId: string;
  now: number;
}

const insertChange = command('changes.insert', (db, p: NewChange) =>
  db.insertInto('changes').values({
    workspace_id: p.workspaceId,
    type: p.type,
    board_id: p.boardId,
    card_id: p.cardId,
    subject_id: p.subjectId,
    user_id: p.userId,
    created_at: p.now,
  }),
);

export function recorderOn(
  tx: Writing,
  actor: Actor,
  now: number,
  recorded: (type: EventType) => void,
): Recorder {
  const known = new Map<string, { id: string; patterns: string[] }[]>();

  const webhooksOf = async (workspaceId: string) => {
    const cached = known.get(workspaceId);
    if (cached) return cached;
    const rows = await tx.all(activeWebhooks, { workspaceId });
    const webhooks = rows.map(({ id, events }) => ({ id, patterns: JSON.parse(events) as string[] }));
    known.set(workspaceId, webhooks);
    return webhooks;
  };

  const deliver = async (workspaceId: string, type: EventType, at: number, data: () => object) => {
    const webhooks = await webhooksOf(workspaceId);
    const wanting = webhooks.filter(({ patterns }) =>
      patterns.some((pattern) => matchesEvent(pattern, type)),
    );
    if (wanting.length === 0) return;
    const payload = payloadOf(type, at, data());
    for (const webhook of wanting) {
      await tx.run(insertDelivery, {
        workspaceId,
        id: newId(now),
        webhookId: webhook.id,
        event: type,
        payload,
        now,
      });
    }
  };

  const user = { id: actor.userId, name: actor.name };

  const recorder = (webhooks: boolean): Recorder => ({
    async activity({ type, card, at = now, ...detail }) {
      const { workspaceId } = card;
      const id = newId(now);
      const createdAt = await insertActivity(tx, {
        ...detail,
        workspaceId,
        cardId: card.id,
        id,
        type,
        userId: actor.userId,
        at,
      });
      await tx.run(insertChange, {
        workspaceId,
        type,
        boardId: card.boardId,
        cardId: card.id,
        subjectId: detail.commentId ?? detail.memberId ?? detail.label?.publicId ?? null,
        userId: actor.userId,
        now,
      });
      if (webhooks) {
        await deliver(workspaceId, type, createdAt, () => ({
          workspacePublicId: workspaceId,
          boardPublicId: card.boardId,
          listPublicId: card.listId,
          card: { publicId: card.id, cardNumber: card.number, title: card.title },
          activity: { publicId: id, createdAt: isoMicros(createdAt), ...shown(detail) },
          user,
        }));
      }
      recorded(type);
    },
    async event({ type, workspaceId, boardId, subjectId, data }) {
      await tx.run(insertChange, {
        workspaceId,
        type,
        boardId: boardId ?? null,
        cardId: null,
        subjectId: subjectId ?? null,
        userId: actor.userId,
        now,
      });
      if (webhooks) {
        await deliver(workspaceId, type, now, () => ({
          workspacePublicId: workspaceId,
          ...(boardId ? { boardPublicId: boardId } : {}),
          ...data,
          user,
        }));
      }
      recorded(type);
    },
    past: (workspaceId, activities) => insertPast(tx, workspaceId, now, activities),
    get withoutWebhooks() {
      return recorder(false);
    },
  });
  return recorder(true);
}

/** The detail as receivers see it: times as text, ids under their public names. */
function shown({ fromDueAt, toDueAt, memberId, commentId, ...rest }: ActivityDetail): object {
  return {
    ...rest,
    ...(typeof fromDueAt === 'number' ? { fromDueDate: isoMillis(fromDueAt) } : {}),
    ...(typeof toDueAt === 'number' ? { toDueDate: isoMillis(toDueAt) } : {}),
    ...(memberId ? { memberPublicId: memberId } : {}),
    ...(commentId ? { commentPublicId: commentId } : {}),
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
