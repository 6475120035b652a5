import {
  type ActivityType,
  type LiveEventType,
  type LoggedType,
  ruleEvent,
  type WorkspaceEventType,
} from '../../../../contract/events.ts';
import { type Actor, keyOf } from '../access/actor.ts';
import { isoMicros } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { newId } from '../ids.ts';
import { type ActivityDetail, insertActivity } from './activity.ts';
import type { NewChange } from './append.ts';
import { type Creation, recordCreations } from './creations.ts';
import type { Deliveries, Wanting } from './deliveries.ts';
import { type Asked, begins, newsOf, tells } from './news.ts';
import { type ChangedDate, differing, previous, previousOf, shown } from './sent.ts';
import type { Telling } from './telling.ts';
import { type ChangedThing, cameOrWent, type UndoSteps } from './undo-steps.ts';
import type { Touched } from './versions.ts';
import { watchUnlessSaid } from './watching.ts';

/** An activity's card, as it is after the change. */
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
  /** When it happened, if not now (imports). Microseconds. */
  at?: number;
  /** The id of what changed, if the detail does not contain it: the card's previous board, or a checklist. */
  subjectId?: string;
  /** The date that it changes, unless that is the due date of the card. */
  date?: ChangedDate | undefined;
  /** The members whom its text mentions, and did not mention before. */
  mentions?: readonly string[];
  /** The author of the comment that it answers, unless it is the actor. */
  answers?: string | undefined;
  /** Whom it asks, if it is a question. */
  asked?: Asked | undefined;
  /** Whether another activity of the change says it to those who are told. */
  isSaid?: boolean | undefined;
  /** What it changed, as it is stored, if that can be undone; empty if there is nothing to undo. */
  undo?: readonly ChangedThing[];
}

export interface EventRecord {
  type: WorkspaceEventType;
  workspaceId: string;
  boardId?: string;
  /** The id of what changed, if it is not the board. */
  subjectId?: string;
  /** The type of the event for live followers, if it is more specific than that for webhooks. */
  logged?: LiveEventType;
  /** The data sent to receivers of webhooks. */
  data: Record<string, unknown>;
  /** The previous values of fields in `data`: receivers are sent those that differ. */
  before?: Record<string, unknown>;
}

/** What a rule sends to a webhook, whatever it subscribes to. */
export interface RuleRecord {
  to: Pick<Wanting, 'id' | 'isFailing'>;
  workspaceId: string;
  boardId: string;
  card: ChangedCard | undefined;
  rule: { publicId: string; name: string };
  text: string | undefined;
}

/**
 * Records a change: an activity for a card, a delivery for every subscribed webhook, and an entry in the change log, all in
 * the transaction of the change. The log is written at its end.
 */
export interface Recorder {
  activity(record: ActivityRecord): Promise<void>;
  /** Records that cards of a board were created; they have no activities yet. */
  creations(board: { workspaceId: string; boardId: string }, made: readonly Creation[]): Promise<void>;
  event(record: EventRecord): Promise<void>;
  /** Sends to one webhook; nobody else learns of it. */
  send(record: RuleRecord): Promise<void>;
  /** Logs a change for live followers of the workspace only. */
  live(type: LoggedType, workspaceId: string, of: Partial<Subject>): void;
  /** States that this change shows on a board for which it records nothing, so that the board's version is raised too. */
  shows(workspaceId: string, boardId: string): void;
  /** States that this change moves a board out of its workspace: concurrent changes of it there must be retried. */
  leaves(workspaceId: string, boardId: string): void;
  /** Records without deliveries to webhooks: an import sends a single event at its end. */
  readonly withoutWebhooks: Recorder;
}

/** The subject of a change. */
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
  telling: Telling,
  steps: UndoSteps,
): Recorder {
  const apiKey = keyOf(actor);
  const by = { user: { id: actor.userId, name: actor.name }, ...(apiKey ? { apiKey } : {}) };

  const log = logging(changes, touched);

  const recorder = (webhooks: boolean): Recorder => ({
    async activity({ type, card, at = now, isSaid, undo: things, ...record }) {
      const { subjectId, date, mentions, answers, asked, ...detail } = record;
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
        // Who is not sent single events is not told of them either.
        tellsOn: webhooks && tells(type) && !isSaid ? card.boardId : undefined,
        mentions: webhooks ? mentions : undefined,
      };
      const { createdAt, webhooks: found, ...told } = await insertActivity(tx, activity);
      if (asks) deliveries.learn(card, found);
      if (begins(told) && !actor.isBot) {
        await tx.run(watchUnlessSaid, { workspaceId, userId: actor.userId, cardId: card.id, now });
      }
      telling.addAll(newsOf(type, told, answers, asked), card, detail.commentId);
      const receivers = webhooks ? await deliveries.wanting(card, type) : [];
      const place = { workspaceId, boardId: card.boardId, cardId: card.id };
      steps.add({ ...place, type, things });
      log(workspaceId, type, { ...place, subjectId: subjectId ?? subjectOf(detail) });
      await deliveries.deliver(receivers, { ...place, listId: card.listId }, type, createdAt, () => ({
        ...placeOf(card),
        activity: { publicId: id, createdAt: isoMicros(createdAt), ...shown(detail, date) },
        ...previous(previousOf(type, detail)),
        ...by,
      }));
    },
    creations: creating({ tx, actor, now, deliveries, telling }, log, steps, by),
    event: events({ deliveries, now, by, log, steps, webhooks }),
    send: sending(deliveries, now, by),
    live: (type, workspaceId, of) => log(workspaceId, type, of),
    shows: (workspaceId, boardId) => touched.add(workspaceId, boardId),
    leaves: (workspaceId, boardId) => touched.addLeaving(workspaceId, boardId),
    get withoutWebhooks() {
      return recorder(false);
    },
  });
  return recorder(true);
}

/** Records that cards were created, by a few statements for all. */
const creating =
  (
    parts: Omit<Parameters<typeof recordCreations>[0], 'log' | 'about'>,
    log: ReturnType<typeof logging>,
    steps: UndoSteps,
    by: object,
  ): Recorder['creations'] =>
  (board, made) => {
    const type = 'card.created';
    return recordCreations(
      {
        ...parts,
        log: ({ boardId, id: cardId }) => {
          const place = { workspaceId: board.workspaceId, boardId, cardId };
          steps.add({ ...place, type, things: [cameOrWent('card', cardId, true)] });
          log(board.workspaceId, type, { boardId, cardId });
        },
        about: (card) => ({ ...placeOf(card), ...by }),
      },
      board,
      made,
    );
  };

interface OfEvents {
  deliveries: Deliveries;
  now: number;
  by: object;
  log: ReturnType<typeof logging>;
  steps: UndoSteps;
  webhooks: boolean;
}

/** Records what happened to something else than a card. */
const events =
  ({ deliveries, now, by, log, steps, webhooks }: OfEvents): Recorder['event'] =>
  async ({ type, workspaceId, boardId, subjectId, logged = type, data, before = {} }) => {
    log(workspaceId, logged, { boardId, subjectId });
    if (boardId) steps.add({ workspaceId, boardId, cardId: null, type, things: undefined });
    const receivers = webhooks ? await deliveries.wanting({ workspaceId, boardId }, type) : [];
    await deliveries.deliver(receivers, { workspaceId, boardId }, type, now, () => ({
      workspacePublicId: workspaceId,
      ...(boardId ? { boardPublicId: boardId } : {}),
      ...data,
      ...previous(differing(before, data)),
      ...by,
    }));
  };

/** Stores what rules send. */
const sending =
  (deliveries: Deliveries, now: number, by: object): Recorder['send'] =>
  async ({ to, workspaceId, boardId, card, rule, text }) => {
    const place = { workspaceId, boardId, ...(card ? { cardId: card.id } : {}) };
    const where = card ? placeOf(card) : { workspacePublicId: workspaceId, boardPublicId: boardId };
    await deliveries.deliver([{ ...to, filter: null }], place, ruleEvent, now, () => ({
      ...where,
      rule,
      ...(text === undefined ? {} : { text }),
      ...by,
    }));
  };

/** Notes an entry of the change log, which is written at the end. */
const logging =
  (changes: NewChange[], touched: Touched) =>
  (workspaceId: string, type: LoggedType, subject: Subject): void => {
    touched.add(workspaceId, subject.boardId);
    touched.addPosition(workspaceId);
    changes.push({ workspaceId, type, ...columnsOf(subject) });
  };

const columnsOf = ({ boardId, cardId, subjectId }: Subject) => ({
  boardId: boardId ?? null,
  cardId: cardId ?? null,
  subjectId: subjectId ?? null,
});

/** The card of an activity, and where it is, for receivers. */
const placeOf = ({ workspaceId, boardId, listId, id, number, title }: ChangedCard) => ({
  workspacePublicId: workspaceId,
  boardPublicId: boardId,
  listPublicId: listId,
  card: { publicId: id, cardNumber: number, title },
});

/** The id that an activity refers to besides its card. */
const subjectOf = ({ commentId, memberId, label, attachment }: ActivityDetail): string | undefined =>
  commentId ?? memberId ?? label?.publicId ?? attachment?.publicId;
