import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { issue } from '../../../../contract/issues.ts';
import { type Clock, second } from '../clock.ts';
import type { Database, Reading, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { Failure, Unavailable } from '../errors.ts';

/*
 * A board that is moved to another workspace in slices is held meanwhile: it can be read but not changed. The hold is
 * stored in the row of the board's version, which every change of the board raises last before its commit. So a change that
 * had not raised the version when the hold was committed is rolled back, and tried again once the board is released or has
 * moved. A hold expires unless each slice renews it, so that a crash does not block others for long.
 *
 * Like changes, a slice writes the hold last, after all rows. If that succeeds, nobody has changed the board since it was
 * held, however long the slice took.
 */

/** How long a hold lasts after a slice; microseconds. */
export const holdTime = 10 * second;

/** A hold that never expires: changes that still look for the board here are redirected to where it has moved. */
export const permanentHold = Number.MAX_SAFE_INTEGER;

/** A board in the workspace where it was when it was looked up. */
export interface Board {
  readonly workspaceId: string;
  readonly id: string;
}

/** The board is held by a move. The caller gets this error if the hold lasts too long. */
export class Held extends Failure {
  readonly board: Board;
  constructor(board: Board) {
    super(503, [issue('board-moving')], { retryAfter: 2 });
    this.board = board;
  }
}

interface HoldOn extends Board {
  until: number;
}

const take = command(
  'versions.hold',
  (_db, p: HoldOn & { now: number }) => sql`
  insert into versions (workspace_id, id, version, held_until)
  values (${p.workspaceId}, ${p.id}, ${p.now}, ${p.until})
  on conflict (workspace_id, id) do update set held_until = excluded.held_until
  where coalesce(versions.held_until, 0) <= cast(${p.now} as bigint)
  returning id`,
);

const alter = command(
  'versions.alterHold',
  (_db, p: HoldOn & { next: number | null }) => sql`
  update versions set held_until = ${p.next}
  where workspace_id = ${p.workspaceId} and id = ${p.id} and held_until = ${p.until} returning id`,
);

/** Holds a board; returns the time at which the hold expires, which also identifies it. Throws `Held`. */
export async function holdBoard(tx: Writing, now: number, board: Board): Promise<number> {
  const until = now + holdTime;
  locksVersion(tx, board);
  const taken = await tx.run(take, { ...board, now, until });
  if (taken.length === 0) throw new Held(board);
  return until;
}

/** Renews a hold; returns its new expiry. Throws `Unavailable` if the hold expired and the board was changed or held since. */
export async function renewHold(tx: Writing, now: number, board: Board, until: number): Promise<number> {
  const next = Math.max(now + holdTime, until + 1);
  locksVersion(tx, board);
  const [held] = await tx.run(alter, { ...board, until, next });
  if (!held) throw new Unavailable('a board was held for too long');
  return next;
}

/** Releases a board; returns whether this hold was still in place. */
export async function releaseBoard(tx: Writing, board: Board, until: number): Promise<boolean> {
  locksVersion(tx, board);
  return (await tx.run(alter, { ...board, until, next: null })).length > 0;
}

const locksVersion = (tx: Writing, { workspaceId, id }: Board): void =>
  tx.locksNext('versions', `${workspaceId} ${id}`);

const holding = query(
  'versions.holding',
  (_db, p: Board & { now: number }) => sql`
  select 1 as found from versions
  where workspace_id = ${p.workspaceId} and id = ${p.id} and held_until > ${p.now}
    and held_until < ${sql.lit(permanentHold)}`,
);

const movedAway = query(
  'versions.movedAway',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{ id: string }>`
  select x.id as id
  ${fn.lookUp({ table: 'versions', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.held_until = ${sql.lit(permanentHold)} limit 1`,
);

/**
 * Throws `Held` if one of these boards has moved away for good. On PostgreSQL that may happen between two look-ups of a
 * change, which then finds a card here but not its list, and would be refused without reason.
 */
export async function requireStillHere(tx: Reading, boards: readonly Board[]): Promise<void> {
  const [first] = boards;
  if (!first) return;
  // All are checked in one workspace: a board granted in another one has moved there from here.
  const { workspaceId } = first;
  const moved = await tx.first(movedAway, { workspaceId, ids: boards.map(({ id }) => id) });
  if (moved) throw new Held({ workspaceId, id: moved.id });
}

/** How often a held board is checked, and the milliseconds between checks: a change waits for up to 15 s. */
const looks = { times: 300, every: 50 };

/** Waits for the boards that a change finds held, one after the other; throws the given `Held` if it takes too long. */
export function waitingForHolds(db: Database, clock: Clock): (held: Held) => Promise<void> {
  let left = looks.times;
  return async (held) => {
    do {
      if (left-- === 0) throw held;
      await pause(looks.every);
    } while (await db.first(holding, { ...held.board, now: clock.now() }));
  };
}
