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
import { deliveriesOn, type Told } from './deliveries.ts';
import { type Board, Held, requireStillHere, waitingForHolds } from './hold.ts';
import type { IdempotentChange } from './idempotency.ts';
import { type Recorder, recorderOn } from './record.ts';
import { Touched } from './versions.ts';

/** What an action is handed: the open transaction and all it needs to change things. Actions pass it on. */
export interface Work {
  readonly tx: Writing;
  readonly actor: Actor;
  /** When the change happens; microseconds. */
  readonly now: number;
  readonly grant: Grant;
  readonly record: Recorder;
  /** Tells who answers for the workspace who changed what about it; it counts as a record. */
  readonly audit: Audit;
  /** Runs after the commit, and only then. */
  readonly later: (effect: () => void) => void;
  /**
   * Sends a mail after the commit; null goes the same way and sends nothing. With `about`, an address gets one an hour about
   * that, the newest last.
   */
  readonly mail: (mail: Mail | null, about?: string) => void;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  /** What links begin with; no slash at the end. */
  readonly publicUrl: string;
  /** Says that this change has nothing to record: it touches what no one else sees, or nothing at all. */
  readonly quiet: () => void;
  /** Says that this change touches only the caller's own account; no grant and no record is needed. */
  readonly ownAccount: () => void;
  /** Says that this change goes on with what an earlier one was granted; no further grant is needed. */
  readonly goesOn: () => void;
}

/**
 * The only way to write, as one caller. Opens a transaction, runs `work` in it, commits. Work that made no grant, or that
 * recorded nothing without saying so, is a mistake of ours and is not committed. `work` may run again after a conflict; if
 * it touches a board that is being moved, it waits for that and runs again; it also runs again where it failed
 * and a board has moved away after it was granted there.
 */
export type Change = <T>(work: (work: Work) => Promise<T>) => Promise<T>;

/**
 * How an actor changes things; with `once`, in one change that is carried out once and keeps what it gives. `reached` is told
 * the position of what a change logged last, in its workspace, when it is committed.
 */
export type ChangeAs = (
  actor: Actor,
  once?: IdempotentChange,
  reached?: (position: number) => void,
) => Change;

/** Who asks for something, and how they change things: what an action is handed that opens its changes itself. */
export interface Caller {
  readonly actor: Actor;
  readonly change: Change;
}

/** Whoever asks for several changes: what the last one returns is the reply, which is kept with the key of the request. */
export interface CallerOfSeveral extends Caller {
  readonly lastChange: Change;
}

/** A change by no one yet: sign-up, sign-in, confirming an e-mail. It reaches accounts only. */
export type ChangeAccounts = <T>(work: (work: AccountWork) => Promise<T>) => Promise<T>;

/**
 * Writes what nobody can see until a change shows it: a slice of what would keep others waiting as one change. Needs no
 * grant and records nothing. May run again, as `change`.
 */
export type Prepare = <T>(work: (work: Pick<Work, 'tx' | 'now'>) => Promise<T>) => Promise<T>;

export type AccountWork = Pick<Work, 'tx' | 'now' | 'later' | 'mail' | 'publicUrl'>;

/** Called after each commit that recorded something, with what webhooks are to be told. */
export type OnCommit = (told: readonly Told[]) => void;

/** What changes stand on. */
export interface Ground {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly publicUrl: string;
  readonly outbox: Pick<Outbox, 'send'>;
  readonly heldMails: Pick<HeldMails, 'send'>;
}

export function changesOn(
  ground: Ground,
  onCommit: OnCommit,
): { changeAs: ChangeAs; changeAccounts: ChangeAccounts; prepare: Prepare } {
  const { db, clock, secrets, outbox, heldMails } = ground;
  const mailing =
    (later: Work['later']): Work['mail'] =>
    (mail, about) =>
      later(() => (mail && about !== undefined ? heldMails.send(mail, about) : outbox.send(mail)));
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
    changeAs: (actor, once, reached) => (work) =>
      run(actor.userId, async (tx, now, later) => {
        await once?.claim(tx, now);
        const changes: NewChange[] = [];
        const touched = new Touched();
        const deliveries = deliveriesOn(tx, now, ground.publicUrl);
        let granted = false;
        const grantedOn: Board[] = [];
        let quiet = false;
        const record = recorderOn(tx, actor, now, changes, touched, deliveries);
        const value = await work({
          tx,
          actor,
          now,
          later,
          mail: mailing(later),
          secrets,
          publicUrl: ground.publicUrl,
          grant: grantOn(tx, actor, (board) => {
            granted = true;
            if (board) grantedOn.push(board);
          }),
          record,
          audit: auditOn(tx, actor.userId, now, ({ type, workspaceId, subject }) => {
            quiet = true;
            touched.add(workspaceId);
            const live = liveOfAudited[type];
            if (live) record.live(live, workspaceId, { subjectId: subject.id });
          }),
          quiet: () => {
            quiet = true;
          },
          ownAccount: () => {
            granted = true;
            quiet = true;
          },
          goesOn: () => {
            granted = true;
          },
        }).catch(async (error: unknown) => {
          await requireStillHere(tx, grantedOn);
          throw error;
        });
        if (!granted) throw new Error('a change made no grant');
        if (changes.length === 0 && !quiet) throw new Error('a change recorded nothing');
        if (changes.length > 0) later(() => onCommit(deliveries.told));
        // In this order: the log reads the positions that it has from the versions.
        const [positions] = await Promise.all([
          touched.raise(tx, now),
          appendToLog(tx, changes, { userId: actor.userId, apiKey: keyText(actor), now }),
        ]);
        const position = positions.get(changes.at(-1)?.workspaceId ?? '');
        await once?.keep(tx, now, { reply: value, position });
        if (position !== undefined) later(() => reached?.(position));
        return value;
      }),
    changeAccounts: (work) =>
      run(undefined, (tx, now, later) =>
        work({ tx, now, later, mail: mailing(later), publicUrl: ground.publicUrl }),
      ),
    prepare: (work) => run(undefined, (tx, now) => work({ tx, now })),
  };
}

const keyText = (actor: Actor): string | null => {
  const key = keyOf(actor);
  return key ? JSON.stringify(key) : null;
};

/** What only the audit log is told of, and yet shows to those who follow the workspace. */
const liveOfAudited: Partial<Record<AuditType, LiveEventType>> = {
  'workspace.updated': 'workspace.updated',
  'workspace.deleted': 'workspace.deleted',
  'workspace.restored': 'workspace.restored',
  'role.created': 'role.created',
  'role.updated': 'role.updated',
  'role.deleted': 'role.deleted',
};

/** Where, when and as whom a transaction runs; nobody sees what is written by none. */
interface By {
  db: Database;
  clock: Clock;
  userId: string | undefined;
}

/** Runs `work` in a transaction; where it touches a board that somebody holds, once more after that. */
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

/** How many gaps are widened for one change: a bulk of moves may need it at many places. */
const gapsOfChange = 100;

/** Runs `work` in a transaction; where it finds no gap between two neighbours, once more after that was widened. */
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
