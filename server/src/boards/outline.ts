import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../base/db/functions.ts';
import { rowsFrom } from '../base/db/keys.ts';
import { query } from '../base/db/query.ts';
import { type CardFilters, cardIndex, passes } from '../data/cards/fragments.ts';

/*
 * The outline of a board: its cards in order, and the size of each. It is small, so one read covers many cards in one
 * consistent state; the contents of the cards are then read slice by slice.
 */

/** The outline covers only what comes after this cursor. */
export interface OfOutline extends CardFilters, CardCursor {
  workspaceId: string;
  boardId: string;
  /** Only cards of this list; null for all. */
  listId: string | null;
  limit: number;
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

/** Order keys of a list and of a card in it. */
export interface CardCursor {
  afterList: string;
  afterCard: string;
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

/** Max size of one read of cards: a page of 500 plus the card that shows whether there are more. */
export const slice = { cards: 501, bytes: 128 * 1024 };

/** Max bytes of the texts that are read together with an outlined card; longer ones are looked up when needed. */
const shortTexts = 4096;

/**
 * The table `outlined` of a statement. It reads list by list along the index on positions and stops at the limit, so the plan
 * does not depend on statistics. Lists that are filtered out are skipped, as are archived lists, except the requested one.
 */
export const outlineTable = (fn: Functions, p: OfOutline): RawBuilder<unknown> => sql`
  outlined as materialized (
    select w.list_position, w.list_id, w.position, w.id, w.number, w.due_at, w.created_at, w.touched_at, w.size, w.passes,
      case when w.size <= ${sql.lit(shortTexts)} then w.title end as title,
      case when w.size <= ${sql.lit(shortTexts)} then w.description end as description
    from (
      select k.list_position, x.list_id, x.position, x.id, x.number, x.due_at, x.created_at, x.touched_at, x.title,
        x.description,
        octet_length(x.title) + coalesce(octet_length(x.description), 0) as size,
        case when ${passes(fn, p, 'x')} then 1 else 0 end as passes
      ${fn.lookUp({
        table: 'cards',
        workspaceId: p.workspaceId,
        column: 'list_id',
        values: sql`(
          select l.id, l.position as list_position from lists l
          where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.deleted_at is null
            and l.position >= ${p.afterList}
            and case when cast(${p.listId} as text) is null then l.archived_at is null else l.id = ${p.listId} end
            and (cast(${p.lists} as text) is null or ${fn.isIn('l.id', fn.each(p.lists))})
        )`,
        only: sql`archived_at is null and deleted_at is null
          and position > case when k.list_position = ${p.afterList} then ${p.afterCard} else '' end`,
        first: { by: 'position', limit: p.limit },
      })}
      order by k.list_position, x.position
      limit ${p.limit}
    ) w
  )`;

/** The outline as keys. */
export const outlineColumn = (fn: Functions): RawBuilder<string> =>
  fn.keys(['list_position', 'list_id', 'position', 'id', 'size', 'passes'], sql`from outlined`);

/** The number of cards in the cursor's list up to and including the cursor, if that list is on the board. */
export const cardsBefore = (p: OfOutline): RawBuilder<number> => sql`coalesce((
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

/** Archived cards after a time and an id, which make up the cursor. */
export const archiveOutline = query(
  'boards.archiveOutline',
  (_db, p: OfOutline & { at: number; id: string }, fn) => sql<{ outline: string }>`
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
export function archivedIn(read: { outline: string }, limit: number): Outline {
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

/** Max cards of one outline read. */
export const outlineSize = 2000;

/** The rows that the database returns for a part of a board. */
export interface OutlineRead {
  outline: string;
  /** The number of cards before the first one in its list, if that is the cursor's list. */
  before: number;
}

/** The cards that pass the filters, from an outline read after a cursor with a limit. */
export function outlinedIn(read: OutlineRead, after: Pick<OfOutline, 'afterList' | 'limit'>): Outline {
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
