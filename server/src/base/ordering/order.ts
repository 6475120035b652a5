import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { type RawBuilder, sql } from 'kysely';
import { appendToLog } from '../changes/append.ts';
import { Touched } from '../changes/versions.ts';
import type { Reading, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';

/*
 * Order keys: one text per row, compared by bytes, with room between any two. A move writes one row. Each move halves a gap,
 * so a key grows by one character in about six moves into the same gap. If a key would become too long, the keys of its
 * neighbours are spread again.
 */

/** Max characters of a key: cursors contain keys, and PostgreSQL limits the size of indexed values. */
export const longestPosition = 40;

/** Keys for the first `count` rows of an order. */
export const positionsFor = (count: number): string[] => generateNKeysBetween(null, null, count);

/** Keys for `count` rows after all existing rows; `last` is the greatest existing key, null for none. */
export const positionsAfter = (last: string | null, count: number): string[] =>
  generateNKeysBetween(last, null, count);

/** A key between those of two neighbours, however long; null stands for the beginning or the end. */
export const positionBetween = (before: string | null, after: string | null): string =>
  generateKeyBetween(before, after);

/** Rows that share one order: those with the same parent. */
export interface Siblings {
  workspaceId: string;
  parentId: string;
}

export interface OrderedTable {
  table: 'cards' | 'lists' | 'checklists' | 'checklist_items';
  /** The column that names the parent. */
  parent: string;
  /** SQL that is true for live rows; their keys are unique. */
  live: string;
  /** SQL that is true for the other rows, in the trash or archived. */
  away: string;
  /** Locks the parent and some rows, in the order that all transactions use. */
  hold: (tx: Writing, siblings: Siblings, ids: string[]) => Promise<void>;
  /** SQL `from` clause that finds the parent's `board_id`; if omitted, the parent is the board. */
  boardFrom?: (siblings: Siblings) => RawBuilder<unknown>;
}

/** Creates keys among siblings; the caller has locked their parent. Both throw `NoGap`. */
interface Order {
  /** A key between those of two neighbours; null stands for the beginning or the end. */
  between(siblings: Siblings, before: string | null, after: string | null): string;
  /** The key after all others; `last` is the greatest existing one, null for none. */
  after(siblings: Siblings, last: string | null): string;
}

/**
 * The gap between two neighbours has no key that is short enough. The change is rolled back, and retried after `widen` has
 * run in its own transaction. It cannot run in the same one, which has already locked the parent: rows are locked before
 * their parents, and transactions that hold a row may be waiting for the parent.
 */
export class NoGap extends Error {
  readonly widen: Widen;
  constructor(widen: Widen) {
    super('there is no gap between two neighbours');
    this.widen = widen;
  }
}

/** Throws `Held` if the board is being moved. */
type Widen = (tx: Writing, by: By) => Promise<void>;

/** The user and time of the change that needs room; the user is undefined if nobody can see what is written. */
interface By {
  userId: string | undefined;
  now: number;
}

interface Gap {
  before: string | null;
  after: string | null;
}

export function orderOf(ordered: OrderedTable): Order {
  const spread = spreading(ordered);
  const between = (siblings: Siblings, before: string | null, after: string | null): string => {
    const position = generateKeyBetween(before, after);
    if (position.length <= longestPosition) return position;
    throw new NoGap((tx, by) => spread(tx, by, siblings, { before, after }));
  };
  return { between, after: (siblings, last) => between(siblings, last, null) };
}

/** Neighbours on each side that are spread first; if that is not enough, four times as many, and so on. */
const fewest = 32;

/**
 * The max length of keys after spreading: the larger the window, the shorter the keys must become. So a window is spread
 * again only after about as many moves into it as it has rows, and each of many moves into one gap rewrites a few rows.
 */
const lengthFor = (reach: number): number => 32 - Math.log2(reach / fewest);

/** Max rows in the trash or archived that keep their exact place; any beyond that are restored near it. */
const maxAway = 1000;

interface Placed {
  id: string;
  position: string;
}

function spreading(ordered: OrderedTable) {
  const { hold } = ordered;
  const { below, above, within, replace, board } = statementsOf(ordered);

  /** The rows around a gap, up to `reach` on each side, and the keys that bound them. */
  const windowAround = async (tx: Reading, siblings: Siblings, gap: Gap, reach: number) => {
    const limit = reach + 1;
    const before = gap.before === null ? [] : await tx.all(below, { ...siblings, from: gap.before, limit });
    const after = gap.after === null ? [] : await tx.all(above, { ...siblings, from: gap.after, limit });
    const lower = before[reach]?.position ?? null;
    const upper = after[reach]?.position ?? null;
    const rows = await tx.all(within, { ...siblings, lower: lower ?? '', upper: upper ?? '~' });
    return { lower, upper, rows };
  };

  /** The smallest window around a gap that can be spread, with the new key for each old one. */
  const planFor = async (tx: Reading, siblings: Siblings, gap: Gap) => {
    for (let reach = fewest; ; reach *= 4) {
      const { lower, upper, rows } = await windowAround(tx, siblings, gap, reach);
      const keys = spreadKeys(lower, upper, rows);
      const longest = Math.max(0, ...[...keys.values()].map((key) => key.length));
      const whole = lower === null && upper === null;
      if (whole || longest <= lengthFor(reach)) return { rows, keys };
    }
  };

  return async (tx: Writing, { userId, now }: By, siblings: Siblings, gap: Gap): Promise<void> => {
    const expected = await planFor(tx, siblings, gap);
    const held = new Set(expected.rows.map(({ id }) => id));
    await hold(tx, siblings, [...held]);
    const { rows, keys } = await planFor(tx, siblings, gap);
    // Another row has come in between: the change is retried, and widens the gap again if necessary.
    if (rows.some(({ id }) => !held.has(id))) return;
    const moved = rows.map(({ id, position }) => ({ id, position: keys.get(position) ?? position }));
    await tx.run(replace, { ...siblings, rows: moved });
    const { workspaceId } = siblings;
    const boardId = (await tx.first(board, siblings))?.boardId;
    const touched = new Touched();
    touched.add(workspaceId, boardId);
    if (userId === undefined || boardId === undefined) return void (await touched.raise(tx, now));
    // Many rows have new keys, and nothing else changed: followers reload the board.
    touched.addPosition(workspaceId);
    const change = { workspaceId, type: 'board.changed', boardId, cardId: null, subjectId: null } as const;
    await Promise.all([touched.raise(tx, now), appendToLog(tx, [change], { userId, apiKey: null, now })]);
  };
}

/**
 * New keys for old ones, spread evenly between two others, in the same order. None of them equals an old key, so that no row
 * temporarily gets a key that another one still has.
 */
function spreadKeys(
  lower: string | null,
  upper: string | null,
  rows: readonly Placed[],
): Map<string, string> {
  const old = [...new Set(rows.map(({ position }) => position))].sort();
  const taken = new Set(old);
  const free = generateNKeysBetween(lower, upper, 2 * old.length).filter((key) => !taken.has(key));
  const step = free.length / old.length;
  return new Map(old.map((key, n) => [key, free[Math.floor((n + 0.5) * step)] ?? key]));
}

function statementsOf({ table, parent, boardFrom, ...sides }: OrderedTable) {
  const among = (p: Siblings): RawBuilder<unknown> =>
    sql`workspace_id = ${p.workspaceId} and ${sql.ref(parent)} = ${p.parentId}`;
  const live = sql.raw(sides.live);
  const away = sql.raw(sides.away);
  type From = Siblings & { from: string; limit: number };
  type Between = Siblings & { lower: string; upper: string };
  return {
    board: query(
      `${table}.board`,
      (_db, p: Siblings) => sql<{ boardId: string }>`
      select ${boardFrom ? sql`board_id as "boardId" ${boardFrom(p)}` : sql`cast(${p.parentId} as text) as "boardId"`}`,
    ),
    below: query(
      `${table}.below`,
      (_db, p: From) => sql<{ position: string }>`
      select position from ${sql.table(table)} where ${among(p)} and ${live} and position <= ${p.from}
      order by position desc limit ${p.limit}`,
    ),
    above: query(
      `${table}.above`,
      (_db, p: From) => sql<{ position: string }>`
      select position from ${sql.table(table)} where ${among(p)} and ${live} and position >= ${p.from}
      order by position limit ${p.limit}`,
    ),
    within: query(
      `${table}.within`,
      (_db, p: Between) => sql<Placed>`
      select id, position from ${sql.table(table)}
      where ${among(p)} and ${live} and position > ${p.lower} and position < ${p.upper}
      union all
      select id, position from (
        select id, position from ${sql.table(table)}
        where ${among(p)} and ${away} and position > ${p.lower} and position < ${p.upper}
        order by position limit ${sql.lit(maxAway)}
      ) gone`,
    ),
    replace: command(
      `${table}.spread`,
      (_db, p: Siblings & { rows: Placed[] }, fn) => sql`
      update ${sql.table(table)} set position = r.position
      from ${fn.rows(p.rows, { id: 'text', position: 'text' })} r
      where ${fn.unindexed(`${table}.workspace_id`)} = ${p.workspaceId} and ${sql.ref(`${table}.id`)} = r.id
        and ${fn.isIn(`${table}.id`, sql`(select r.id from ${fn.rows(p.rows, { id: 'text' })} r)`)}`,
    ),
  };
}
