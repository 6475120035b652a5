import type { EventType } from '../../../contract/events.ts';
import type { Actor } from '../access/actor.ts';
import { type Grant, grantOn } from '../access/grant.ts';
import type { Clock } from '../clock.ts';
import type { Database, Writing } from '../db/database.ts';
import { type Audit, auditOn } from './audit.ts';
import { type Recorder, recorderOn } from './record.ts';

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
  /** Says that this change has nothing to record: it touches what no one else sees, or nothing at all. */
  readonly quiet: () => void;
  /** Says that this change touches only the caller's own account; no grant and no record is needed. */
  readonly own: () => void;
}

/**
 * The only way to write. Opens a transaction, runs `work` in it, commits. A work that was granted nothing, or that
 * recorded nothing without saying so, is a mistake of ours and is not committed. `work` may run again after a
 * conflict.
 */
export type Change = <T>(actor: Actor, work: (work: Work) => Promise<T>) => Promise<T>;

/** A change by no one yet: sign-up, sign-in, confirming an e-mail. It reaches accounts only. */
export type ChangeAccounts = <T>(work: (work: AccountWork) => Promise<T>) => Promise<T>;

export type AccountWork = Pick<Work, 'tx' | 'now' | 'later'>;

/** Told after each commit that recorded something. */
export type OnCommit = (types: readonly EventType[]) => void;

export function changesOn(
  db: Database,
  clock: Clock,
  onCommit: OnCommit,
): { change: Change; changeAccounts: ChangeAccounts } {
  const run = async <T>(work: (tx: Writing, now: number, later: Work['later']) => Promise<T>): Promise<T> => {
    let effects: (() => void)[] = [];
    const value = await db.write((tx) => {
      effects = [];
      return work(tx, clock.now(), (effect) => effects.push(effect));
    });
    for (const effect of effects) effect();
    return value;
  };
  return {
    change: (actor, work) =>
      run(async (tx, now, later) => {
        await actor.once?.claim(tx, now);
        const types: EventType[] = [];
        let granted = false;
        let quiet = false;
        const value = await work({
          tx,
          actor,
          now,
          later,
          grant: grantOn(tx, actor, () => {
            granted = true;
          }),
          record: recorderOn(tx, actor, now, (type) => types.push(type)),
          audit: auditOn(tx, actor.userId, now, () => {
            quiet = true;
          }),
          quiet: () => {
            quiet = true;
          },
          own: () => {
            granted = true;
            quiet = true;
          },
        });
        if (!granted) throw new Error('a change was granted nothing');
        if (types.length === 0 && !quiet) throw new Error('a change recorded nothing');
        if (types.length > 0) later(() => onCommit(types));
        await actor.once?.keep(tx, value);
        return value;
      }),
    changeAccounts: (work) => run((tx, now, later) => work({ tx, now, later })),
  };
}
