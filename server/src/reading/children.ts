import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../base/db/database.ts';
import type { Functions } from '../base/db/functions.ts';
import { type Lines, lineFormat } from '../base/db/keys.ts';
import { query } from '../base/db/query.ts';
import { bytesOfItem, memberOfItem } from '../data/checklists/fragments.ts';
import { rowOf } from './part.ts';

/*
 * The children of cards: labels, members and checklists with their items. Each table is read once for many cards, and the rows
 * are joined here. Lookups per card take twice as long on SQLite, and three times as long on PostgreSQL.
 */

export interface BoardParams {
  workspaceId: string;
  /** Null for cards of several boards. */
  boardId: string | null;
}

/** The cards' board, and the limits of a read. */
export interface ChildrenParams extends BoardParams {
  boardId: string;
  showMembers: boolean;
  /** Whether checklist items show when they are due, and whose they are. */
  showItemWork: boolean;
  /** Max rows read from one table. */
  maxRows: number;
  /** Max bytes of checklist item titles; if there are more, no item is read. */
  maxItemBytes: number;
}

/** Max rows of one table in one read; a slice with more is split into halves. */
export const maxRows = 3000;

/** Max bytes of checklist items in one read. */
const maxItemBytes = 128 * 1024;

/** One extra row shows that there are more. */
export const bounded = { maxRows: maxRows + 1, maxComments: maxRows + 1, maxItemBytes };

/** For a single card that exceeds the limits: more rows than a card can have; its comments and items are read separately. */
export const unbounded = { maxRows: 1_000_000, maxComments: 0, maxItemBytes: -1 };

/** For a single card that is read whole. */
export const wholeCard = { maxRows: 1_000_000, maxItemBytes: 1_000_000_000 };

export interface ChildrenRead {
  /** Keys: the card, the sort value, the id. */
  cardLabels: string;
  cardMembers: string;
  /** Lines; see `checklistLines` and `itemLines`. */
  checklists: string;
  items: string;
  /** Bytes of the item titles, even if the items are not read. */
  itemBytes: number;
}

/** Names and titles are JSON. */
const checklistLines = lineFormat('cardId', 'id', 'name');
/** For the last see `workOfItem`. */
const itemLines = lineFormat('checklistId', 'id', 'completed', 'title', 'work');

/** `from … where …` for the rows of a table on the cards `ids`, as `x`. */
export const onCards = (
  fn: Functions,
  p: { workspaceId: string },
  table: string,
  only?: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  fn.lookUp({ table, workspaceId: p.workspaceId, column: 'card_id', values: sql`ids`, only });

/** The keys of `from … where …`, rows of a table of card children. */
export const keysOn = (fn: Functions, order: string, id: string, rows: RawBuilder<unknown>) =>
  fn.keys(
    ['x.card_id', 'x.ordered', 'x.id'],
    sql`from (select x.card_id, ${sql.raw(order)} as ordered, x.${sql.raw(id)} as id ${rows}) x`,
  );

/** Average labels per card up to which all card labels of a board are read by one index scan. */
const usualLabels = 4;

/**
 * The card labels of a board, read by the index on boards: that takes a fifth of the time of lookups per card. Archived cards
 * may add more rows; if the table reaches its limit, it is incomplete and is not used.
 */
export const labelTable = (p: BoardParams, isWhole: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  labels_on_board as materialized (
    select x.card_id, x.label_id from card_labels x
    where x.workspace_id = ${p.workspaceId} and x.board_id = coalesce(cast(${p.boardId} as text), '')
    limit (select case when ${isWhole} then ${sql.lit(usualLabels)} * count(*) else 0 end from ids)
  )`;

const allLabels = sql`(select count(*) from labels_on_board) between 1 and (
  select ${sql.lit(usualLabels)} * count(*) - 1 from ids)`;

/**
 * Tables that `childrenColumns` select from. The statement defines them after `ids`, a table of the cards' `id`; `isWhole`
 * tells whether those are all live cards of the board.
 */
export const childrenTables = (
  fn: Functions,
  p: ChildrenParams,
  isWhole: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  ${labelTable(p, isWhole)},
  on_cards as materialized (
    select x.card_id, x.member_id ${onCards(fn, p, 'card_members')} and cast(${p.showMembers} as bigint) = 1
    limit ${p.maxRows}
  ),
  lists_on_cards as materialized (
    select x.card_id, x.id, x.name, x.position ${onCards(fn, p, 'checklists')} limit ${p.maxRows}
  ),
  items_on_cards as materialized (
    select x.checklist_id, x.id, x.completed, x.title, x.position, x.due_at, x.member_id, x.acceptance,
      x.completed_at, x.completed_by, x.evidence ${fn.lookUp({
        table: 'checklist_items',
        workspaceId: p.workspaceId,
        column: 'checklist_id',
        values: sql`lists_on_cards`,
      })} limit ${p.maxRows}
  ),
  item_bytes as materialized (select coalesce(sum(${bytesOfItem}), 0) as bytes from items_on_cards x)`;

/** The labels of cards as keys, from the table that `labelTable` makes if it is complete. */
export const labelKeys = (fn: Functions, p: BoardParams, max: RawBuilder<unknown>): RawBuilder<string> => sql`
  case when ${allLabels} then ${keysOn(fn, '0', 'label_id', sql`from labels_on_board x limit ${max}`)}
    else ${keysOn(fn, '0', 'label_id', sql`${onCards(fn, p, 'card_labels')} limit ${max}`)} end`;

/**
 * When an item `x` is due in microseconds, its member, and, if there is anything to say of it, whether it is an acceptance check and how it was
 * completed, with spaces between; empty unless asked for.
 */
const workOfItem = ({ workspaceId, showItemWork, showMembers }: ChildrenParams) => sql`
  case when cast(${showItemWork} as bigint) = 1 then coalesce(cast(x.due_at as text), '') || ' ' || coalesce(
    case when cast(${showMembers} as bigint) = 1 and x.member_id is not null
      then ${memberOfItem(workspaceId, 'x')} end, '') || case when x.acceptance = 0 and x.completed_at is null and x.evidence is null
      then '' else ' ' || cast(x.acceptance as text) || ' ' || coalesce(cast(x.completed_at as text), '') || ' '
        || coalesce(x.completed_by, '') || ' ' || coalesce(x.evidence, '') end else '' end`;

export const childrenColumns = (fn: Functions, p: ChildrenParams): RawBuilder<ChildrenRead> => sql`
  ${labelKeys(fn, p, sql`${p.maxRows}`)} as "cardLabels",
  ${keysOn(fn, '0', 'member_id', sql`from on_cards x`)} as "cardMembers",
  ${checklistLines.column(
    fn,
    { cardId: 'x.card_id', id: 'x.id', name: fn.quoted('x.name') },
    sql`from (select * from lists_on_cards order by card_id, position) x`,
  )} as checklists,
  ${itemLines.column(
    fn,
    {
      checklistId: 'x.checklist_id',
      id: 'x.id',
      completed: 'x.completed',
      title: fn.quoted('x.title'),
      work: workOfItem(p),
    },
    sql`from (
      select * from items_on_cards where (select bytes from item_bytes) <= ${p.maxItemBytes}
      order by checklist_id, position
    ) x`,
  )} as items,
  (select bytes from item_bytes) as "itemBytes"`;

/** The children of cards. */
export interface CardChildren {
  /** Whether there are more than one read allows. */
  hasMore: boolean;
  labels: Keys;
  members: Keys;
  checklists: Lines<'cardId' | 'id' | 'name'>;
  items: Lines<'checklistId' | 'id' | 'completed' | 'title' | 'work'>;
}

export function parseChildren(read: ChildrenRead): CardChildren {
  const children = {
    labels: parseKeys(read.cardLabels),
    members: parseKeys(read.cardMembers),
    checklists: checklistLines.parse(read.checklists),
    items: itemLines.parse(read.items),
  };
  const most = Math.max(...Object.values(children).map(({ rows }) => rows));
  return { ...children, hasMore: most > maxRows || Number(read.itemBytes) > maxItemBytes };
}

const childrenById = query(
  'reading.children',
  (_db, p: ChildrenParams & { ids: readonly string[] }, fn) => sql<ChildrenRead>`
  with ids as materialized (select each.id from ${fn.ids(p.ids)} each), ${childrenTables(fn, p, sql`1 = 0`)}
  select ${childrenColumns(fn, p)}`,
);

/** Reads the children of cards by id. */
export const childrenOf = async (
  db: Reading,
  p: ChildrenParams & { ids: readonly string[] },
): Promise<CardChildren> => parseChildren(await rowOf(db, childrenById, p));

export interface Checklist {
  id: string;
  name: string;
  items: { id: string; title: string; completed: boolean }[];
}

/** The checklists of a card with their items, in order. */
export function checklistsOf({ checklists, items }: CardChildren, card: string): Checklist[] {
  const rowsOn = ({ from, to }: { from: number; to: number }) =>
    Array.from({ length: to - from }, (_, at) => from + at);
  return rowsOn(checklists.on(card)).map((row) => {
    const id = checklists.field(row, 'id');
    const itemsOf = rowsOn(items.on(id)).map((item) => ({
      id: items.field(item, 'id'),
      title: JSON.parse(items.field(item, 'title')) as string,
      completed: items.field(item, 'completed') === '1',
    }));
    return { id, name: JSON.parse(checklists.field(row, 'name')) as string, items: itemsOf };
  });
}

/** Ids of card children, by card. */
export interface Keys {
  rows: number;
  /** In order. */
  on: (card: string) => readonly Key[];
}

/** Sort key of an id on a card: the time, then the id itself. */
interface Key {
  order: number;
  id: string;
}

export function parseKeys(text: string): Keys {
  const fields = text === '' ? [] : text.split(' ');
  const found = new Map<string, Key[]>();
  for (let at = 0; at < fields.length; at += 3) {
    const card = fields[at] ?? '';
    const key = { order: Number(fields[at + 1]), id: fields[at + 2] ?? '' };
    const others = found.get(card);
    if (others) others.push(key);
    else found.set(card, [key]);
  }
  for (const keys of found.values()) if (keys.length > 1) keys.sort(byOrder);
  return { rows: fields.length / 3, on: (card) => found.get(card) ?? none };
}

const none: readonly Key[] = [];

const byOrder = (a: Key, b: Key): number => a.order - b.order || (a.id < b.id ? -1 : Number(a.id > b.id));
