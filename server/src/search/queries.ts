import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../../contract/permissions.ts';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import type { Functions } from '../base/db/functions.ts';
import { type Query, query } from '../base/db/query.ts';
import type { Slice, TextSearch, Visible } from '../base/db/text-search.ts';
import { body, joinSources, title } from './sources.ts';

/** A text that matches a search; a lower rank is better. */
export interface Hit {
  id: string;
  kind: 'board' | 'card' | 'comment';
  rank: number;
}

/** A search and its caller. */
export interface SearchRequest extends TextSearch, Principal {
  /** Whether the caller's permissions differ between boards. */
  differs: boolean;
}

/** True if the caller has these permissions on a board; `board` is its alias in the surrounding query. */
type May = (board: string, ...permissions: Permission[]) => RawBuilder<boolean>;

/**
 * A statement in two forms: one for callers whose permissions are the same on all boards of the workspace, and one that checks
 * the board of each match.
 */
function search<P extends Principal & { workspaceId: string }, R>(
  name: string,
  build: (p: P, fn: Functions, may?: May) => RawBuilder<R>,
): (asks: { differs: boolean }) => Query<P, R> {
  const alike = query<P, R>(`search.${name}`, (_db, p, fn) => build(p, fn));
  const each = query<P, R>(`search.${name}OnBoards`, (_db, p, fn) =>
    build(p, fn, (board, ...permissions) => mayOnBoard(board, p, ...permissions)),
  );
  return ({ differs }) => (differs ? each : alike);
}

/**
 * True if the caller sees the board of text `s`. `coalesce` keeps the planner from using the index of live comments, so that
 * a comment is looked up by its id.
 */
function visible(fn: Functions, { workspaceId }: { workspaceId: string }, may?: May): Visible | undefined {
  if (!may) return undefined;
  // Checked text by text: PostgreSQL may evaluate an `exists` for all texts in advance.
  const seen = (from: RawBuilder<unknown>, ...permissions: Permission[]) => sql`(
    select 1 from ${from} and ${may('b', 'board:view', ...permissions)}) is not null`;
  const card = fn.row({ table: 'cards', as: 'c', workspaceId, id: 'k.card_id' });
  const board = fn.row({ table: 'boards', as: 'b', workspaceId, id: 'c.board_id' });
  return sql`case s.kind
    when 'board' then ${seen(sql`boards b where b.workspace_id = ${workspaceId} and b.id = s.id`)}
    when 'card' then ${seen(sql`cards c ${board} where c.workspace_id = ${workspaceId} and c.id = s.id`, 'card:view')}
    else ${seen(
      sql`comments k ${card} ${board}
        where k.workspace_id = ${workspaceId} and k.id = s.id and coalesce(k.deleted_at, 0) = 0`,
      'card:view',
      'comment:view',
    )} end`;
}

/**
 * Texts with the words of a search, newest first: on PostgreSQL all matches, on SQLite a slice of the index's candidates, whose
 * rank is null if a text does not match after all.
 */
export const textsWith = search('textsWith', (p: Slice & Principal, fn, may) =>
  fn.textsWith(p, visible(fn, p, may)),
);

/**
 * For SQLite: hits among the newest `take` texts of a workspace below an id, or among fewer with about `bytes`, newest first.
 * The last row has the id down to which texts were compared, null if there are no further texts; its rank is the number of
 * texts compared. Most slices are within their bytes as a whole, which one sum shows; only for others a running sum counts how
 * many texts fit.
 */
export const textsLookedThrough = search(
  'lookedThrough',
  (p: SearchRequest & { below: string; take: number; bytes: number }, fn, may) => {
    const sized = sql`select id, coalesce(octet_length(title) + octet_length(body), 0) as size from search_texts
      where workspace_id = ${p.workspaceId} and id < ${p.below} order by id desc limit ${p.take}`;
    return sql<Omit<Hit, 'id'> & { id: string | null }>`
    with whole as materialized (
      select min(id) as id, count(*) as texts, coalesce(sum(size), 0) as size from (${sized}) sized
    ),
    slice as materialized (
      select id, texts, texts as looked from whole where size <= ${p.bytes}
      union all
      select min(id) as id, (select texts from whole) as texts, count(*) as looked from (
        select id, sum(size) over (order by id desc rows unbounded preceding) - size as newer from (${sized}) sized
        where (select size from whole) > ${p.bytes}
      ) summed where newer < ${p.bytes} having count(*) > 0
    )
    select id, kind, rank from (
      select s.id as id, s.kind as kind, ${fn.rankOfText(p, visible(fn, p, may))} as rank from search_texts s
      where s.workspace_id = ${p.workspaceId} and s.id < ${p.below} and s.id >= (select id from slice)
      order by s.id desc
    ) ranked where rank is not null
    union all
    select case when texts = looked and texts < ${p.take} then null else id end, 'end', looked from slice`;
  },
);

interface OfWaiting {
  workspaceId: string;
  /** Max texts. */
  limit: number;
  /** Approximate max bytes of their source texts. */
  mostBytes: number;
}

/** A source text, not folded yet. */
export interface Waiting extends Omit<Hit, 'rank'> {
  title: string;
  body: string;
}

/** Sizes are read first: neither engine reads a long text to determine its length. */
const waiting = (p: OfWaiting, fn: Functions) => sql<Waiting>`
  select s.id as id, s.kind as kind, ${title} as title, ${body} as body from (
    select id, kind, sum(size) over (order by id desc rows unbounded preceding) - size as newer from (
      select s.id as id, s.kind as kind, octet_length(${title}) + octet_length(${body}) as size from (
        select id from search_texts where title is null and workspace_id = ${p.workspaceId}
        order by id desc limit ${p.limit}
      ) w cross join search_texts s ${joinSources(fn, p.workspaceId)}
      where s.workspace_id = ${p.workspaceId} and s.id = w.id
    ) sized
  ) s ${joinSources(fn, p.workspaceId)}
  where s.newer < ${p.mostBytes}
  order by s.id desc`;

/** The newest texts that are waiting to be indexed. */
export const waitingTexts = query('search.waiting', (_db, p: OfWaiting, fn) => waiting(p, fn));

/** For PostgreSQL: `textsWith` and `waitingTexts` in one statement; waiting texts have a title, and no rank. */
export const textsAndWaiting = search(
  'textsAndWaiting',
  (p: Slice & Principal & OfWaiting, fn, may) => sql<
    Omit<Hit, 'rank'> & { rank: number | null; title: string | null; body: string | null }
  >`
  select id, kind, rank, cast(null as text) as title, cast(null as text) as body from (${fn.textsWith(p, visible(fn, p, may))}) ready
  union all
  select id, kind, cast(null as bigint) as rank, title, body from (${waiting(p, fn)}) waiting`,
);

interface Found extends SearchRequest {
  hits: Hit[];
  /** The card number in the query; null if there is none. */
  number: number | null;
  limit: number;
}

/** Max boards searched by name, newest first: a workspace has no more. */
const boardsLookedThrough = sql.lit(1000);

/**
 * The live boards and cards of some hits, and the boards whose names match, as JSON, best first. `coalesce` makes SQLite look
 * up a comment by its id rather than by the index of the workspace's live comments.
 */
export const searchResults = search('results', (p: Found, fn, may = () => sql`1 = 1`) => {
  const row = (table: string, as: string, id: string, left = false) =>
    fn.row({ table, as, workspaceId: p.workspaceId, id, left });
  return sql<{ json: string }>`
  with hits as materialized (
    select id, kind, rank from ${fn.rows(p.hits, { id: 'text', kind: 'text', rank: 'integer' })} given
    union all
    select id, 'board', rank from (
      select s.id as id, ${fn.rankOfText(p)} as rank
      from (
        select id from search_texts where workspace_id = ${p.workspaceId} and kind = 'board'
        order by id desc limit ${boardsLookedThrough}
      ) n cross join search_texts s
      where s.workspace_id = ${p.workspaceId} and s.id = n.id
    ) named where rank = 1
  ),
  found as materialized (
    select type, id, min(rank) as rank from (
      select kind as type, id, rank from hits where kind <> 'comment'
      union all
      select 'card' as type, k.card_id as id, h.rank as rank
      from hits h ${row('comments', 'k', 'h.id')} ${row('cards', 'c', 'k.card_id')} ${row('boards', 'b', 'c.board_id')}
      where h.kind = 'comment' and coalesce(k.deleted_at, 0) = 0 and ${may('b', 'comment:view')}
      union all
      select 'card' as type, id, 0 as rank from cards
      where workspace_id = ${p.workspaceId} and number = cast(${p.number} as bigint)
    ) every_way group by type, id
  ),
  page as materialized (
    select * from (
      select f.rank, b.id as id, b.id as board_id, b.created_at as created_at
      from found f ${row('boards', 'b', 'f.id')}
      where f.type = 'board' and b.deleted_at is null and ${may('b', 'board:view')}
      union all
      select f.rank, c.id as id, c.board_id as board_id, c.created_at as created_at
      from found f ${row('cards', 'c', 'f.id')} ${row('lists', 'l', 'c.list_id')} ${row('boards', 'b', 'c.board_id')}
      where f.type = 'card' and c.deleted_at is null and l.deleted_at is null and b.deleted_at is null
        and ${may('b', 'board:view', 'card:view')}
    ) live order by rank, created_at desc, id desc limit ${p.limit}
  ),
  dated as materialized (
    select p.*, (
      select a.created_at from activities a
      where a.workspace_id = ${p.workspaceId} and a.card_id = p.id and a.type not in ('card.created', 'card.proposed')
      order by a.created_at desc limit 1
    ) as last_activity from page p
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
    archivedAt: fn.millis('coalesce(c.archived_at, l.archived_at, b.archived_at)'),
    createdAt: fn.millis('f.created_at'),
    updatedAt: fn.millis('f.last_activity'),
  })} as json
  from dated f ${row('boards', 'b', 'f.board_id')} ${row('cards', 'c', 'f.id', true)} ${row('lists', 'l', 'c.list_id', true)}
  order by f.rank, f.created_at desc, f.id desc`;
});

const ofKind = (card: string, board: string) =>
  sql.raw(`case when c.id is null then ${board} else ${card} end`);
