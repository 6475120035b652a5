import { sql } from 'kysely';
import type { LoggedType } from '../../../../contract/events.ts';
import { day } from '../clock.ts';
import type { Maintain, Reading, Upkeep } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { Unavailable } from '../errors.ts';
import { sliceSize } from '../jobs/remove.ts';

/*
 * Reads the change log for followers of a workspace. All nodes write the log, and each reads it for itself: several times a
 * second, and at once after a commit of its own, it reads the last position of each followed workspace, and then the new
 * changes of those that have advanced. (`NOTIFY` would halve the throughput of writes.)
 *
 * Positions are numbered per workspace, and a position is taken only after the previous one was committed (`versions.ts`):
 * if 7 can be read, so can all before it.
 */

export interface LoggedChange {
  readonly workspaceId: string;
  /** 1, 2, 3 … within the workspace. */
  readonly position: number;
  readonly type: LoggedType;
  readonly boardId: string | null;
  readonly cardId: string | null;
  /** The id of what changed, if it is neither the board nor the card itself. */
  readonly subjectId: string | null;
  readonly userId: string;
  /** JSON of the API key used; null for a session. */
  readonly apiKey: string | null;
  /** Microseconds. */
  readonly createdAt: number;
}

export interface ChangeLog {
  /**
   * Passes each change of a workspace after the position `after`, or from now on, to `listener`: once, and in the same order
   * on every node. Returns undefined if the log no longer has all of them, or if they are too many.
   */
  follow(workspaceId: string, listener: Listener, after?: number): Promise<Following | undefined>;
  /**
   * Returns the last position of a workspace and its next changes after a position, in order, at most `limit`. If there are
   * too many, it begins with those that can still be followed.
   */
  since(
    workspaceId: string,
    after: number,
    limit: number,
  ): Promise<{ reached: number; changes: LoggedChange[] }>;
  /** Reads new changes at once; called after this node has committed. */
  wake(): void;
  stop(): Promise<void>;
}

export type Listener = (changes: readonly LoggedChange[]) => void;

export interface Following {
  /** The position after which it began. */
  readonly position: number;
  end(): void;
}

/** Milliseconds between two reads. */
const interval = 150;

/** Max changes read by one statement; a follower that missed more should reload the workspace. */
const pageSize = 1000;

const readAfter = query(
  'changes.after',
  (_db, p: { workspaceId: string; position: number; limit: number }) => sql<LoggedChange>`
  select workspace_id as "workspaceId", position, type, board_id as "boardId", card_id as "cardId",
    subject_id as "subjectId", user_id as "userId", api_key as "apiKey", created_at as "createdAt"
  from changes where workspace_id = ${p.workspaceId} and position > ${p.position} order by position limit ${p.limit}`,
);

const isThere = query(
  'changes.isThere',
  (_db, p: { workspaceId: string; position: number }) =>
    sql`select 1 as found from changes where workspace_id = ${p.workspaceId} and position = ${p.position}`,
);

/** The last positions of workspaces; no row for those without any logged change. */
const reached = query(
  'changes.reached',
  (_db, p: { workspaces: readonly string[] }, fn) => sql<{ workspaceId: string; position: number }>`
  select x.workspace_id as "workspaceId", x.position as position
  from ${fn.ids(p.workspaces)} k cross join versions x where x.workspace_id = k.id and x.id = k.id`,
);

interface Follower {
  readonly workspaceId: string;
  readonly listener: Listener;
  /** The position of the last change passed to the listener. */
  position: number;
}

/** A follower waiting to be admitted, at the next read. */
interface Joining {
  readonly workspaceId: string;
  admit(position: number): Promise<void>;
  refuse(error: unknown): void;
}

export class ChangeLogReader implements ChangeLog {
  readonly #db: Reading;
  readonly #failed: (error: unknown) => void;
  readonly #followers = new Set<Follower>();
  readonly #joining: Joining[] = [];
  #looking: Promise<void> | undefined;
  #stopped = false;
  #woken = () => {};

  constructor(db: Reading, failed: (error: unknown) => void) {
    this.#db = db;
    this.#failed = failed;
  }

  follow(workspaceId: string, listener: Listener, after?: number): Promise<Following | undefined> {
    return new Promise((resolve, reject) => {
      const admit = async (position: number) => {
        const from = after ?? position;
        if (!(await isReadable(this.#db, workspaceId, from, position))) return resolve(undefined);
        const follower = { workspaceId, listener, position: from };
        this.#followers.add(follower);
        resolve({ position: from, end: () => void this.#followers.delete(follower) });
      };
      this.#joining.push({ workspaceId, admit, refuse: reject });
      this.#looking ??= this.#keepLooking();
      this.#woken();
    });
  }

  async since(workspaceId: string, after: number, limit: number) {
    const [row] = await this.#db.all(reached, { workspaces: [workspaceId] });
    const position = Math.max(after, (row?.position ?? 0) - pageSize + 1);
    const changes = await this.#db.all(readAfter, { workspaceId, position, limit });
    return { reached: row?.position ?? 0, changes };
  }

  wake(): void {
    this.#woken();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#woken();
    await this.#looking;
  }

  /** Reads as long as there are followers; without any, it does no work. */
  async #keepLooking(): Promise<void> {
    let works = true;
    while (!this.#stopped && this.#followers.size + this.#joining.length > 0) {
      const pause = new Promise<void>((resolve) => {
        this.#woken = resolve;
        setTimeout(resolve, interval);
      });
      const newcomers = this.#joining.splice(0);
      try {
        await this.#look(newcomers);
        works = true;
      } catch (error) {
        for (const newcomer of newcomers) newcomer.refuse(error);
        // The database cannot be reached: reported once.
        if (works) this.#failed(error);
        works = false;
      }
      await pause;
    }
    for (const newcomer of this.#joining.splice(0)) newcomer.refuse(new Unavailable('the service stops'));
    this.#looking = undefined;
  }

  /** Admits new followers and passes new changes to all. */
  async #look(newcomers: readonly Joining[]): Promise<void> {
    const workspaces = [...new Set([...this.#followers, ...newcomers].map(({ workspaceId }) => workspaceId))];
    const positions = new Map(
      (await this.#db.all(reached, { workspaces })).map(({ workspaceId, position }) => [
        workspaceId,
        position,
      ]),
    );
    for (const newcomer of newcomers) await newcomer.admit(positions.get(newcomer.workspaceId) ?? 0);
    const behind = [...this.#followers].filter(
      ({ workspaceId, position }) => position < (positions.get(workspaceId) ?? 0),
    );
    for (const [workspaceId, following] of Map.groupBy(behind, (each) => each.workspaceId))
      await this.#readOn(workspaceId, following);
  }

  /** Reads the next changes of a workspace and passes them to its followers. */
  async #readOn(workspaceId: string, following: readonly Follower[]): Promise<void> {
    const position = Math.min(...following.map((each) => each.position));
    const changes = await this.#db.all(readAfter, { workspaceId, position, limit: pageSize });
    for (const follower of following) this.#notify(follower, changes);
    if (changes.length === pageSize) this.#woken();
  }

  #notify(follower: Follower, changes: readonly LoggedChange[]): void {
    const news = changes.filter(({ position }) => position > follower.position);
    const last = news.at(-1);
    if (!last) return;
    follower.position = last.position;
    try {
      follower.listener(news);
    } catch (error) {
      this.#failed(error);
    }
  }
}

/** Whether the log has all changes of a workspace between two positions, and they are not too many. */
async function isReadable(db: Reading, workspaceId: string, after: number, to: number): Promise<boolean> {
  if (after === to) return true;
  if (after > to || to - after >= pageSize) return false;
  return (await db.first(isThere, { workspaceId, position: after + 1 })) !== undefined;
}

/** How long changes are kept; microseconds. */
const kept = 7 * day;

/** Workspaces that one statement reads. */
const workspacesAtOnce = 100;

/** The oldest change of each of the next workspaces. */
const oldest = query(
  'changes.oldest',
  (_db, p: { after: string; limit: number }) => sql<
    Pick<LoggedChange, 'workspaceId' | 'position' | 'createdAt'>
  >`
  with recursive each (workspace_id) as (
    select min(workspace_id) from changes where workspace_id > ${p.after}
    union all
    select (select min(c.workspace_id) from changes c where c.workspace_id > each.workspace_id) from each
    where each.workspace_id is not null
  ),
  next as materialized (select workspace_id from each where workspace_id is not null limit ${p.limit})
  select c.workspace_id as "workspaceId", c.position as position, c.created_at as "createdAt"
  from next cross join changes c
  where c.workspace_id = next.workspace_id
    and c.position = (select min(o.position) from changes o where o.workspace_id = next.workspace_id)
  order by c.workspace_id`,
);

const forget = command(
  'changes.forget',
  (_db, p: { workspaceId: string; from: number; to: number; before: number }) => sql<{ position: number }>`
  delete from changes
  where workspace_id = ${p.workspaceId} and position between ${p.from} and ${p.to} and created_at < ${p.before}
  returning position`,
);

/** Deletes changes that are too old to be followed. */
export async function forgetChanges({ db, maintain }: Upkeep, now: number): Promise<void> {
  const before = now - kept;
  for (let after = ''; ; ) {
    const found = await db.all(oldest, { after, limit: workspacesAtOnce });
    for (const { workspaceId, position, createdAt } of found)
      if (createdAt < before) await forgetIn(maintain, workspaceId, position, before);
    if (found.length < workspacesAtOnce) return;
    after = found.at(-1)?.workspaceId ?? '';
  }
}

async function forgetIn(
  maintain: Maintain,
  workspaceId: string,
  first: number,
  before: number,
): Promise<void> {
  for (let from = first; ; from += sliceSize) {
    const p = { workspaceId, from, to: from + sliceSize - 1, before };
    const gone = await maintain((tx) => tx.run(forget, p));
    if (gone.length < sliceSize) return;
  }
}
