import { sql } from 'kysely';
import type { Writing } from '../db/database.ts';
import type { Functions } from '../db/functions.ts';
import { command } from '../db/query.ts';
import { forGood, Held } from './hold.ts';

/*
 * The version of a board, and that of a workspace for what all its boards show: settings, people, roles. Each change
 * raises those of what it touched once, as the last thing before it is committed, so that nobody waits for a version
 * for longer than a commit takes, and all take them in one order. So it is here, too, that a change learns that a board
 * is held (`hold.ts`), and which positions it has in the log of its workspace (`log.ts`): whoever gets one keeps others
 * from the next until the commit, so that all readers see them in order and without gaps.
 */

/** What has a version: a board, or a workspace, whose id is its own. */
export interface Versioned {
  readonly workspaceId: string;
  readonly id: string;
}

/** What a change does to something that has a version. */
interface Touch extends Versioned {
  /** Whether it shows anything else than before; of a workspace that only logs a change it does not. */
  isShown: boolean;
  /** Whether it is a board that leaves its workspace. Whoever held it for too long does not any more. */
  isLeaving: boolean;
  /** How many positions it takes in the log of a workspace. */
  positions: number;
}

interface Raise extends Versioned {
  /** 0 leaves it as it is. */
  readonly version: number;
  readonly heldUntil: number | null;
  readonly positions: number;
}

interface Raised extends Versioned {
  readonly heldUntil: number | null;
  /** Of the last change of a workspace, in its own row. */
  readonly position: number;
}

const columns = sql`workspace_id, id, version, held_until, position`;

const raising = (now: unknown, fn: Functions) => sql<Raised>`
  on conflict (workspace_id, id) do update
    set version = case when excluded.version = 0 then versions.version
        else ${fn.greatest('excluded.version', 'versions.version + 1')} end,
      held_until = coalesce(excluded.held_until, case when versions.held_until > ${now} then versions.held_until end),
      position = versions.position + excluded.position
  returning workspace_id as "workspaceId", id, held_until as "heldUntil", position`;

const raise = command(
  'versions.raise',
  (_db, p: { workspaceId: string; touched: readonly Raise[]; now: number }, fn) => sql<Raised>`
  insert into versions (${columns})
  select ${p.workspaceId}, t.id, t.version, t."heldUntil", t.positions
  from ${fn.rows(p.touched, {
    id: 'text',
    version: 'integer',
    heldUntil: 'integer',
    positions: 'integer',
  })} t
  where true
  order by t.ordinal ${raising(p.now, fn)}`,
);

/** The same of a board and its workspace, which is what most changes touch, in a third of the time. */
const raiseBoard = command(
  'versions.raiseBoard',
  (_db, p: Raise & { workspaceVersion: number; now: number }, fn) => sql<Raised>`
  insert into versions (${columns})
  values (${p.workspaceId}, ${p.id}, ${p.version}, ${p.heldUntil}, 0),
    (${p.workspaceId}, ${p.workspaceId}, ${p.workspaceVersion}, null, ${p.positions})
  ${raising(p.now, fn)}`,
);

/** Collects what a change touches. */
export class Touched {
  readonly #found = new Map<string, Touch>();

  /** Without a board it is the workspace. */
  add(workspaceId: string, boardId?: string): void {
    this.#touch(workspaceId, boardId).isShown = true;
  }

  /** Touches a board that leaves its workspace with this change. */
  addLeaving(workspaceId: string, boardId: string): void {
    Object.assign(this.#touch(workspaceId, boardId), { isShown: true, isLeaving: true });
  }

  /** Takes one more position in the log of a workspace. */
  addPosition(workspaceId: string): void {
    this.#touch(workspaceId).positions++;
  }

  /**
   * Gives the last position that was taken, by the workspaces that were touched. Throws `Held` where somebody else holds a
   * board that is touched.
   */
  async raise(tx: Writing, now: number): Promise<ReadonlyMap<string, number>> {
    const touched = [...this.#found.values()].sort(byTurn).map(({ isShown, isLeaving, ...touch }) => ({
      ...touch,
      version: isShown ? now : 0,
      heldUntil: isLeaving ? forGood : null,
    }));
    const inWorkspaces = Map.groupBy(touched, (touch) => touch.workspaceId);
    // All at once: the log, which reads their positions, is on its way behind them.
    const asked = [...inWorkspaces].map(([workspaceId, these]) => raised(tx, workspaceId, these, now));
    const positions = new Map<string, number>();
    for (const { workspaceId, id, heldUntil, position } of (await Promise.all(asked)).flat()) {
      const { isLeaving } = this.#touch(workspaceId, id);
      if (heldUntil !== null && heldUntil > now && !isLeaving) throw new Held({ workspaceId, id });
      if (id === workspaceId) positions.set(workspaceId, position);
    }
    return positions;
  }

  #touch(workspaceId: string, id = workspaceId): Touch {
    const key = keyOf({ workspaceId, id });
    const known = this.#found.get(key);
    if (known) return known;
    const touch = { workspaceId, id, isShown: false, isLeaving: false, positions: 0 };
    this.#found.set(key, touch);
    return touch;
  }
}

/** Raises what was touched in one workspace. */
async function raised(
  tx: Writing,
  workspaceId: string,
  touched: readonly Raise[],
  now: number,
): Promise<Raised[]> {
  const [first, second, ...more] = touched;
  if (!first || second?.id !== workspaceId || more.length > 0) {
    return tx.run(raise, { workspaceId, touched, now });
  }
  const { version: workspaceVersion, positions } = second;
  return tx.run(raiseBoard, { ...first, workspaceVersion, positions, now });
}

/** Workspace by workspace; the boards of each come before itself, which everybody shares. */
const byTurn = (a: Versioned, b: Versioned): number => (turnOf(a) < turnOf(b) ? -1 : 1);

const turnOf = ({ workspaceId, id }: Versioned): string => `${workspaceId} ${id === workspaceId ? '~' : id}`;

/** A board that moves has the same id in two workspaces. */
const keyOf = ({ workspaceId, id }: Versioned): string => `${workspaceId} ${id}`;

const version = (workspaceId: string, id: string): string =>
  `cast(coalesce((select r.version from versions r where r.workspace_id = ${workspaceId} and r.id = ${id}), 0) as text)`;

/** SQL for the position of the last change of a workspace, which is a column of the query around it. */
export const positionIn = (workspaceId: string): string =>
  `coalesce((select r.position from versions r where r.workspace_id = ${workspaceId} and r.id = ${workspaceId}), 0)`;

/**
 * SQL for the version of a board together with that of its workspace: another text means that something has changed
 * which the board shows. Both are columns of the query around it.
 */
export const versionsOf = (workspaceId: string, boardId: string): string =>
  `(${version(workspaceId, boardId)} || '.' || ${version(workspaceId, workspaceId)})`;
