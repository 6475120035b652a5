import { sql } from 'kysely';
import type { Reading, Writing } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import type { Tables } from '../../base/db/tables.ts';
import { takeNumbers } from '../../workspaces/actions/take-numbers.ts';
import type { RunSlice } from '../actions/create.ts';
import { transferredCards, transferredItems, transferredOfTime, type Way } from '../transfer.ts';

/* Carries the cards of a board that nobody changes meanwhile to another workspace, a bounded number of rows at a time. */

/** Cards, and rows with all that hangs on them. */
interface Bound {
  cards: number;
  rows: number;
}

/** What a slice carries at the most. */
export const slice: Bound = { cards: 64, rows: 400 };

/** What a board has at the most that is moved by one change. */
export const small: Bound = { cards: 64, rows: 1000 };

interface Load {
  id: string;
  number: number;
  /** Those of the card and of what hangs on it; of a great many, only that. */
  rows: number;
}

const hangingTables = [
  'card_labels',
  'card_members',
  'comments',
  'activities',
  'attachments',
  'uploads',
  'checklists',
] as const;

/** How many rows of a table hang on card `c`. */
const onCard = (workspaceId: string, table: keyof Tables) => sql`(select count(*) from (
  select 1 from ${sql.table(table)} h
  where h.workspace_id = ${workspaceId} and h.card_id = c.id limit ${sql.lit(small.rows)}) held)`;

/** A look-up for each checklist: in a join, an engine may begin with all items of the workspace. */
const itemsOnCard = (workspaceId: string) => sql`(select coalesce(sum((
    select count(*) from checklist_items i where i.workspace_id = ${workspaceId} and i.checklist_id = h.id)), 0)
  from checklists h where h.workspace_id = ${workspaceId} and h.card_id = c.id)`;

const loads = query(
  'boards.loads',
  (_db, p: { workspaceId: string; boardId: string; after: string; limit: number }) => {
    const held = hangingTables.map((table) => onCard(p.workspaceId, table));
    return sql<Load>`
    select c.id as id, c.number as number,
      cast(1 + ${sql.join([...held, itemsOnCard(p.workspaceId)], sql` + `)} as bigint) as rows
    from cards c
    where c.workspace_id = ${p.workspaceId} and c.board_id = ${p.boardId} and c.id > ${p.after}
    order by c.id limit ${p.limit}`;
  },
);

const rowsOf = (cards: readonly Load[]): number => cards.reduce((sum, { rows }) => sum + rows, 0);

/** Whether a board is too much for one change: the archived and the deleted cards count as well. */
export async function isLarge(
  db: Reading,
  board: { workspaceId: string; boardId: string },
): Promise<boolean> {
  const cards = await db.all(loads, { ...board, after: '', limit: small.cards + 1 });
  return cards.length > small.cards || rowsOf(cards) > small.rows;
}

/** Carries all cards, some at a time; they get numbers in the order of those that they had. */
export async function transferCards(run: RunSlice, way: Way, most: Bound): Promise<void> {
  for (const cards of slicesOf(await loadsOf(run, way), most)) {
    const ids = cards.map(({ id }) => id);
    if (rowsOf(cards) > most.rows) await transferLarge(run, way, ids);
    else await run(({ tx }) => transferSmall(tx, way, ids));
  }
}

/** Cards that are looked at in one slice. */
const lookedAt = 100;

async function loadsOf(run: RunSlice, { from: workspaceId, boardId }: Way): Promise<Load[]> {
  const all: Load[] = [];
  for (let more = true; more; ) {
    const page = { workspaceId, boardId, after: all.at(-1)?.id ?? '', limit: lookedAt };
    const found = await run(({ tx }) => tx.all(loads, page));
    all.push(...found);
    more = found.length === lookedAt;
  }
  return all.toSorted((a, b) => a.number - b.number);
}

/** As many as one slice takes; a card that is too much for it comes alone. */
function slicesOf(all: readonly Load[], most: Bound): Load[][] {
  const slices: Load[][] = [];
  let current: Load[] = [];
  for (const card of all) {
    if (current.length === most.cards || rowsOf(current) + card.rows > most.rows) current = [];
    if (current.length === 0) slices.push(current);
    current.push(card);
  }
  return slices;
}

const always = { since: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER };

async function transferSmall(tx: Writing, way: Way, cardIds: string[]): Promise<void> {
  const checklistIds = await transferBounded(tx, way, cardIds);
  await tx.run(transferredItems.checklist_items, { ...way, checklistIds });
  for (const statement of Object.values(transferredOfTime)) {
    await tx.run(statement, { ...way, cardIds, ...always });
  }
}

/** Carries cards that have a great many rows, one at a time. */
async function transferLarge(run: RunSlice, way: Way, cardIds: string[]): Promise<void> {
  for (const cardId of cardIds) {
    const checklistIds = await run(({ tx }) => transferBounded(tx, way, [cardId]));
    for (const id of checklistIds) {
      await run(({ tx }) => tx.run(transferredItems.checklist_items, { ...way, checklistIds: [id] }));
    }
    for (const table of ['comments', 'activities'] as const) {
      for (let since: number | undefined = always.since; since !== undefined; ) {
        const from: number = since;
        since = await run(({ tx }) => transferTime(tx, table, way, { cardId, since: from }));
      }
    }
  }
}

const checklistsOf = query('boards.checklistsOf', (db, p: { workspaceId: string; cardIds: string[] }, fn) =>
  db
    .selectFrom('checklists')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where(fn.isIn('card_id', fn.each(p.cardIds))),
);

/** Carries what has an end on each card; gives the ids of the checklists. */
async function transferBounded(tx: Writing, way: Way, cardIds: string[]): Promise<string[]> {
  const firstNumber = await takeNumbers(tx, way.to, cardIds.length);
  for (const statement of Object.values(transferredCards))
    await tx.run(statement, { ...way, cardIds, firstNumber });
  const checklists = await tx.all(checklistsOf, { workspaceId: way.from, cardIds });
  return checklists.map(({ id }) => id);
}

type OfCard = { cardId: string; since: number };

const lastOfSlice = (table: 'comments' | 'activities') =>
  query(
    `boards.lastOfSlice.${table}`,
    (_db, p: OfCard & { workspaceId: string }) => sql<{ at: number }>`
    select created_at as at from ${sql.table(table)}
    where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and created_at >= ${p.since}
    order by created_at limit 1 offset ${sql.lit(slice.rows - 1)}`,
  );

const lastOf = { comments: lastOfSlice('comments'), activities: lastOfSlice('activities') };

/** Carries what is next in time on a card; gives from when on there may be more. */
async function transferTime(
  tx: Writing,
  table: 'comments' | 'activities',
  way: Way,
  { cardId, since }: OfCard,
): Promise<number | undefined> {
  const last = await tx.first(lastOf[table], { workspaceId: way.from, cardId, since });
  const until = last?.at ?? always.until;
  await tx.run(transferredOfTime[table], { ...way, cardIds: [cardId], since, until });
  return last && until + 1;
}
