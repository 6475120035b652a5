import type {
  ActivityType,
  LiveEventType,
  LoggedType,
  WorkspaceEventType,
} from '../../../../contract/events.ts';
import { type Actor, keyOf } from '../access/actor.ts';
import { isoMicros, isoMillis } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { newId } from '../ids.ts';
import { type ActivityDetail, insertActivity } from './activity.ts';
import type { NewChange } from './append.ts';
import type { Deliveries } from './deliveries.ts';
import type { Touched } from './versions.ts';

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
  /** What changed of the card, where the detail does not name it: the board that it was on, a checklist. */
  subjectId?: string;
}

export interface EventRecord {
  type: WorkspaceEventType;
  workspaceId: string;
  boardId?: string;
  /** The thing that changed, where it is not the board. */
  subjectId?: string;
  /** How it is called to those who follow live, where they are told more than webhooks. */
  logged?: LiveEventType;
  /** What receivers of webhooks are told. */
  data: Record<string, unknown>;
  /** What was known of `data` before: receivers are told what was different. */
  before?: Record<string, unknown>;
}

/**
 * Records what a change did: an activity for a card, a delivery for every webhook that wants to know, an entry of
 * the change log. All in the transaction of the change; the log is written at its end.
 */
export interface Recorder {
  activity(record: ActivityRecord): Promise<void>;
  event(record: EventRecord): Promise<void>;
  /** Tells only those who follow the workspace live. */
  live(type: LoggedType, workspaceId: string, of: Partial<Subject>): void;
  /** Says that this change shows on another board than the one it is recorded for, or records nothing at all. */
  shows(workspaceId: string, boardId: string): void;
  /** Says that this change takes a board out of its workspace: who changes it there at this moment is to try again. */
  leaves(workspaceId: string, boardId: string): void;
  /** Records without telling webhooks: imports send one event of their own at the end. */
  readonly withoutWebhooks: Recorder;
}

/** What a change was about. */
interface Subject {
  boardId?: string | undefined;
  cardId?: string | undefined;
  subjectId?: string | undefined;
}

export function recorderOn(
  tx: Writing,
  actor: Actor,
  now: number,
  changes: NewChange[],
  touched: Touched,
  deliveries: Deliveries,
): Recorder {
  const apiKey = keyOf(actor);
  const by = { user: { id: actor.userId, name: actor.name }, ...(apiKey ? { apiKey } : {}) };

  const log = (workspaceId: string, type: LoggedType, { boardId, cardId, subjectId }: Subject) => {
    touched.add(workspaceId, boardId);
    touched.addPosition(workspaceId);
    changes.push({
      workspaceId,
      type,
      boardId: boardId ?? null,
      cardId: cardId ?? null,
      subjectId: subjectId ?? null,
    });
  };

  const recorder = (webhooks: boolean): Recorder => ({
    async activity({ type, card, at = now, subjectId, ...detail }) {
      const { workspaceId } = card;
      const id = newId(now);
      const asks = webhooks && !deliveries.knows(card);
      const activity = {
        ...detail,
        workspaceId,
        cardId: card.id,
        id,
        type,
        userId: actor.userId,
        apiKey,
        at,
        webhooksOf: asks ? card.boardId : undefined,
      };
      const { createdAt, webhooks: found } = await insertActivity(tx, activity);
      if (asks) deliveries.learn(card, found);
      const told = webhooks ? await deliveries.wanting(card, type) : [];
      const { boardId } = card;
      log(workspaceId, type, { boardId, cardId: card.id, subjectId: subjectId ?? subjectOf(detail) });
      await deliveries.deliver(told, { workspaceId, boardId, cardId: card.id }, type, createdAt, () => ({
        workspacePublicId: workspaceId,
        boardPublicId: card.boardId,
        listPublicId: card.listId,
        card: { publicId: card.id, cardNumber: card.number, title: card.title },
        activity: { publicId: id, createdAt: isoMicros(createdAt), ...shown(detail) },
        ...previous(previousOf(type, detail)),
        ...by,
      }));
    },
    async event({ type, workspaceId, boardId, subjectId, logged = type, data, before = {} }) {
      log(workspaceId, logged, { boardId, subjectId });
      const told = webhooks ? await deliveries.wanting({ workspaceId, boardId }, type) : [];
      await deliveries.deliver(told, { workspaceId, boardId }, type, now, () => ({
        workspacePublicId: workspaceId,
        ...(boardId ? { boardPublicId: boardId } : {}),
        ...data,
        ...previous(differing(before, data)),
        ...by,
      }));
    },
    live: (type, workspaceId, of) => log(workspaceId, type, of),
    shows: (workspaceId, boardId) => touched.add(workspaceId, boardId),
    leaves: (workspaceId, boardId) => touched.addLeaving(workspaceId, boardId),
    get withoutWebhooks() {
      return recorder(false);
    },
  });
  return recorder(true);
}

/** What an activity names beside the card. */
const subjectOf = ({ commentId, memberId, label, attachment }: ActivityDetail): string | undefined =>
  commentId ?? memberId ?? label?.publicId ?? attachment?.publicId;

type Values = Record<string, unknown>;

/** Under the name that receivers know it by; nothing where nothing had a value. */
const previous = (values: Values): object => (Object.keys(values).length > 0 ? { previous: values } : {});

const differing = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(before).filter(([name, value]) => value !== after[name]));

/** What an activity changed, as it was before. */
function previousOf(type: ActivityType, detail: ActivityDetail): Values {
  const { fromTitle, fromDescription, fromDueAt, fromList, fromIndex } = detail;
  const ofChecklist = /\.checklist\.[a-z]+$/.test(type);
  const values = {
    [ofChecklist ? 'name' : 'title']: fromTitle,
    description: fromDescription,
    dueDate: typeof fromDueAt === 'number' ? isoMillis(fromDueAt) : fromDueAt,
    list: fromList,
    index: fromIndex,
    completed: type.endsWith('.completed') ? false : type.endsWith('.uncompleted') ? true : undefined,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
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
