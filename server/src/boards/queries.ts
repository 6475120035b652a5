import { type RawBuilder, sql } from 'kysely';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import { versionsOf } from '../base/changes/versions.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { boardLabelsJson } from '../labels/fragments.ts';
import { membersShown, workspaceMembersJson } from '../members/fragments.ts';
import { type OfPart, type PartRead, partColumns, partTables } from './part.ts';

export interface ListBoards extends Principal {
  workspaceId: string;
  userId: string;
  /** Null for all. */
  type: string | null;
  archived: boolean;
}

/**
 * Lists and labels that are listed at once. They are counted up to `usual`; a board that has more of either counts as if it
 * were full.
 */
const slice = { entries: 5000, usual: 20, full: 1000 };

/** The boards of a workspace: those of the first slice as a JSON array, and the ids of the others, each with its slice. */
export const boardSummaries = query(
  'boards.summaries',
  (_db, p: ListBoards, fn) => sql<{ json: string; rest: string }>`
  with
    found as materialized (
      select b.*, row_number() over (order by ${summaryOrder}) as place, ${entriesOf(p.workspaceId)} as entries
      from (
        select o.id, o.name, ${favorite(p, 'o')} as favorite, ${showsLists('o', p)} as show_lists
        from boards o
        where o.workspace_id = ${p.workspaceId} and o.deleted_at is null and ${mayOnBoard('o', p, 'board:view')}
          and o.type = coalesce(cast(${p.type} as text), o.type)
          and case when o.archived_at is null then 0 else 1 end = ${p.archived}
      ) b
    ),
    sliced as materialized (
      select found.*,
        (cast(sum(entries) over (order by place) as bigint) - entries) / ${sql.lit(slice.entries)} as slice
      from found
    )
  select
    ${fn.list(summary(fn, p.workspaceId), sql`from sliced b where b.slice = 0`, 'b.place')} as json,
    ${fn.keys(['b.id', 'b.slice'], sql`from (select * from sliced where slice > 0 order by place) b`)} as rest`,
);

interface MoreBoards extends Principal {
  workspaceId: string;
  userId: string;
  ids: readonly string[];
}

/** The same of boards that are named, as far as they are still there. */
export const moreBoardSummaries = query(
  'boards.moreSummaries',
  (_db, p: MoreBoards, fn) => sql<{ json: string }>`
  select ${fn.list(
    summary(fn, p.workspaceId),
    sql`from (
      select x.id, x.name, ${favorite(p, 'x')} as favorite, ${showsLists('x', p)} as show_lists
      ${fn.lookUp({ table: 'boards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
        and x.deleted_at is null and ${mayOnBoard('x', p, 'board:view')}
    ) b`,
    summaryOrder,
  )} as json`,
);

/** A board `b` as it is listed. */
const summary = (fn: Functions, workspaceId: string) =>
  fn.object({
    publicId: 'b.id',
    name: 'b.name',
    favorite: fn.flag('b.favorite'),
    lists: fn.list(
      fn.object({ publicId: 'l.id', name: 'l.name', index: 'l.place' }),
      sql`${placedLists(workspaceId, 'b')} where b.show_lists = 1`,
      'l.place',
    ),
    labels: boardLabelsJson(fn, workspaceId, 'b'),
  });

/** 1 where the caller may see the lists of a board. */
const showsLists = (board: string, p: Principal & { workspaceId: string }) =>
  sql`case when ${mayOnBoard(board, p, 'list:view')} then 1 else 0 end`;

const summaryOrder = sql`b.favorite desc, lower(b.name), b.id`;

/** About how many lists and labels board `b` has, and one for itself. */
function entriesOf(workspaceId: string): RawBuilder<number> {
  const upTo = (table: string) =>
    sql`(select count(*) from (select 1 from ${sql.raw(table)} t
      where t.workspace_id = ${workspaceId} and t.board_id = b.id limit ${sql.lit(slice.usual + 1)}) t)`;
  const [lists, labels] = [upTo('lists'), upTo('labels')];
  return sql`(select case when c.lists > ${sql.lit(slice.usual)} or c.labels > ${sql.lit(slice.usual)}
    then ${sql.lit(slice.full)} else 1 + c.lists + c.labels end
    from (select ${lists} as lists, ${labels} as labels) c)`;
}

export interface ReadBoard extends OfPart {
  userId: string;
  showLists: boolean;
  /** Whether all members of the workspace are shown, or those only who see the board. */
  showAllMembers: boolean;
}

/** A board with the first part of its cards; the structured parts of the board itself are JSON texts. */
export interface BoardRead extends PartRead {
  settings: string;
  favorite: number;
  workspace: string;
  members: string;
  labels: string;
  /** Ids and names, in order. */
  lists: string;
}

/** A board with its first cards, as it is at one moment. */
export const boardRead = query(
  'boards.read',
  (_db, p: ReadBoard, fn) => sql<BoardRead>`
  with ${partTables(fn, p)}
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
    ${workspaceMembersJson(fn, p.workspaceId, 'v.show_emails', membersShown(p.workspaceId))} as members,
    ${boardLabelsJson(fn, p.workspaceId, 'b')} as labels,
    ${fn.list(
      fn.object({ publicId: 'l.id', name: 'l.name', index: 'l.place' }),
      sql`${placedLists(p.workspaceId, 'b')} where v.show_lists = 1`,
      'l.place',
    )} as lists,
    0 as before,
    ${partColumns(fn, p)}
  from boards b
  join workspaces w on w.id = ${p.workspaceId}
  cross join (
    select cast(${p.showEmails} as bigint) as show_emails, cast(${p.showMembers} as bigint) as show_members,
      cast(${p.showLists} as bigint) as show_lists, cast(${p.showAllMembers} as bigint) as show_all_members
  ) v
  where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}`,
);

interface Address {
  workspaceSlug: string;
  boardSlug: string;
  type: string;
}

/** What everyone may know of where a public board is; no row where there is no such board. */
export interface PublicBoardRow {
  workspaceId: string;
  id: string;
  versions: string;
}

export const publicBoard = query(
  'boards.public',
  (_db, p: Address) => sql<PublicBoardRow>`
  select b.workspace_id as "workspaceId", b.id as id, ${sql.raw(versionsOf('b.workspace_id', 'b.id'))} as versions
  from workspaces w
  join boards b on b.workspace_id = w.id and b.slug = ${p.boardSlug}
  where w.slug = ${p.workspaceSlug} and w.deleted_at is null and w.allow_public_boards = 1
    and b.visibility = 'public' and b.type = 'regular' and b.type = ${p.type} and b.archived_at is null and b.deleted_at is null`,
);

/** 1 where the user marked the board as a favourite; `board` is its alias in the query around it. */
const favorite = (p: { workspaceId: string; userId: string }, board: string): RawBuilder<number> =>
  sql`case when exists (
    select 1 from favourites f where f.workspace_id = ${p.workspaceId}
      and f.board_id = ${sql.raw(board)}.id and f.user_id = ${p.userId}) then 1 else 0 end`;

/** The live lists of a board as `l`, with their places; `board` is its alias in the query around it. */
const placedLists = (workspaceId: string, board: string): RawBuilder<unknown> =>
  sql`from (
    select id, name, row_number() over (order by position) - 1 as place from lists
    where workspace_id = ${workspaceId} and board_id = ${sql.raw(board)}.id and deleted_at is null and archived_at is null
  ) l`;
