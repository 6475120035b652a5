import { sql } from 'kysely';
import type { Reading, Writing } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import type { Tables } from '../../base/db/tables.ts';
import { takeNumbers } from '../../workspaces/actions/take-numbers.ts';
import type { RunSlice } from '../actions/create.ts';
import {
  type Transfer,
  transferredCards,
  transferredItems,
  transferredOfTime,
  transferredRelations,
} from '../transfer.ts';
import { transferNamed } from './transfer-named.ts';
import { transferPeople } from './transfer-people.ts';

/* Copies the cards of a board that nobody changes meanwhile to another workspace, in slices of a limited number of rows. */

/** Max size of a slice: cards, and rows including all the cards' children. */
export const slice = { cards: 64, rows: 400 } as const;

interface Load {
  id: string;
  number: number;
  /** Whether it may have relations. */
  related: 0 | 1;
  /** Rows of the card and its children; counting stops after a slice per table. */
  rows: number;
  /** The bytes of its files. */
  bytes: number;
}

const childTables = [
  'card_labels',
  'card_members',
  'comments',
  'activities',
  'code_links',
  'attachments',
  'uploads',
  'checklists',
] as const;

/** The number of rows of a table that belong to card `c`. */
const onCard = (workspaceId: string, table: keyof Tables) => sql`(select count(*) from (
  select 1 from ${sql.table(table)} h
  where h.workspace_id = ${workspaceId} and h.card_id = c.id limit ${sql.lit(slice.rows)}) held)`;

/** The size of the files of card `c` in a table. */
const bytesOnCard = (workspaceId: string, table: 'attachments' | 'uploads') => sql`(
  select coalesce(sum(h.size), 0) from ${sql.table(table)} h where h.workspace_id = ${workspaceId} and h.card_id = c.id)`;

/** One lookup per checklist: in a join, an engine may start from all items of the workspace. */
const itemsOnCard = (workspaceId: string) => sql`(select coalesce(sum((
    select count(*) from checklist_items i where i.workspace_id = ${workspaceId} and i.checklist_id = h.id)), 0)
  from checklists h where h.workspace_id = ${workspaceId} and h.card_id = c.id)`;

const loads = query(
  'boards.loads',
  (_db, p: { workspaceId: string; boardId: string; after: string; limit: number }) => {
    const held = childTables.map((table) => onCard(p.workspaceId, table));
    return sql<Load>`
    select c.id as id, c.number as number, c.related as related,
      cast(1 + ${sql.join([...held, itemsOnCard(p.workspaceId)], sql` + `)} as bigint) as rows,
      cast(${bytesOnCard(p.workspaceId, 'attachments')} + ${bytesOnCard(p.workspaceId, 'uploads')} as bigint) as bytes
    from cards c
    where c.workspace_id = ${p.workspaceId} and c.board_id = ${p.boardId} and c.id > ${p.after}
    order by c.id limit ${p.limit}`;
  },
);

const rowsOf = (cards: readonly Load[]): number => cards.reduce((sum, { rows }) => sum + rows, 0);

/** Whether the cards of a board, archived and deleted ones included, are too many for one slice. */
export async function isLarge(
  db: Reading,
  board: { workspaceId: string; boardId: string },
): Promise<boolean> {
  const cards = await db.all(loads, { ...board, after: '', limit: slice.cards + 1 });
  return cards.length > slice.cards || rowsOf(cards) > slice.rows;
}

export const bytesOf = (cards: readonly Load[]): number => cards.reduce((sum, { bytes }) => sum + bytes, 0);

/** Copies all cards, slice by slice; they get new numbers in the order of their old ones. */
export async function transferCards(run: RunSlice, way: Transfer, all: readonly Load[]): Promise<void> {
  for (const cards of slicesOf(all)) {
    const ids = cards.map(({ id }) => id);
    if (rowsOf(cards) > slice.rows) await transferLarge(run, way, ids);
    else await run(({ tx }) => transferSmall(tx, way, ids));
  }
  await transferPeople(run, way);
  await transferNamed(run, way);
  const related = all.flatMap((card) => (card.related === 1 ? [card.id] : []));
  for (let at = 0; at < related.length; at += relatedAtOnce) {
    const cardIds = related.slice(at, at + relatedAtOnce);
    await run(({ tx }) => tx.run(transferredRelations.card_relations, { ...way, cardIds }));
  }
}

/** Cards whose relations are copied in one slice: each may have a hundred. */
const relatedAtOnce = 10;

/** Cards whose rows are counted in one slice. */
const lookedAt = 100;

/** What there is to copy of each card of a board, by number. */
export async function loadsOf(run: RunSlice, { from: workspaceId, boardId }: Transfer): Promise<Load[]> {
  const all: Load[] = [];
  for (let more = true; more; ) {
    const page = { workspaceId, boardId, after: all.at(-1)?.id ?? '', limit: lookedAt };
    const found = await run(({ tx }) => tx.all(loads, page));
    all.push(...found);
    more = found.length === lookedAt;
  }
  return all.toSorted((a, b) => a.number - b.number);
}

/** Groups cards into slices; a card that exceeds the limit gets a slice of its own. */
function slicesOf(all: readonly Load[]): Load[][] {
  const slices: Load[][] = [];
  let current: Load[] = [];
  for (const card of all) {
    if (current.length === slice.cards || rowsOf(current) + card.rows > slice.rows) current = [];
    if (current.length === 0) slices.push(current);
    current.push(card);
  }
  return slices;
}

const always = { since: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER };

async function transferSmall(tx: Writing, way: Transfer, cardIds: string[]): Promise<void> {
  const checklistIds = await transferBounded(tx, way, cardIds);
  await tx.run(transferredItems.checklist_items, { ...way, checklistIds });
  for (const statement of Object.values(transferredOfTime)) {
    await tx.run(statement, { ...way, cardIds, ...always });
  }
}

/** Copies cards that have very many rows, one at a time. */
async function transferLarge(run: RunSlice, way: Transfer, cardIds: string[]): Promise<void> {
  for (const cardId of cardIds) {
    const checklistIds = await run(({ tx }) => transferBounded(tx, way, [cardId]));
    for (const id of checklistIds) {
      await run(({ tx }) => tx.run(transferredItems.checklist_items, { ...way, checklistIds: [id] }));
    }
    for (const table of ['comments', 'activities', 'code_links'] as const) {
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

/** Copies cards with the children that are limited in number; returns the ids of their checklists. */
async function transferBounded(tx: Writing, way: Transfer, cardIds: string[]): Promise<string[]> {
  const firstNumber = await takeNumbers(tx, way.to, cardIds.length);
  for (const statement of Object.values(transferredCards))
    await tx.run(statement, { ...way, cardIds, firstNumber });
  const checklists = await tx.all(checklistsOf, { workspaceId: way.from, cardIds });
  return checklists.map(({ id }) => id);
}

type OfCard = { cardId: string; since: number };

const lastOfSlice = (table: keyof typeof transferredOfTime) =>
  query(
    `boards.lastOfSlice.${table}`,
    (_db, p: OfCard & { workspaceId: string }) => sql<{ at: number }>`
    select created_at as at from ${sql.table(table)}
    where workspace_id = ${p.workspaceId} and card_id = ${p.cardId} and created_at >= ${p.since}
    order by created_at limit 1 offset ${sql.lit(slice.rows - 1)}`,
  );

const lastOf = {
  comments: lastOfSlice('comments'),
  activities: lastOfSlice('activities'),
  code_links: lastOfSlice('code_links'),
};

/** Copies the next rows of a card by time; returns the time from which there may be more. */
async function transferTime(
  tx: Writing,
  table: keyof typeof transferredOfTime,
  way: Transfer,
  { cardId, since }: OfCard,
): Promise<number | undefined> {
  const last = await tx.first(lastOf[table], { workspaceId: way.from, cardId, since });
  const until = last?.at ?? always.until;
  await tx.run(transferredOfTime[table], { ...way, cardIds: [cardId], since, until });
  return last && until + 1;
}
