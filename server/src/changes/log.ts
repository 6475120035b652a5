import { sql } from 'kysely';
import { day } from '../clock.ts';
import type { Database, Reading } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { Unavailable } from '../errors.ts';
import { type Limited, removeAll } from '../jobs/remove.ts';

/*
 * The change log as those who follow a workspace read it. All nodes write it and each reads it for itself: it looks
 * several times a second, and at once after a commit of its own.
 *
 * On PostgreSQL ids are given out before they are committed, so whoever reads on from the highest one misses the
 * changes of a transaction that took longer. The order is therefore that of the transactions, and those that some
 * transaction may still come before wait until it has ended. (`NOTIFY` would cost half of the throughput of writes.)
 */

/** A place in the log: everything up to there has been told. */
export interface Position {
  readonly transaction: number;
  readonly id: number;
}

export interface LoggedChange {
  readonly position: Position;
  readonly workspaceId: string;
  readonly type: string;
  readonly boardId: string | null;
  readonly cardId: string | null;
  /** What changed, where it is neither the board nor the card itself. */
  readonly subjectId: string | null;
  readonly userId: string;
  /** Microseconds. */
  readonly createdAt: number;
}

export interface ChangeLog {
  /**
   * Tells `listener` each change of a workspace that comes after `after`, or from now on (on PostgreSQL those of the
   * last moment may be among them); once, and in the same order on every node. Undefined where the log does not reach
   * back to `after`, or that is a great many changes ago.
   */
  follow(workspaceId: string, listener: Listener, after?: Position): Promise<Following | undefined>;
  /** Looks at once: this node has committed something. */
  wake(): void;
  stop(): Promise<void>;
}

export type Listener = (changes: readonly LoggedChange[]) => void;

export interface Following {
  /** Where it began. */
  readonly position: Position;
  end(): void;
}

/** Milliseconds between looks. */
const interval = 150;

/** Changes that one statement reads; whoever missed more had better read the workspace anew. */
const pageSize = 1000;

interface Row extends Omit<LoggedChange, 'position'>, Position {}

const columns = sql`id, transaction_id as "transaction", workspace_id as "workspaceId", type, board_id as "boardId",
  card_id as "cardId", subject_id as "subjectId", user_id as "userId", created_at as "createdAt"`;

const inOrder = sql`order by transaction_id, id`;

const readAfter = query(
  'changes.after',
  (_db, p: Position & { limit: number }, fn) => sql<Row>`select ${columns} from changes
    where (transaction_id, id) > (${p.transaction}, ${p.id}) and transaction_id < ${fn.horizon()}
    ${inOrder} limit ${p.limit}`,
);

const readBetween = query(
  'changes.between',
  (
    _db,
    p: { workspaceId: string; from: number; fromId: number; to: number; toId: number; limit: number },
  ) => sql<Row>`select ${columns} from changes
    where workspace_id = ${p.workspaceId} and (transaction_id, id) > (${p.from}, ${p.fromId})
      and (transaction_id, id) <= (${p.to}, ${p.toId})
    ${inOrder} limit ${p.limit}`,
);

const isThere = query(
  'changes.isThere',
  (_db, p: Position) =>
    sql`select 1 as found from changes where transaction_id = ${p.transaction} and id = ${p.id}`,
);

const newest = query(
  'changes.newest',
  (_db, _p: Record<never, never>, fn) => sql<Position>`select transaction_id as "transaction", id from changes
    where transaction_id < ${fn.horizon()} order by transaction_id desc, id desc limit 1`,
);

const beginning: Position = { transaction: 0, id: 0 };

interface Follower {
  readonly workspaceId: string;
  readonly listener: Listener;
  position: Position;
}

/** Someone who wants to follow: begins at the next look. */
interface Joining {
  admit(position: Position): Promise<void>;
  refuse(error: unknown): void;
}

export function followChanges(db: Reading, failed: (error: unknown) => void): ChangeLog {
  const followers = new Set<Follower>();
  const joining: Joining[] = [];
  let looking: Promise<void> | undefined;
  let stopped = false;
  let woken = () => {};

  const tell = (follower: Follower, changes: readonly LoggedChange[]) => {
    const news = changes.filter(
      ({ workspaceId, position }) =>
        workspaceId === follower.workspaceId && isAfter(position, follower.position),
    );
    const last = news.at(-1);
    if (!last) return;
    follower.position = last.position;
    try {
      follower.listener(news);
    } catch (error) {
      failed(error);
    }
  };

  /** Admits newcomers at `position` and tells everyone what came after it; gives where that ends. */
  const look = async (position: Position, newcomers: readonly Joining[]): Promise<Position> => {
    for (const newcomer of newcomers) await newcomer.admit(position);
    const { transaction, id } = position;
    const changes = (await db.all(readAfter, { transaction, id, limit: pageSize })).map(changeOf);
    for (const follower of followers) tell(follower, changes);
    if (changes.length === pageSize) woken();
    return changes.at(-1)?.position ?? position;
  };

  /** Looks as long as anybody follows; where nobody does there is no work. */
  const keepLooking = async () => {
    let position: Position | undefined;
    let works = true;
    while (!stopped && followers.size + joining.length > 0) {
      const pause = new Promise<void>((resolve) => {
        woken = resolve;
        setTimeout(resolve, interval);
      });
      const newcomers = joining.splice(0);
      try {
        // Kept where the look fails: it may have admitted somebody there.
        position ??= await endOf(db);
        position = await look(position, newcomers);
        works = true;
      } catch (error) {
        for (const newcomer of newcomers) newcomer.refuse(error);
        // The database is away: said once.
        if (works) failed(error);
        works = false;
      }
      await pause;
    }
    for (const newcomer of joining.splice(0)) newcomer.refuse(new Unavailable('the service stops'));
    looking = undefined;
  };

  return {
    follow: (workspaceId, listener, after) =>
      new Promise((resolve, reject) => {
        const admit = async (position: Position) => {
          const missed = after ? await missedSince(db, workspaceId, after, position) : [];
          if (!missed) return resolve(undefined);
          const follower = { workspaceId, listener, position: after ?? position };
          followers.add(follower);
          resolve({ position: follower.position, end: () => void followers.delete(follower) });
          tell(follower, missed);
        };
        joining.push({ admit, refuse: reject });
        looking ??= keepLooking();
        woken();
      }),
    wake: () => woken(),
    async stop() {
      stopped = true;
      woken();
      await looking;
    },
  };
}

async function endOf(db: Reading): Promise<Position> {
  return (await db.first(newest, {})) ?? beginning;
}

/** The changes of a workspace between two positions; undefined where they are not all there, or too many. */
async function missedSince(
  db: Reading,
  workspaceId: string,
  after: Position,
  to: Position,
): Promise<LoggedChange[] | undefined> {
  const isKnown = await db.first(isThere, after);
  if (!isKnown) return undefined;
  const rows = await db.all(readBetween, {
    workspaceId,
    from: after.transaction,
    fromId: after.id,
    to: to.transaction,
    toId: to.id,
    limit: pageSize,
  });
  return rows.length < pageSize ? rows.map(changeOf) : undefined;
}

const changeOf = ({ transaction, id, ...rest }: Row): LoggedChange => ({
  position: { transaction, id },
  ...rest,
});

const isAfter = (a: Position, b: Position): boolean =>
  a.transaction > b.transaction || (a.transaction === b.transaction && a.id > b.id);

/** How long changes can be read. */
const kept = 7 * day;

const deleteOldest = command(
  'changes.deleteOldest',
  (_db, p: Limited<{ before: number }>) => sql<{ id: number }>`delete from changes
    where created_at < ${p.before} and (workspace_id, id) in (
      select workspace_id, id from changes ${inOrder} limit ${p.limit}
    ) returning id`,
);

/** Deletes what nobody can want to read any more, whatever transactions are open: none is as old as that. */
export const forgetChanges = (db: Database, now: number): Promise<void> =>
  removeAll(db, [deleteOldest], { before: now - kept });
