import { sql } from 'kysely';
import type { Writing } from '../db/database.ts';
import type { Functions } from '../db/functions.ts';
import { command } from '../db/query.ts';
import { forGood, Held } from './hold.ts';

/*
 * The version of a board, and that of a workspace for what all its boards show: settings, people, roles. Each change
 * raises those of what it touched once, as the last thing before it is committed, so that nobody waits for a version
 * for longer than a commit takes, and all take them in one order. So it is here, too, that a change learns that a board
 * is held (`hold.ts`).
 */

/** What has a version: a board, or a workspace, whose id is its own. */
export interface Versioned {
  readonly workspaceId: string;
  readonly id: string;
}

/** What a change touches; `heldUntil` is null but for a board that it takes away. Whoever held it for too long does not any more. */
interface Touch extends Versioned {
  readonly heldUntil: number | null;
}

const raised = (p: { now: number }, fn: Functions) => sql<Touch>`
  on conflict (workspace_id, id) do update
    set version = ${fn.greatest('excluded.version', 'versions.version + 1')},
      held_until = coalesce(excluded.held_until, case when versions.held_until > ${p.now} then versions.held_until end)
  returning workspace_id as "workspaceId", id, held_until as "heldUntil"`;

const raise = command(
  'versions.raise',
  (_db, p: { touched: Touch[]; now: number }, fn) => sql<Touch>`
  insert into versions (workspace_id, id, version, held_until)
  select t."workspaceId", t.id, cast(${p.now} as bigint), t."heldUntil"
  from ${fn.rows(p.touched, { workspaceId: 'text', id: 'text', heldUntil: 'integer' })} t
  where true
  order by t.ordinal ${raised(p, fn)}`,
);

/** Most changes touch one board. */
const raiseOne = command(
  'versions.raiseOne',
  (_db, p: Touch & { now: number }, fn) => sql<Touch>`
  insert into versions (workspace_id, id, version, held_until)
  values (${p.workspaceId}, ${p.id}, ${p.now}, ${p.heldUntil}) ${raised(p, fn)}`,
);

/** Collects what a change touches. */
export class Touched {
  readonly #found = new Map<string, Touch>();

  /** Without a board it is the workspace. */
  add(workspaceId: string, boardId?: string): void {
    const touch = { workspaceId, id: boardId ?? workspaceId, heldUntil: null };
    const key = keyOf(touch);
    if (!this.#found.has(key)) this.#found.set(key, touch);
  }

  /** Touches a board that leaves its workspace with this change. */
  addLeaving(workspaceId: string, boardId: string): void {
    const touch = { workspaceId, id: boardId, heldUntil: forGood };
    this.#found.set(keyOf(touch), touch);
  }

  /** Throws `Held` where somebody else holds a board that is touched. */
  async raise(tx: Writing, now: number): Promise<void> {
    const keys = [...this.#found.keys()].sort();
    const touched = keys.flatMap((key) => this.#found.get(key) ?? []);
    const [first, ...more] = touched;
    if (!first) return;
    const one = more.length === 0;
    const versions = one ? await tx.run(raiseOne, { ...first, now }) : await tx.run(raise, { touched, now });
    for (const { heldUntil, ...board } of versions) {
      const isLeaving = this.#found.get(keyOf(board))?.heldUntil === forGood;
      if (heldUntil !== null && heldUntil > now && !isLeaving) throw new Held(board);
    }
  }
}

const keyOf = ({ workspaceId, id }: Versioned): string => `${workspaceId} ${id}`;

const version = (workspaceId: string, id: string): string =>
  `cast(coalesce((select r.version from versions r where r.workspace_id = ${workspaceId} and r.id = ${id}), 0) as text)`;

/**
 * SQL for the version of a board together with that of its workspace: another text means that something has changed
 * which the board shows. Both are columns of the query around it.
 */
export const versionsOf = (workspaceId: string, boardId: string): string =>
  `(${version(workspaceId, boardId)} || '.' || ${version(workspaceId, workspaceId)})`;
