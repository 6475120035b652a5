import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../base/db/functions.ts';
import { rowsFrom } from '../base/db/keys.ts';
import { query } from '../base/db/query.ts';
import { type CardFilters, cardIndex, passes } from '../data/cards/fragments.ts';

/*
 * The outline of a board: its cards in order, and the size of each. It is small, so one read covers many cards in one
 * consistent state; the contents of the cards are then read slice by slice.
 */

/** Which cards of a board; those after the cursor, which consists of the order keys of a list and of a card in it. */
export interface OutlineParams extends CardCursor {
  workspaceId: string;
  boardId: string;
  limit: number;
}

export interface CardCursor {
  afterList: string;
  afterCard: string;
}

/** Before all cards. */
export const beginning: CardCursor = { afterList: '', afterCard: '' };

export interface FilterParams extends CardFilters {
  /** Only cards of this list; null for all. */
  listId: string | null;
}

/** The fields of a card in a reply, except its contents. */
export interface Outlined {
  id: string;
  listId: string;
  /** The number of live cards before it in its list. */
  index: number;
  /** Bytes of its texts. */
  size: number;
  /** Order keys of its list and of itself: the cursor of a page that ends with it. */
  listPosition: string;
  position: string;
}

/** The cards of a part of a board, and the cursor of the next part; null at the end. */
export interface Outline {
  cards: Outlined[];
  next: CardCursor | null;
}

type Row = [
  listPosition: string,
  listId: string,
  position: string,
  id: string,
  size: string,
  /** `1` if it passes the filters. Cards that do not are included so that indexes can be counted. */
  passes: string,
];

/** Max cards of one outline read. */
export const maxOutline = 2000;

/** What a form of cards needs in its outline. */
export interface OutlineColumns {
  /** Bytes of the texts of card `x`. */
  size: RawBuilder<unknown>;
  /** Columns of card `x`, in addition to its id, list and position. */
  columns: RawBuilder<unknown>;
  /** Whether card `x` passes the filters. */
  passes: RawBuilder<unknown>;
  /** Conditions on list `l`. */
  lists: RawBuilder<unknown>;
}

/** Conditions on the lists of a board: archived ones are skipped, except the requested one. */
export const filteredLists = (fn: Functions, p: FilterParams): RawBuilder<unknown> => sql`
  case when cast(${p.listId} as text) is null then l.archived_at is null else l.id = ${p.listId} end
    and (cast(${p.lists} as text) is null or ${fn.isIn('l.id', fn.each(p.lists))})`;

/**
 * The first open cards of a board after one as `x`, list by list, along the index on positions; `lists` are conditions on list `l`,
 * whose position is `k.list_position`, and `more` further ones on its cards. To be ordered and limited.
 */
export const openCardsAfter = (
  fn: Functions,
  p: OutlineParams,
  lists: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> =>
  fn.lookUp({
    table: 'cards',
    workspaceId: p.workspaceId,
    column: 'list_id',
    values: sql`(
      select l.id, l.position as list_position from lists l
      where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.deleted_at is null
        and l.position >= ${p.afterList} and ${lists}
    )`,
    only: sql`archived_at is null and deleted_at is null ${more}
      and position > case when k.list_position = ${p.afterList} then ${p.afterCard} else '' end`,
    first: { by: 'position', limit: p.limit },
  });

/**
 * The table `outlined` of a statement. It reads list by list along the index on positions and stops at the limit, so the plan
 * does not depend on statistics.
 */
export const outlineTable = (fn: Functions, p: OutlineParams, of: OutlineColumns): RawBuilder<unknown> => sql`
  outlined as materialized (
    select w.* from (
      select k.list_position, x.list_id, x.position, x.id, ${of.columns}, ${of.size} as size,
        case when ${of.passes} then 1 else 0 end as passes
      ${openCardsAfter(fn, p, of.lists)}
      order by k.list_position, x.position
      limit ${p.limit}
    ) w
  )`;

/** The outline as keys. */
export const outlineColumn = (fn: Functions): RawBuilder<string> =>
  fn.keys(['list_position', 'list_id', 'position', 'id', 'size', 'passes'], sql`from outlined`);

/** The number of cards in the cursor's list up to and including the cursor, if that list is on the board. */
export const cardsBefore = (p: OutlineParams): RawBuilder<number> => sql`coalesce((
    select ${cardIndex(p.workspaceId, 'a')} + (
      select count(*) from cards c
      where c.workspace_id = ${p.workspaceId} and c.list_id = a.list_id and c.position = a.position
        and c.archived_at is null and c.deleted_at is null
    ) from (
      select l.id as list_id, cast(${p.afterCard} as text) as position from lists l
      where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.position = ${p.afterList}
        and l.deleted_at is null
    ) a
  ), 0)`;

/** The rows that the database returns for a part of a board. */
export interface OutlineRead {
  outline: string;
  /** The number of cards before the first one in its list, if that is the cursor's list. */
  before: number;
}

/** The cards that pass the filters, from an outline read after a cursor with a limit. */
export function parseOutline(read: OutlineRead, after: Pick<OutlineParams, 'afterList' | 'limit'>): Outline {
  const rows = rowsFrom<Row>(read.outline, 6);
  const cards: Outlined[] = [];
  let [list, listId, index] = [after.afterList, '', Number(read.before)];
  for (const [listPosition, inList, position, id, size, passes] of rows) {
    if (listPosition !== list) index = 0;
    // One string shared by all cards of a list: there may be thousands.
    if (inList !== listId) [list, listId] = [listPosition, inList];
    if (passes === '1') cards.push({ id, listId, index, size: Number(size), listPosition: list, position });
    index++;
  }
  const last = rows.length < after.limit ? undefined : rows.at(-1);
  return { cards, next: last ? { afterList: last[0], afterCard: last[2] } : null };
}

/** Archived cards after a time and an id, which make up the cursor. */
export const archiveOutline = query(
  'reading.archiveOutline',
  (_db, p: OutlineParams & FilterParams & { at: number; id: string }, fn) => sql<{ outline: string }>`
  select ${fn.keys(
    ['o.archived_at', 'o.list_id', 'o.place', 'o.id', 'o.size', 'o.passes'],
    sql`from (
      select c.archived_at, c.list_id, ${cardIndex(p.workspaceId, 'c')} as place, c.id,
        octet_length(c.title) + coalesce(octet_length(c.description), 0) as size,
        case when ${passes(fn, p, 'c')} then 1 else 0 end as passes
      from cards c
      join lists l on l.workspace_id = ${p.workspaceId} and l.id = c.list_id and l.deleted_at is null
      where c.workspace_id = ${p.workspaceId} and c.board_id = ${p.boardId}
        and c.archived_at is not null and c.deleted_at is null
        and (c.archived_at, c.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
        and (cast(${p.listId} as text) is null or c.list_id = ${p.listId})
        and (cast(${p.lists} as text) is null or ${fn.isIn('c.list_id', fn.each(p.lists))})
      order by c.archived_at desc, c.id desc
      limit ${p.limit}
    ) o`,
  )} as outline`,
);

/** An outline of archived cards, the most recently archived first. */
export function parseArchive(read: { outline: string }, limit: number): Outline {
  const rows = rowsFrom<
    [at: string, listId: string, index: string, id: string, size: string, passes: string]
  >(read.outline, 6);
  const cards = rows
    .filter(([, , , , , passing]) => passing === '1')
    .map(([at, listId, index, id, size]) => ({
      id,
      listId,
      index: Number(index),
      size: Number(size),
      listPosition: at,
      position: id,
    }));
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { cards, next: last ? { afterList: last[0], afterCard: last[3] } : null };
}
