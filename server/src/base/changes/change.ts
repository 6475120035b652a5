import type { AuditType } from '../../../../contract/audit.ts';
import type { LiveEventType } from '../../../../contract/events.ts';
import { type Actor, keyOf } from '../access/actor.ts';
import { type Grant, grantOn } from '../access/grant.ts';
import type { Secrets } from '../access/secrets.ts';
import type { Clock } from '../clock.ts';
import type { Database, Writing } from '../db/database.ts';
import type { HeldMails } from '../mail/held.ts';
import type { Mail } from '../mail/mail.ts';
import type { Outbox } from '../mail/outbox.ts';
import { NoGap } from '../ordering/order.ts';
import { appendToLog, type NewChange } from './append.ts';
import { type Audit, auditOn } from './audit.ts';
import type { JudgeCards } from './card-filter.ts';
import { deliveriesOn, type QueuedFor } from './deliveries.ts';
import { type Board, Held, requireStillHere, waitingForHolds } from './hold.ts';
import type { IdempotentChange } from './idempotency.ts';
import { type Recorder, recorderOn } from './record.ts';
import { type News, Telling } from './telling.ts';
import type { Told } from './told.ts';
import { UndoSteps } from './undo-steps.ts';
import { Touched } from './versions.ts';

/** The open transaction and everything else that an action needs to make changes. Actions pass it on. */
export interface Work {
  readonly tx: Writing;
  readonly actor: Actor;
  /** When the change happens; microseconds. */
  readonly now: number;
  readonly grant: Grant;
  readonly record: Recorder;
  /** Writes to the workspace's audit log; counts as a record. */
  readonly audit: Audit;
  /** Runs `effect` after the commit, if there is one. */
  readonly later: (effect: () => void) => void;
  /**
   * Sends a mail after the commit; null takes the same path but sends nothing. With `about`, an address gets at most one mail
   * an hour on that subject; the newest of those held back is sent at the end.
   */
  readonly mail: (mail: Mail | null, about?: string) => void;
  /** Notifies somebody of something that is not about a card; of their own doing only what they would want to know. */
  readonly tell: (news: News) => void;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  /** The prefix of links, without a trailing slash. */
  readonly publicUrl: string;
  /** States that this change has nothing to record: it changes nothing, or nothing that others can see. */
  readonly quiet: () => void;
  /** States that this change affects only the caller's own account; it needs no grant and no record. */
  readonly ownAccount: () => void;
  /** States that this change is one of the installation: it needs no grant and no record. Throws unless the actor is an operator. */
  readonly ofInstallation: () => void;
  /** States that this change continues one that was already granted; it needs no further grant. */
  readonly continues: () => void;
}

/**
 * The only way to write, on behalf of one caller. Opens a transaction, runs `work` in it, and commits. Work that obtained no
 * grant, or recorded nothing without stating so, is a bug and is not committed. `work` may run again after a conflict. If it
 * touches a board that is being moved, it runs again after the move. It also runs again if it failed because a board was
 * moved away after the grant. With `undo`, what it records says that it undoes what a session did.
 */
export type Change = <T>(work: (work: Work) => Promise<T>, undo?: Actor['undo']) => Promise<T>;

/**
 * Returns the `Change` of an actor. With `once`, the change is made only once and its result is stored. `reached` is called
 * after a commit with the position of the last entry that the change logged.
 */
export type ChangeAs = (
  actor: Actor,
  once?: IdempotentChange,
  reached?: (position: number) => void,
) => Change;

/** The actor and their `Change`, for actions that open their changes themselves. */
export interface Caller {
  readonly actor: Actor;
  readonly change: Change;
}

/** For actions that make several changes: the last one returns the reply, which is stored with the idempotency key. */
export interface CallerOfSeveral extends Caller {
  readonly lastChange: Change;
}

/** A change without an actor: sign-up, sign-in, confirming an email address. It can change accounts only. */
export type ChangeAccounts = <T>(work: (work: AccountWork) => Promise<T>) => Promise<T>;

/**
 * Writes a slice of rows that nobody can see until a change shows them, because writing them all in one change would block
 * others for too long. Needs no grant and records nothing. Like `change`, it may run again.
 */
export type Prepare = <T>(work: (work: Pick<Work, 'tx' | 'now'>) => Promise<T>) => Promise<T>;

export type AccountWork = Pick<Work, 'tx' | 'now' | 'later' | 'mail' | 'publicUrl'>;

/** Called after each commit that recorded something, with the webhooks for which deliveries were stored. */
export type OnCommit = (queued: readonly QueuedFor[]) => void;

/** The dependencies of changes. */
export interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly publicUrl: string;
  readonly outbox: Pick<Outbox, 'send'>;
  readonly heldMails: Pick<HeldMails, 'send'>;
  readonly told: Pick<Told, 'now'>;
  readonly judge: JudgeCards;
}

export function changesOn(
  dependencies: Dependencies,
  onCommit: OnCommit,
): { changeAs: ChangeAs; changeAccounts: ChangeAccounts; prepare: Prepare } {
  const { db, clock } = dependencies;
  const run = async <T>(
    userId: string | undefined,
    work: (tx: Writing, now: number, later: Work['later']) => Promise<T>,
  ): Promise<T> => {
    let effects: (() => void)[] = [];
    const value = await whenFree({ db, clock, userId }, (tx) => {
      effects = [];
      return work(tx, clock.now(), (effect) => effects.push(effect));
    });
    for (const effect of effects) effect();
    return value;
  };
  return {
    changeAs: (caller, once, reached) => (work, undo) =>
      run(caller.userId, async (tx, now, later) => {
        const actor = undo ? { ...caller, undo } : caller;
        await once?.claim(tx, now);
        const opened = openWork(dependencies, { tx, actor, now, later });
        const value = await work(opened.work).catch(async (error: unknown) => {
          await requireStillHere(tx, opened.grantedOn);
          throw error;
        });
        const { stated, changes, touched, deliveries, telling, steps } = opened;
        const by = { userId: actor.userId, apiKey: keyText(actor), now };
        if (!stated.granted) throw new Error('a change made no grant');
        if (changes.length === 0 && !stated.quiet) throw new Error('a change recorded nothing');
        await deliveries.finish();
        if (changes.length > 0 || deliveries.queued.length > 0) later(() => onCommit(deliveries.queued));
        const told = await telling.store(tx, { ...by, actorId: actor.userId });
        if (told.length > 0) later(() => dependencies.told.now(told));
        await steps.store(tx, now);
        // In this order: the log reads its positions from the versions.
        const [positions] = await Promise.all([touched.raise(tx, now), appendToLog(tx, changes, by)]);
        const position = positions.get(changes.at(-1)?.workspaceId ?? '');
        await once?.keep(tx, now, { reply: value, position });
        if (position !== undefined) later(() => reached?.(position));
        return value;
      }),
    changeAccounts: (work) =>
      run(undefined, (tx, now, later) =>
        work({ tx, now, later, mail: mailing(dependencies, later), publicUrl: dependencies.publicUrl }),
      ),
    prepare: (work) => run(undefined, (tx, now) => work({ tx, now })),
  };
}

/** The work of one change, and what it states and records while it runs. */
function openWork(dependencies: Dependencies, by: Pick<Work, 'tx' | 'actor' | 'now' | 'later'>) {
  const { tx, actor, now, later } = by;
  const { secrets, publicUrl } = dependencies;
  const changes: NewChange[] = [];
  const touched = new Touched();
  const deliveries = deliveriesOn(tx, now, dependencies);
  const telling = new Telling();
  const steps = new UndoSteps(actor);
  const record = recorderOn(tx, actor, now, changes, touched, deliveries, telling, steps);
  const grantedOn: Board[] = [];
  const stated = { granted: false, quiet: false };
  const work: Work = {
    ...by,
    mail: mailing(dependencies, later),
    tell: (news) => telling.add(news),
    secrets,
    publicUrl,
    grant: grantOn(tx, actor, (board) => {
      stated.granted = true;
      if (board) grantedOn.push(board);
    }),
    record,
    audit: auditOn(tx, actor.userId, now, ({ type, workspaceId, subject }) => {
      stated.quiet = true;
      touched.add(workspaceId);
      const live = liveOfAudited[type];
      if (live) record.live(live, workspaceId, { subjectId: subject.id });
    }),
    quiet: () => {
      stated.quiet = true;
    },
    ownAccount: () => {
      stated.granted = true;
      stated.quiet = true;
    },
    ofInstallation: () => {
      if (!actor.isOperator) throw new Error('a change of the installation is not by an operator');
      stated.granted = true;
      stated.quiet = true;
    },
    continues: () => {
      stated.granted = true;
    },
  };
  return { work, stated, changes, touched, deliveries, telling, steps, grantedOn };
}

const mailing =
  ({ outbox, heldMails }: Dependencies, later: Work['later']): Work['mail'] =>
  (mail, about) =>
    later(() => (mail && about !== undefined ? heldMails.send(mail, about) : outbox.send(mail)));

const keyText = (actor: Actor): string | null => {
  const key = keyOf(actor);
  return key ? JSON.stringify(key) : null;
};

/** Events for live followers of changes that are recorded only in the audit log. */
const liveOfAudited: Partial<Record<AuditType, LiveEventType>> = {
  'workspace.updated': 'workspace.updated',
  'workspace.deleted': 'workspace.deleted',
  'workspace.restored': 'workspace.restored',
  'role.created': 'role.created',
  'role.updated': 'role.updated',
  'role.deleted': 'role.deleted',
};

/** The database, clock and user of a transaction; the user is undefined for one without an actor. */
interface By {
  db: Database;
  clock: Clock;
  userId: string | undefined;
}

/** Runs `work` in a transaction; if it touches a held board, runs it again once the board is released. */
async function whenFree<T>(by: By, work: (tx: Writing) => Promise<T>): Promise<T> {
  const wait = waitingForHolds(by.db, by.clock);
  for (;;) {
    try {
      return await withGaps(by, work);
    } catch (error) {
      if (!(error instanceof Held)) throw error;
      await wait(error);
    }
  }
}

/** Max gaps widened for one change: a bulk move may need it in many places. */
const gapsOfChange = 100;

/** Runs `work` in a transaction; if it finds no gap between two neighbours, widens the gap and runs it again. */
async function withGaps<T>({ db, clock, userId }: By, work: (tx: Writing) => Promise<T>): Promise<T> {
  for (let widened = 0; ; widened++) {
    try {
      return await db.write(work);
    } catch (error) {
      if (!(error instanceof NoGap) || widened === gapsOfChange) throw error;
      await db.write((tx) => error.widen(tx, { userId, now: clock.now() }));
    }
  }
}
