import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Clock, second } from '../clock.ts';
import type { Database, Reading, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { Failure, Unavailable } from '../errors.ts';

/*
 * A board that is carried to another workspace in slices is held meanwhile: read as ever, changed by nobody. The hold
 * stands in the row of its version, which every change of the board raises as the last thing before its commit. So what
 * had not raised it when the hold was committed cannot be committed any more: it is undone, and tried again once the
 * board is free, or elsewhere. A hold runs out unless each slice renews it, so that a crash stops nobody for long.
 *
 * As changes do, whoever holds a board writes that last, after all rows: a slice that renews its hold then is also sure
 * that nobody has changed the board since it was held, however long the slice took.
 */

/** How long a hold lasts after a slice; microseconds. */
export const holdTime = 10 * second;

/** Held past all time: whoever still changes the board here finds it where it is now. */
export const forGood = Number.MAX_SAFE_INTEGER;

/** A board where it is, or was when it was looked up. */
export interface Board {
  readonly workspaceId: string;
  readonly id: string;
}

/** Somebody else holds the board. The caller is told so where that lasts too long. */
export class Held extends Failure {
  readonly board: Board;
  constructor(board: Board) {
    super(503, ['The board is moving to another workspace: try again in a moment'], { retryAfter: 2 });
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

/** Holds a board; gives until when, which is what the hold is known by. Throws `Held`. */
export async function holdBoard(tx: Writing, now: number, board: Board): Promise<number> {
  const until = now + holdTime;
  locksVersion(tx, board);
  const taken = await tx.run(take, { ...board, now, until });
  if (taken.length === 0) throw new Held(board);
  return until;
}

/** Holds it for longer; gives until when. Throws `Unavailable` where the hold ran out and somebody else came. */
export async function renewHold(tx: Writing, now: number, board: Board, until: number): Promise<number> {
  const next = Math.max(now + holdTime, until + 1);
  locksVersion(tx, board);
  const [held] = await tx.run(alter, { ...board, until, next });
  if (!held) throw new Unavailable('a board was held for too long');
  return next;
}

/** Lets go of a board; says whether it was held until then. */
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
    and held_until < ${sql.lit(forGood)}`,
);

const movedAway = query(
  'versions.movedAway',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{ id: string }>`
  select x.id as id
  ${fn.lookUp({ table: 'versions', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.held_until = ${sql.lit(forGood)} limit 1`,
);

/**
 * Throws `Held` where one of these boards has moved away for good. On PostgreSQL that may happen between two look-ups of a
 * change, which then finds a card here and misses its list: it would be refused for nothing.
 */
export async function requireStillHere(tx: Reading, boards: readonly Board[]): Promise<void> {
  const [first] = boards;
  if (!first) return;
  // All are in one workspace: what was granted in another has come there from here.
  const { workspaceId } = first;
  const moved = await tx.first(movedAway, { workspaceId, ids: boards.map(({ id }) => id) });
  if (moved) throw new Held({ workspaceId, id: moved.id });
}

/** How often, and after how many milliseconds each, a held board is looked at: who changes it waits for 15 s. */
const looks = { times: 300, every: 50 };

/** Waits for the boards that a change finds held, one after the other; throws what it is given where that takes too long. */
export function waitingForHolds(db: Database, clock: Clock): (held: Held) => Promise<void> {
  let left = looks.times;
  return async (held) => {
    do {
      if (left-- === 0) throw held;
      await pause(looks.every);
    } while (await db.first(holding, { ...held.board, now: clock.now() }));
  };
}
