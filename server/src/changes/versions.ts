import { sql } from 'kysely';
import type { Writing } from '../db/database.ts';
import { command } from '../db/query.ts';

/*
 * The version of a board, and that of a workspace for what all its boards show: settings, people, roles. Each change
 * raises those of what it touched once, as the last thing before it is committed, so that nobody waits for a version
 * for longer than a commit takes, and all take them in one order.
 */

/** What has a version: a board, or a workspace, whose id is its own. */
export interface Versioned {
  readonly workspaceId: string;
  readonly id: string;
}

const raise = command(
  'versions.raise',
  (_db, p: { touched: Versioned[]; now: number }, fn) => sql`
  insert into versions (workspace_id, id, version)
  select t."workspaceId", t.id, cast(${p.now} as bigint)
  from ${fn.rows(p.touched, { workspaceId: 'text', id: 'text' })} t
  where true
  order by t.ordinal
  on conflict (workspace_id, id) do update
    set version = ${fn.greatest('excluded.version', 'versions.version + 1')}`,
);

/** Most changes touch one board. */
const raiseOne = command(
  'versions.raiseOne',
  (_db, p: Versioned & { now: number }, fn) => sql`
  insert into versions (workspace_id, id, version) values (${p.workspaceId}, ${p.id}, ${p.now})
  on conflict (workspace_id, id) do update
    set version = ${fn.greatest('excluded.version', 'versions.version + 1')}`,
);

/** Collects what a change touches. */
export class Touched {
  readonly #found = new Map<string, Versioned>();

  /** Without a board it is the workspace. */
  add(workspaceId: string, boardId?: string): void {
    const id = boardId ?? workspaceId;
    this.#found.set(`${workspaceId} ${id}`, { workspaceId, id });
  }

  async raise(tx: Writing, now: number): Promise<void> {
    const keys = [...this.#found.keys()].sort();
    const touched = keys.flatMap((key) => this.#found.get(key) ?? []);
    const [first, ...more] = touched;
    if (first && more.length === 0) await tx.run(raiseOne, { ...first, now });
    else if (first) await tx.run(raise, { touched, now });
  }
}

const version = (workspaceId: string, id: string): string =>
  `cast(coalesce((select r.version from versions r where r.workspace_id = ${workspaceId} and r.id = ${id}), 0) as text)`;

/**
 * SQL for the version of a board together with that of its workspace: another text means that something has changed
 * which the board shows. Both are columns of the query around it.
 */
export const versionsOf = (workspaceId: string, boardId: string): string =>
  `(${version(workspaceId, boardId)} || '.' || ${version(workspaceId, workspaceId)})`;
