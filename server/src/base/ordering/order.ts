import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { type RawBuilder, sql } from 'kysely';
import { appendToLog } from '../changes/append.ts';
import { Touched } from '../changes/versions.ts';
import type { Reading, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';

/*
 * Order keys: a text per row, compared by bytes, that leaves room between any two. A move writes one row. Each halves
 * a gap, so that a key grows by a character in some six moves to the same one; where it would become too long, the
 * neighbours are spread anew.
 */

/** Characters of a key at the most: cursors carry keys, and an index of PostgreSQL takes no long ones. */
export const longestPosition = 40;

/** The keys of `count` rows that are all there are, in order. */
export const positionsFor = (count: number): string[] => generateNKeysBetween(null, null, count);

/** The keys of `count` rows that come after all there are; `last` is the greatest key there is, null for none. */
export const positionsAfter = (last: string | null, count: number): string[] =>
  generateNKeysBetween(last, null, count);

/** Rows that stand in one order: those with one parent. */
export interface Siblings {
  workspaceId: string;
  parentId: string;
}

export interface OrderedTable {
  table: 'cards' | 'lists' | 'checklists' | 'checklist_items';
  /** The column that names the parent. */
  parent: string;
  /** SQL that is true of rows that are there: each has a key to itself. */
  live: string;
  /** SQL that is true of the others, in the trash or the archive. */
  away: string;
  /** Holds the parent and some rows, in the order in which every transaction does. */
  hold: (tx: Writing, siblings: Siblings, ids: string[]) => Promise<void>;
  /** SQL from where the `board_id` of the parent is selected; without it the parent is the board. */
  boardFrom?: (siblings: Siblings) => RawBuilder<unknown>;
}

/** Makes keys among siblings; the caller holds their order. Both throw `NoGap`. */
interface Order {
  /** A key between those of two neighbours; null stands for the beginning, and for the end. */
  between(siblings: Siblings, before: string | null, after: string | null): string;
  /** The key after all others: `last` is the greatest there is, null for none. */
  after(siblings: Siblings, last: string | null): string;
}

/**
 * The gap between two neighbours has no key that is short enough. The change is undone; once `widen` has run in a
 * transaction of its own, it finds one. It cannot run in the same one, which holds the parent already: rows are held
 * before their parents, and those who hold a row may be waiting for the parent.
 */
export class NoGap extends Error {
  readonly widen: Widen;
  constructor(widen: Widen) {
    super('there is no gap between two neighbours');
    this.widen = widen;
  }
}

/** Throws `Held` where the board is being moved. */
type Widen = (tx: Writing, by: By) => Promise<void>;

/** Whose change needs room, and when; undefined where nobody can see what is written. */
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

/** Neighbours on each side that are spread first; where that is not enough, four times as many, and so on. */
const fewest = 32;

/**
 * The length of keys after spreading: what is spread further comes out shorter. So a window is spread again only after
 * about as many moves into it as it has rows, and many moves into one gap rewrite a handful of rows each.
 */
const lengthFor = (reach: number): number => 32 - Math.log2(reach / fewest);

/** Rows in the trash or the archive that go along; more at one place come back near it. */
const mostAway = 1000;

interface Placed {
  id: string;
  position: string;
}

function spreading(ordered: OrderedTable) {
  const { hold } = ordered;
  const { below, above, within, replace, board } = statementsOf(ordered);

  /** The rows around a gap, up to `reach` on each side, and between which keys they stand. */
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
    // Another one has come in between: the change is tried again, and asks again where it has to.
    if (rows.some(({ id }) => !held.has(id))) return;
    const moved = rows.map(({ id, position }) => ({ id, position: keys.get(position) ?? position }));
    await tx.run(replace, { ...siblings, rows: moved });
    const { workspaceId } = siblings;
    const boardId = (await tx.first(board, siblings))?.boardId;
    const touched = new Touched();
    touched.add(workspaceId, boardId);
    if (userId === undefined || boardId === undefined) return void (await touched.raise(tx, now));
    // Many have another key now, and nothing else happened to them: who follows reads the board again.
    touched.addPosition(workspaceId);
    const change = { workspaceId, type: 'board.changed', boardId, cardId: null, subjectId: null } as const;
    await Promise.all([touched.raise(tx, now), appendToLog(tx, [change], { userId, apiKey: null, now })]);
  };
}

/**
 * New keys for old ones, evenly between two others, in the same order. None of them is one of the old: no row gets, on
 * the way, the key that another one still has.
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
        order by position limit ${sql.lit(mostAway)}
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
