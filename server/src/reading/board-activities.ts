import { sql } from 'kysely';
import type { BoardActivityKind } from '../../../contract/board-activities.ts';
import { holds } from '../../../contract/permissions.ts';
import type { Located } from '../base/access/locate.ts';
import type { Reads } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';

/*
 * What happened on a board, from the change log: it costs a change nothing, and ends with the log. A workspace has one log, so a
 * read looks through a bounded part of it.
 */

/** Entries of the log that one read looks through. */
const lookedThrough = 2000;

interface OfBoard {
  workspaceId: string;
  boardId: string;
  /** Only entries before this position. */
  before: number;
}

interface BoardActivityPage extends OfBoard {
  userId: string | null;
  kind: string | null;
  showCards: boolean;
  showLists: boolean;
  limit: number;
}

export interface BoardActivityRow {
  position: number;
  type: string;
  kind: BoardActivityKind;
  at: number;
  actorId: string;
  actorName: string | null;
  apiKey: string | null;
  cardId: string | null;
  cardTitle: string | null;
  cardNumber: number | null;
  listId: string | null;
  listName: string | null;
}

const kindOf = sql.raw(`case
      when c.type like 'card.updated.comment.%' then 'comments'
      when c.type = 'card.updated.list' or c.type = 'card.updated.index' then 'moves'
      when c.type like 'card.updated.%' then 'changes'
      when c.type like 'card.%' then 'cards'
      else 'board' end`);

/** Cards and lists in the trash are not named. */
const onBoard = query(
  'changes.onBoard',
  (_db, p: BoardActivityPage, fn) => sql<BoardActivityRow>`
  with looked as materialized (
    select * from changes
    where workspace_id = ${p.workspaceId} and position < cast(${p.before} as bigint)
    order by position desc limit ${sql.lit(lookedThrough)}
  ), found as materialized (
    select c.*, ${kindOf} as kind from looked c
    where c.board_id = ${p.boardId} and (cast(${p.userId} as text) is null or c.user_id = ${p.userId})
      and (cast(${p.kind} as text) is null or ${kindOf} = ${p.kind})
      and (c.card_id is null or cast(${p.showCards} as bigint) = 1)
      and (c.type not like 'list.%' or cast(${p.showLists} as bigint) = 1)
      and c.type <> 'board.changed' and c.type not like '%.previewed' and c.type not like 'view.%'
      and c.type <> 'rule.changed' and c.type <> 'card.updated.claim.renewed' and c.type not like 'plan.%'
      and c.type not like '%relation%.changed'
    order by c.position desc limit ${p.limit}
  )
  select f.position as position, f.type as type, f.kind as kind, f.created_at as at, f.user_id as "actorId",
    u.name as "actorName", case when u.deleted_at is null then f.api_key end as "apiKey",
    k.id as "cardId", k.title as "cardTitle", k.number as "cardNumber", l.id as "listId", l.name as "listName"
  from found f
  join users u on u.id = f.user_id
  ${fn.row({ table: 'cards', as: 'k', workspaceId: p.workspaceId, id: 'f.card_id', left: true })}
    and k.deleted_at is null
  ${fn.row({
    table: 'lists',
    as: 'l',
    workspaceId: p.workspaceId,
    id: `coalesce(k.list_id, f.subject_id)`,
    left: true,
    when: "(f.type like 'list.%' or k.id is not null)",
  })}
    and l.deleted_at is null and cast(${p.showLists} as bigint) = 1
  order by f.position desc`,
);

/** How far back a read has looked, and whether there is more. */
const lookedTo = query(
  'changes.lookedTo',
  (_db, p: OfBoard) => sql<{ position: number | null; count: number }>`
  select min(c.position) as position, count(*) as count from (
    select position from changes
    where workspace_id = ${p.workspaceId} and position < cast(${p.before} as bigint)
    order by position desc limit ${sql.lit(lookedThrough)}
  ) c`,
);

interface Wanted {
  /** Only what was before this position. */
  before?: number;
  userId?: string | undefined;
  kind?: BoardActivityKind | undefined;
  limit: number;
}

interface Found {
  rows: BoardActivityRow[];
  /** The position before which there may be more; null if this is all. */
  next: number | null;
}

/** What happened on a board, as far as its reader may see it, newest first: from one bounded look into the log. */
export async function activitiesOn(
  db: Reads,
  { workspaceId, id: boardId, permissions }: Located<'board'>,
  { before = Number.MAX_SAFE_INTEGER, userId, kind, limit }: Wanted,
): Promise<Found> {
  const place = { workspaceId, boardId, before };
  const [found, looked] = await Promise.all([
    db.all(onBoard, {
      ...place,
      userId: userId ?? null,
      kind: kind ?? null,
      showCards: holds(permissions, 'card:view'),
      showLists: holds(permissions, 'list:view'),
      limit: limit + 1,
    }),
    db.first(lookedTo, place),
  ]);
  const rows = found.slice(0, limit);
  const isFull = found.length > limit;
  const isCut = isFull || Number(looked?.count ?? 0) === lookedThrough;
  const end = isFull ? rows.at(-1)?.position : looked?.position;
  return { rows, next: isCut && end !== undefined && end !== null ? Number(end) : null };
}
