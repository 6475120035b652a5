import { sql } from 'kysely';
import type { ActivityType, WorkspaceEventType } from '../../../../contract/events.ts';
import { type Actor, keyOf } from '../access/actor.ts';
import { day } from '../clock.ts';
import { batches } from '../db/batches.ts';
import type { Writing } from '../db/database.ts';
import { command } from '../db/query.ts';
import { insertRows } from '../db/statements.ts';
import { newId } from '../ids.ts';
import { removal, removeAll } from '../jobs/remove.ts';
import type { Service } from '../service.ts';
import { undoSteps } from './tables.ts';

/*
 * What was done with an API key, with what was there before and after: so it can be undone as one. What people do on pages is not
 * kept, and pays nothing. It is kept for as long as the change log.
 */

/** What can be undone: of a card its own columns, or something on it. */
export type ThingKind = 'card' | 'claim' | 'value' | 'label' | 'member' | 'comment' | 'checklist' | 'item';

/** Stored values, by name; only those that the change set, of something that was there before and after. */
export type ThingValues = Readonly<Record<string, string | number | null>>;

/** Something that was changed; null before it was made, or after it was removed. */
export interface ChangedThing {
  kind: ThingKind;
  id: string;
  before: ThingValues | null;
  after: ThingValues | null;
}

/** Something that is there now, or not any more, and of which nothing else is kept. */
export const cameOrWent = (kind: ThingKind, id: string, isThere: boolean): ChangedThing => ({
  kind,
  id,
  before: isThere ? null : {},
  after: isThere ? {} : null,
});

interface Step {
  workspaceId: string;
  boardId: string;
  cardId: string | null;
  type: ActivityType | WorkspaceEventType;
  /** Undefined if it cannot be undone; empty if there is nothing to undo. */
  things: readonly ChangedThing[] | undefined;
}

const insert = insertRows('undo_steps.insertMany', undoSteps, [
  'workspace_id',
  'user_id',
  'session',
  'session_name',
  'created_at',
]);

/** How long what was done can be undone; microseconds. */
export const undoable = 7 * day;

/** The session as whose work a change is kept; undefined if it is not, as that of rules, code hosts and mails. */
const sessionOf = (actor: Actor): { session: string; sessionName: string } | undefined => {
  const key = keyOf(actor);
  if (!key || (key.id === 0 && key.undo === undefined)) return undefined;
  return { session: key.undo ?? String(key.id), sessionName: key.name };
};

/** Whether what an actor does can be undone: only then need be read what it takes. */
export const isKept = (actor: Actor): boolean => sessionOf(actor) !== undefined;

/** The steps of one change. */
export class UndoSteps {
  readonly #actor: Actor;
  readonly #steps: Step[] = [];

  constructor(actor: Actor) {
    this.#actor = actor;
  }

  add(step: Step): void {
    if (isKept(this.#actor) && step.things?.length !== 0) this.#steps.push(step);
  }

  async store(tx: Writing, now: number): Promise<void> {
    const session = sessionOf(this.#actor);
    if (session === undefined || this.#steps.length === 0) return;
    const of = { ...session, userId: this.#actor.userId, createdAt: now };
    const rows = this.#steps.map(({ things, ...step }, index) => ({
      ...step,
      // In their order within the change, as ids sort by time.
      id: newId(now + index),
      things: things === undefined ? null : JSON.stringify(things),
    }));
    for (const [workspaceId, all] of Map.groupBy(rows, (row) => row.workspaceId))
      for (const batch of batches(all)) await tx.run(insert, { workspaceId, ...of, rows: batch });
  }
}

/** Forgets steps that have been undone: nobody is to be told of them again. */
export const forgetSteps = command(
  'undo_steps.forget',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<never>`
  delete from undo_steps where workspace_id = ${p.workspaceId} and ${fn.isIn('id', fn.each(p.ids))}`,
);

const old = removal(
  'undo_steps.removeOld',
  'undo_steps',
  'workspace_id, id',
  (p: { before: number }) => sql`where created_at < ${p.before}`,
);

/** Deletes what can no longer be undone. */
export const forgetUndoSteps = ({ maintain, clock }: Pick<Service, 'maintain' | 'clock'>): Promise<void> =>
  removeAll(maintain, [old], { before: clock.now() - undoable });
