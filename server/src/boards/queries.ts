import { type RawBuilder, sql } from 'kysely';
import { versionsOf } from '../changes/versions.ts';
import { query } from '../db/query.ts';
import { boardLabelsJson } from '../labels/shapes.ts';
import { workspaceMembersJson } from '../members/shapes.ts';
import { type OfOutline, outlineKeys } from './outline.ts';

interface ListBoards {
  workspaceId: string;
  userId: string;
  /** Null for all. */
  type: string | null;
  archived: boolean;
  /** Whether the caller may see lists. */
  showLists: boolean;
}

/** The board summaries of a workspace as one JSON array. */
export const boardSummaries = query(
  'boards.summaries',
  (_db, p: ListBoards, fn) =>
    sql<{ json: string }>`select ${fn.list(
      fn.object({
        publicId: 'b.id',
        name: 'b.name',
        favorite: fn.flag('b.favorite'),
        lists: fn.list(
          fn.object({ publicId: 'l.id', name: 'l.name', index: 'l.place' }),
          sql`${placedLists('b')} where cast(${p.showLists} as bigint) = 1`,
          'l.place',
        ),
        labels: boardLabelsJson(fn, 'b'),
      }),
      sql`from (
        select o.workspace_id, o.id, o.name, ${favorite('o', p.userId)} as favorite from boards o
        where o.workspace_id = ${p.workspaceId} and o.deleted_at is null
          and o.type = coalesce(cast(${p.type} as text), o.type)
          and case when o.archived_at is null then 0 else 1 end = ${p.archived}
      ) b`,
      sql`b.favorite desc, lower(b.name), b.id`,
    )} as json`,
);

export interface ReadBoard extends OfOutline {
  userId: string;
  showEmails: boolean;
  showMembers: boolean;
  showLists: boolean;
}

/** A board without its cards; the structured parts are JSON texts. */
export interface BoardRead {
  settings: string;
  favorite: number;
  workspace: string;
  members: string;
  labels: string;
  /** Ids and names, in order. */
  lists: string;
  /** The beginning of `outline`, as of the same moment. */
  outline: string;
  versions: string;
}

/** A board with the outline of its first cards, as it is at one moment. */
export const boardRead = query(
  'boards.read',
  (_db, p: ReadBoard, fn) => sql<BoardRead>`
  select
    ${fn.object({
      publicId: 'b.id',
      name: 'b.name',
      slug: 'b.slug',
      visibility: 'b.visibility',
      isArchived: fn.flag('case when b.archived_at is null then 0 else 1 end'),
    })} as settings,
    ${favorite('b', p.userId)} as favorite,
    ${fn.object({ publicId: 'w.id', name: 'w.name', slug: 'w.slug', cardPrefix: 'w.card_prefix' })} as workspace,
    ${workspaceMembersJson(fn, 'w.id', 'v.show_emails', sql`v.show_members = 1`)} as members,
    ${boardLabelsJson(fn, 'b')} as labels,
    ${fn.list(
      fn.object({ publicId: 'l.id', name: 'l.name', index: 'l.place' }),
      sql`${placedLists('b')} where v.show_lists = 1`,
      'l.place',
    )} as lists,
    ${outlineKeys(fn, p)} as outline,
    ${sql.raw(versionsOf('b.workspace_id', 'b.id'))} as versions
  from boards b
  join workspaces w on w.id = b.workspace_id
  cross join (
    select cast(${p.showEmails} as bigint) as show_emails, cast(${p.showMembers} as bigint) as show_members,
      cast(${p.showLists} as bigint) as show_lists
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
  where w.slug = ${p.workspaceSlug} and w.deleted_at is null and b.visibility = 'public'
    and b.type = 'regular' and b.type = ${p.type} and b.archived_at is null and b.deleted_at is null`,
);

/** 1 where the user marked the board as a favourite; `board` is its alias in the query around it. */
const favorite = (board: string, userId: string): RawBuilder<number> => sql`case when exists (
  select 1 from favourites f where f.workspace_id = ${sql.raw(board)}.workspace_id
    and f.board_id = ${sql.raw(board)}.id and f.user_id = ${userId}) then 1 else 0 end`;

/** The live lists of a board as `l`, with their places; `board` is its alias in the query around it. */
const placedLists = (board: string): RawBuilder<unknown> =>
  sql.raw(`from (
    select workspace_id, id, name, row_number() over (order by position) - 1 as place from lists
    where workspace_id = ${board}.workspace_id and board_id = ${board}.id and deleted_at is null
  ) l`);
