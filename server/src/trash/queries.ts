import { type RawBuilder, sql } from 'kysely';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';

interface TrashPage extends Principal {
  workspaceId: string;
  /** Only items of this board; empty for all. */
  boardId: string;
  /** Only items older than this one, given by its time in microseconds and its id. */
  at: number;
  id: string;
  /** Items deleted before this can no longer be restored. */
  since: number;
  limit: number;
}

export interface TrashItem {
  type: 'board' | 'list' | 'card' | 'attachment';
  id: string;
  title: string;
  at: number;
  deletedBy: string | null;
}

/** The rows of one table for a page; each table returns at most a page. */
const part = (
  p: TrashPage,
  type: TrashItem['type'],
  title: string,
  from: RawBuilder<unknown>,
  shown: RawBuilder<boolean>,
) => sql`select * from (
  select ${sql.lit(type)} as type, x.id as id, ${sql.raw(title)} as title, x.deleted_at as at,
    x.deleted_by as "deletedBy"
  from ${from}
  where x.workspace_id = ${p.workspaceId} and x.deleted_at > cast(${p.since} as bigint)
    and (x.deleted_at, x.id) < (cast(${p.at} as bigint), cast(${p.id} as text)) and ${shown}
  order by x.deleted_at desc, x.id desc limit ${p.limit}
) ${sql.ref(`${type}s`)}`;

/** Written so that no planner looks up all cards of the board: there may be many, with few of them in the trash. */
const onBoard = (p: TrashPage, column: string) =>
  sql<boolean>`case when cast(${p.boardId} as text) = '' then true else ${sql.ref(column)} = ${p.boardId} end`;
const noBoard = (p: TrashPage) => sql<boolean>`cast(${p.boardId} as text) = ''`;

const boardOf = (fn: Functions, { workspaceId }: TrashPage, of = 'x') =>
  fn.row({ table: 'boards', as: 'b', workspaceId, id: `${of}.board_id` });
const listOf = (fn: Functions, { workspaceId }: TrashPage, of = 'x') =>
  fn.row({ table: 'lists', as: 'l', workspaceId, id: `${of}.list_id` });
const cardOf = (fn: Functions, { workspaceId }: TrashPage) =>
  fn.row({ table: 'cards', as: 'c', workspaceId, id: 'x.card_id' });

/** The deleted items of a workspace whose parents are not deleted themselves, newest first. */
export const newestInTrash = query(
  'trash.newest',
  (_db, p: TrashPage, fn) => sql<TrashItem>`select * from (
    ${part(p, 'board', 'x.name', sql`boards x`, sql`${noBoard(p)} and ${mayOnBoard('x', p, 'board:view')}`)}
    union all
    ${part(p, 'list', 'x.name', sql`lists x ${boardOf(fn, p)}`, sql`b.deleted_at is null and ${onBoard(p, 'x.board_id')} and ${mayOnBoard('b', p, 'board:view', 'list:view')}`)}
    union all
    ${part(p, 'card', 'x.title', sql`cards x ${listOf(fn, p)} ${boardOf(fn, p)}`, sql`l.deleted_at is null and b.deleted_at is null and ${onBoard(p, 'x.board_id')} and ${mayOnBoard('b', p, 'board:view', 'card:view')}`)}
    union all
    ${part(p, 'attachment', 'x.original_filename', sql`uploads x ${cardOf(fn, p)} ${listOf(fn, p, 'c')} ${boardOf(fn, p, 'c')}`, sql`c.deleted_at is null and l.deleted_at is null and b.deleted_at is null and ${onBoard(p, 'c.board_id')} and ${mayOnBoard('b', p, 'board:view', 'card:view')}`)}
  ) items
  order by at desc, id desc limit ${p.limit}`,
);
