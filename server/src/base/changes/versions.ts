import { type RawBuilder, sql } from 'kysely';
import type { Writing } from '../db/database.ts';
import type { Functions } from '../db/functions.ts';
import { command } from '../db/query.ts';
import { Held, permanentHold } from './hold.ts';

/*
 * The versions of boards, and of workspaces for what all their boards show: settings, members, roles. Each change raises
 * the versions of what it touched once, last before its commit and always in the same order, so that no change waits for a
 * version longer than a commit takes. At the same point a change detects held boards (`hold.ts`) and takes its positions in
 * the workspace's log (`log.ts`). Taking one blocks other changes until the commit, so that readers see positions in order
 * and without gaps.
 */

/** A board or a workspace, both of which have a version; a workspace has its own id. */
export interface Versioned {
  readonly workspaceId: string;
  readonly id: string;
}

/** The effect of a change on a board or workspace. */
interface Touch extends Versioned {
  /** Whether anything visible has changed; false for a workspace that only logs a change. */
  isShown: boolean;
  /** Whether it is a board that leaves its workspace. Any other hold on it ends. */
  isLeaving: boolean;
  /** The number of positions that it takes in the workspace's log. */
  positions: number;
}

interface Raise extends Versioned {
  /** 0 leaves the version unchanged. */
  readonly version: number;
  readonly heldUntil: number | null;
  readonly positions: number;
}

interface Raised extends Versioned {
  readonly heldUntil: number | null;
  /** The position of the workspace's last change; used only in the workspace's own row. */
  readonly position: number;
}

const columns = sql`workspace_id, id, version, held_until, position`;

/** A version that is raised is the time of the change: holds that ended before it are over. */
const raising = (fn: Functions) => sql<Raised>`
  on conflict (workspace_id, id) do update
    set version = case when excluded.version = 0 then versions.version
        else ${fn.greatest('excluded.version', 'versions.version + 1')} end,
      held_until = coalesce(excluded.held_until, case when versions.held_until > excluded.version then versions.held_until end),
      position = versions.position + excluded.position
  returning workspace_id as "workspaceId", id, held_until as "heldUntil", position`;

const raise = command(
  'versions.raise',
  (_db, p: { workspaceId: string; touched: readonly Raise[] }, fn) => sql<Raised>`
  insert into versions (${columns})
  select ${p.workspaceId}, t.id, t.version, t."heldUntil", t.positions
  from ${fn.rows(p.touched, {
    id: 'text',
    version: 'integer',
    heldUntil: 'integer',
    positions: 'integer',
  })} t
  where true
  order by t.ordinal ${raising(fn)}`,
);

/** The same for one board and its workspace, the most frequent case, in a third of the time. */
const raiseBoard = command(
  'versions.raiseBoard',
  (_db, p: Raise & { workspaceVersion: number }, fn) => sql<Raised>`
  insert into versions (${columns})
  values (${p.workspaceId}, ${p.id}, ${p.version}, ${p.heldUntil}, 0),
    (${p.workspaceId}, ${p.workspaceId}, ${p.workspaceVersion}, null, ${p.positions})
  ${raising(fn)}`,
);

/**
 * Raises the versions of the workspaces that show a user: of all in which they are or were a member, whose name, address and
 * picture are shown with what they did.
 */
export const raiseWhereShown = command(
  'versions.raiseWhereShown',
  (_db, p: { userId: string; now: number }, fn) => sql<never>`
  insert into versions (workspace_id, id, version)
  select m.workspace_id, m.workspace_id, cast(${p.now} as bigint) from members m where m.user_id = ${p.userId}
  order by m.workspace_id
  on conflict (workspace_id, id) do update set version = ${fn.greatest('excluded.version', 'versions.version + 1')}`,
);

/** Collects the boards and workspaces that a change touches. */
export class Touched {
  readonly #found = new Map<string, Touch>();

  /** Touches a board; without one, the workspace. */
  add(workspaceId: string, boardId?: string): void {
    this.#touch(workspaceId, boardId).isShown = true;
  }

  /** Touches a board that leaves its workspace with this change. */
  addLeaving(workspaceId: string, boardId: string): void {
    Object.assign(this.#touch(workspaceId, boardId), { isShown: true, isLeaving: true });
  }

  /** Takes one more position in a workspace's log. */
  addPosition(workspaceId: string): void {
    this.#touch(workspaceId).positions++;
  }

  /**
   * Returns the last position taken in each touched workspace. Throws `Held` if a touched board is held by a move.
   */
  async raise(tx: Writing, now: number): Promise<ReadonlyMap<string, number>> {
    const touched = [...this.#found.values()].sort(byTurn).map(({ isShown, isLeaving, ...touch }) => ({
      ...touch,
      version: isShown ? now : 0,
      heldUntil: isLeaving ? permanentHold : null,
    }));
    const inWorkspaces = Map.groupBy(touched, (touch) => touch.workspaceId);
    // Sent without waiting in between: the statement that appends to the log follows them and reads their positions.
    const asked = [...inWorkspaces].map(([workspaceId, these]) => raised(tx, workspaceId, these));
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

/** Raises the versions that were touched in one workspace. */
async function raised(tx: Writing, workspaceId: string, touched: readonly Raise[]): Promise<Raised[]> {
  const [first, second, ...more] = touched;
  if (!first || second?.id !== workspaceId || more.length > 0) {
    return tx.run(raise, { workspaceId, touched });
  }
  const { version: workspaceVersion, positions } = second;
  return tx.run(raiseBoard, { ...first, workspaceVersion, positions });
}

/** Orders by workspace; each workspace's boards come before its own row, which all changes share. */
const byTurn = (a: Versioned, b: Versioned): number => (turnOf(a) < turnOf(b) ? -1 : 1);

const turnOf = ({ workspaceId, id }: Versioned): string => `${workspaceId} ${id === workspaceId ? '~' : id}`;

/** A board that moves has the same id in two workspaces. */
const keyOf = ({ workspaceId, id }: Versioned): string => `${workspaceId} ${id}`;

const version = (workspaceId: string, id: string): string =>
  `cast(coalesce((select r.version from versions r where r.workspace_id = ${workspaceId} and r.id = ${id}), 0) as text)`;

/** The position of a workspace's last change; `workspaceId` is a parameter, or a column of the enclosing query. */
export const positionIn = (workspaceId: unknown): RawBuilder<number> =>
  sql`coalesce((select r.position from versions r where r.workspace_id = ${workspaceId} and r.id = ${workspaceId}), 0)`;

/**
 * SQL for the combined version of a board and its workspace: the text differs whenever something that the board shows has
 * changed. Both parameters are columns of the enclosing query.
 */
export const versionsOf = (workspaceId: string, boardId: string): string =>
  `(${version(workspaceId, boardId)} || '.' || ${version(workspaceId, workspaceId)})`;
