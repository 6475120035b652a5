import { type RawBuilder, sql } from 'kysely';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { boardLabelsJson, label } from '../data/labels/fragments.ts';
import { membersShown, workspaceMembersJson } from '../data/members/fragments.ts';
import { type CardsParams, type CardsRead, cardForm } from '../reading/cards.ts';
import type { FilterParams, OutlineParams } from '../reading/outline.ts';
import { type PartRead, partColumns, partTables } from '../reading/part.ts';

export interface ListBoards extends Principal {
  workspaceId: string;
  userId: string;
  /** Null for all. */
  type: string | null;
  archived: boolean;
}

/** What is read of each board: at most `mostEntries` lists and labels each. */
interface OfEachBoard extends Principal {
  workspaceId: string;
  userId: string;
  mostEntries: number;
}

/** A board as it is listed; its parts are written as JSON. */
export interface ListedBoard {
  id: string;
  name: string;
  favorite: number;
  /** Lines: the id, the name; null if the caller may not see them. */
  lists: string | null;
  /** JSON of a label per line. */
  labels: string;
}

/** The first boards of a workspace as they are listed. */
export const firstBoards = query(
  'boards.first',
  (_db, p: ListBoards & OfEachBoard & { mostBoards: number }, fn) => sql<ListedBoard>`
  with found as materialized (
    select o.id, o.name, ${favorite(p, 'o')} as favorite, ${showsLists('o', p)} as show_lists
    from boards o where ${isListed(p)}
    ${inOrder} limit ${p.mostBoards}
  )
  select ${listed(fn, p)} from found b`,
);

/** The ids of all boards that match, in the same order. */
export const boardIds = query(
  'boards.ids',
  (_db, p: ListBoards, fn) => sql<{ ids: string }>`
  select ${fn.keys(
    ['b.id'],
    sql`from (select o.id, ${favorite(p, 'o')} as favorite from boards o where ${isListed(p)} ${inOrder}) b`,
  )} as ids`,
);

/** Boards by id, as they are listed, without those that are gone; unordered. */
export const namedBoards = query(
  'boards.named',
  (_db, p: OfEachBoard & { ids: readonly string[] }, fn) => sql<ListedBoard>`
  select ${listed(fn, p)} from (
    select x.id, x.name, ${favorite(p, 'x')} as favorite, ${showsLists('x', p)} as show_lists
    ${fn.lookUp({ table: 'boards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
      and x.deleted_at is null and ${mayOnBoard('x', p, 'board:view')}
  ) b`,
);

/** True if board `o` is among those to list. */
export const isListed = (p: ListBoards): RawBuilder<boolean> => sql`
  o.workspace_id = ${p.workspaceId} and o.deleted_at is null and ${mayOnBoard('o', p, 'board:view')}
    and o.type = coalesce(cast(${p.type} as text), o.type)
    and case when o.archived_at is null then 0 else 1 end = ${p.archived}`;

const inOrder = sql`order by favorite desc, lower(o.name), o.id`;

/**
 * The columns of a `ListedBoard` `b`. Lists and labels are looked up in the order of an index and written as lines: window
 * functions and nested JSON take twice as long.
 */
const listed = (fn: Functions, p: OfEachBoard): RawBuilder<ListedBoard> => {
  const some = (table: string, live: string, order: string) => sql`from (
    select * from ${sql.raw(table)} where workspace_id = ${p.workspaceId} and board_id = b.id and ${sql.raw(live)}
    order by ${sql.raw(order)} limit ${p.mostEntries})`;
  const lists = some('lists', 'deleted_at is null and archived_at is null', 'position');
  const labels = some('labels', 'deleted_at is null', 'id');
  return sql`b.id as id, ${fn.quoted('b.name')} as name, b.favorite as favorite,
    case when b.show_lists = 1 then ${fn.lines(['l.id', fn.quoted('l.name')], sql`${lists} l`)} end as lists,
    ${fn.lines([sql`cast(${label(fn)} as text)`], sql`${labels} n`)} as labels`;
};

/** 1 if the caller may see the lists of a board. */
export const showsLists = (board: string, p: Principal & { workspaceId: string }) =>
  sql`case when ${mayOnBoard(board, p, 'list:view')} then 1 else 0 end`;

export interface ReadBoard extends OutlineParams, FilterParams, CardsParams {
  userId: string;
  showLists: boolean;
  /** Whether all members of the workspace are shown, or only those who see the board. */
  showAllMembers: boolean;
  /** Whether the members of its workspace are included. */
  withWorkspaceMembers: boolean;
}

/** A board with the first part of its cards; the structured parts of the board itself are JSON texts. */
export interface BoardRead extends PartRead<CardsRead> {
  settings: string;
  favorite: number;
  workspace: string;
  members: string;
  labels: string;
  /** Ids and names, in order. */
  lists: string;
}

/** A board with its first cards, in one consistent state. */
export const boardRead = query(
  'boards.read',
  (_db, p: ReadBoard, fn) => sql<BoardRead>`
  with ${partTables(fn, p, cardForm)}
  select
    ${fn.object({
      publicId: 'b.id',
      name: 'b.name',
      slug: 'b.slug',
      visibility: 'b.visibility',
      isArchived: fn.flag('case when b.archived_at is null then 0 else 1 end'),
    })} as settings,
    ${favorite(p, 'b')} as favorite,
    ${fn.object({ publicId: 'w.id', name: 'w.name', slug: 'w.slug', cardPrefix: 'w.card_prefix' })} as workspace,
    ${workspaceMembersJson(
      fn,
      p.workspaceId,
      'v.show_emails',
      sql`cast(${p.withWorkspaceMembers} as bigint) = 1 and ${membersShown(p.workspaceId)}`,
    )} as members,
    ${boardLabelsJson(fn, p.workspaceId, 'b')} as labels,
    ${fn.list(
      fn.object({ publicId: 'l.id', name: 'l.name', index: 'l.place' }),
      sql`${placedLists(p.workspaceId, 'b')} where v.show_lists = 1`,
      'l.place',
    )} as lists,
    0 as before,
    ${partColumns(fn, p, cardForm)}
  from boards b
  join workspaces w on w.id = ${p.workspaceId}
  cross join (
    select cast(${p.showEmails} as bigint) as show_emails, cast(${p.showMembers} as bigint) as show_members,
      cast(${p.showLists} as bigint) as show_lists, cast(${p.showAllMembers} as bigint) as show_all_members
  ) v
  where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}`,
);

/** 1 if the user marked the board as a favourite; `board` is its alias in the surrounding query. */
export const favorite = (p: { workspaceId: string; userId: string }, board: string): RawBuilder<number> =>
  sql`case when exists (
    select 1 from favourites f where f.workspace_id = ${p.workspaceId}
      and f.board_id = ${sql.raw(board)}.id and f.user_id = ${p.userId}) then 1 else 0 end`;

/** The live lists of a board as `l`, with their indexes; `board` is its alias in the surrounding query. */
const placedLists = (workspaceId: string, board: string): RawBuilder<unknown> =>
  sql`from (
    select id, name, row_number() over (order by position) - 1 as place from lists
    where workspace_id = ${workspaceId} and board_id = ${sql.raw(board)}.id and deleted_at is null and archived_at is null
  ) l`;
