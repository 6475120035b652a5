import { sql } from 'kysely';
import { shortColumns } from '../../base/card-fields.ts';
import { query } from '../../base/db/query.ts';
import { cardLabelsJson, label } from '../../data/labels/fragments.ts';
import { cardsById } from '../../reading/part.ts';
import { type TilesRead, tileForm } from '../../reading/tiles.ts';

export interface OfBoard {
  workspaceId: string;
  boardId: string;
}

/** Max cards on a page, and how many of them each list may have. */
export const mostCards = 500;
const eachList = { least: 5, most: 50 };

interface ListsParams extends OfBoard {
  /** Only this list; null for all. */
  listId: string | null;
  /** Only cards after this order key. */
  after: string;
  /** Max cards of each list; null for the usual share. */
  most: number | null;
}

export interface ListRow {
  id: string;
  name: string;
  /** Keys: ids and order keys of its first cards; one more than its share if there are more. */
  cards: string;
  /** Max cards of each list. */
  share: number;
}

/** The live lists of a board, in order, with the keys of their first cards, without templates; a board of many lists has fewer of each. */
export const publicLists = query(
  'pages.publicLists',
  (_db, p: ListsParams, fn) => sql<ListRow>`
  with share as materialized (
    select coalesce(cast(${p.most} as bigint), case
      when count(*) > ${sql.lit(mostCards / eachList.least)} then ${sql.lit(eachList.least)}
      when count(*) < ${sql.lit(mostCards / eachList.most)} then ${sql.lit(eachList.most)}
      else ${sql.lit(mostCards)} / count(*) end) as cards
    from lists where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and deleted_at is null
      and archived_at is null
  )
  select l.id as id, l.name as name, ${fn.keys(
    ['c.id', 'c.position'],
    sql`from (
      select id, position from cards
      where workspace_id = ${p.workspaceId} and list_id = l.id and archived_at is null and deleted_at is null
        and is_template = 0 and position > ${p.after}
      order by position limit (select cards + 1 from share)
    ) c`,
  )} as cards, (select cards from share) as share
  from lists l
  where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.deleted_at is null
    and l.archived_at is null and (cast(${p.listId} as text) is null or l.id = ${p.listId})
  order by l.position`,
);

/** Max characters of a title on the page of a board; the page of the card has all of it. */
const mostOfTitle = 300;

/** Cards by id, with the labels of their board as JSON. */
export const publicTiles = query(
  'pages.publicTiles',
  (_db, p: OfBoard & { ids: readonly string[] }, fn) => sql<TilesRead & { labels: string }>`
  with ids as materialized (select each.id from ${fn.ids(p.ids)} each), ${tileForm.tables(fn, p, sql`1 = 0`)}
  select
    ${fn.list(
      label(fn),
      sql`from labels n where n.workspace_id = ${p.workspaceId} and n.board_id = ${p.boardId}
        and n.deleted_at is null`,
      'n.id',
    )} as labels,
    ${tileForm.columns(
      fn,
      p,
      sql`from (
        select x.id, x.list_id, x.position, x.number, x.archived_at, 0 as related, cast(null as text) as pull_request, ${sql.raw(shortColumns('x'))},
          case when length(x.title) > ${sql.lit(mostOfTitle)} then substr(x.title, 1, ${sql.lit(mostOfTitle)}) || '…'
            else x.title end as title,
          case when x.description <> '' then 'x' end as description
        ${cardsById(fn, p)}
      ) x`,
    )}`,
);

export interface CardRow {
  number: number;
  title: string;
  description: string | null;
  dueAt: number | null;
  list: string;
  /** JSON. */
  labels: string;
  comments: number;
  attachments: number;
}

/** A live card of the board in one of its live lists; a template is none. */
export const publicCard = query(
  'pages.publicCard',
  (_db, p: OfBoard & { cardId: string }, fn) => sql<CardRow>`
  select x.number as number, x.title as title, x.description as description, x.due_at as "dueAt", l.name as list,
    ${cardLabelsJson(fn, p.workspaceId, 'x')} as labels,
    (select count(*) from comments k
      where k.workspace_id = ${p.workspaceId} and k.card_id = x.id and k.deleted_at is null) as comments,
    (select count(*) from attachments a
      where a.workspace_id = ${p.workspaceId} and a.card_id = x.id) as attachments
  from cards x join lists l on l.workspace_id = ${p.workspaceId} and l.id = x.list_id
  where x.workspace_id = ${p.workspaceId} and x.id = ${p.cardId} and x.board_id = ${p.boardId}
    and x.is_template = 0
    and x.archived_at is null and x.deleted_at is null and l.archived_at is null and l.deleted_at is null`,
);
