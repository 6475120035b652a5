import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../db/functions.ts';
import { query } from '../db/query.ts';
import type { TextSearch } from '../db/text-search.ts';

interface Search extends TextSearch {
  /** All of them have to be found in a text; folded. */
  words: { word: string }[];
  /** The card whose number was asked for; null where none was. */
  number: number | null;
  withCards: boolean;
  withComments: boolean;
  limit: number;
}

/** Boards that are looked through by name, the newest: whoever has more still finds them by the index. */
const boardsLookedThrough = sql.lit(1000);

/**
 * The live boards and cards that a search finds, as JSON, the best first. `cross join` has SQLite go from the few that
 * were found to their rows, where it would rather walk the workspace.
 */
export const searchResults = query(
  'search.results',
  (_db, p: Search, fn) => sql<{ json: string }>`
  with candidates as materialized (
    ${fn.textsWith(p)}
    union
    select id from (
      select id from boards where workspace_id = ${p.workspaceId} order by id desc limit ${boardsLookedThrough}
    ) newest_boards
  ),
  hits as materialized (
    select s.kind, s.id, case when ${holdsAll(fn, p, 's.title')} then 1 else 2 end as rank
    from candidates x cross join search_texts s
    where s.workspace_id = ${p.workspaceId} and s.id = x.id and ${holdsAll(fn, p, "s.title || ' ' || s.body")}
  ),
  found as materialized (
    select type, id, min(rank) as rank from (
      select kind as type, id, rank from hits where kind <> 'comment'
      union all
      select 'card' as type, k.card_id as id, 3 as rank from hits h cross join comments k
      where k.workspace_id = ${p.workspaceId} and k.id = h.id and k.deleted_at is null
        and h.kind = 'comment' and cast(${p.withComments} as bigint) = 1
      union all
      select 'card' as type, id, 0 as rank from cards
      where workspace_id = ${p.workspaceId} and number = cast(${p.number} as bigint)
    ) every_way group by type, id
  ),
  page as materialized (
    select * from (
      select f.rank, b.id as id, b.id as board_id, b.created_at as created_at
      from found f cross join boards b
      where b.workspace_id = ${p.workspaceId} and b.id = f.id and b.deleted_at is null and f.type = 'board'
      union all
      select f.rank, c.id as id, c.board_id as board_id, c.created_at as created_at
      from found f cross join cards c cross join lists l cross join boards b
      where c.workspace_id = ${p.workspaceId} and c.id = f.id and c.deleted_at is null
        and l.workspace_id = c.workspace_id and l.id = c.list_id and l.deleted_at is null
        and b.workspace_id = c.workspace_id and b.id = c.board_id and b.deleted_at is null
        and f.type = 'card' and cast(${p.withCards} as bigint) = 1
    ) live order by rank, created_at desc, id desc limit ${p.limit}
  )
  select ${fn.object({
    type: ofKind("'card'", "'board'"),
    publicId: 'f.id',
    title: ofKind('c.title', 'b.name'),
    description: 'c.description',
    slug: ofKind('null', 'b.slug'),
    boardPublicId: ofKind('b.id', 'null'),
    boardName: ofKind('b.name', 'null'),
    listName: 'l.name',
    cardNumber: 'c.number',
    createdAt: fn.millis('f.created_at'),
    updatedAt: fn.millis(lastActivity),
  })} as json
  from page f cross join boards b
  left join cards c on c.workspace_id = ${p.workspaceId} and c.id = f.id
  left join lists l on l.workspace_id = c.workspace_id and l.id = c.list_id
  where b.workspace_id = ${p.workspaceId} and b.id = f.board_id
  order by f.rank, f.created_at desc, f.id desc`,
);

/** True where `text` holds all words of a search. */
const holdsAll = (fn: Functions, p: Search, text: string): RawBuilder<boolean> => sql`not exists (
  select 1 from ${fn.rows(p.words, { word: 'text' })} w where not ${fn.contains(text, 'w.word')})`;

const ofKind = (card: string, board: string): RawBuilder<unknown> =>
  sql.raw(`case when c.id is null then ${board} else ${card} end`);

/** When something was last done to card `c` after it was made. */
const lastActivity = sql.raw(`(select a.created_at from activities a
  where a.workspace_id = c.workspace_id and a.card_id = c.id and a.type <> 'card.created'
  order by a.created_at desc limit 1)`);
