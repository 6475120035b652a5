import { type RawBuilder, sql } from 'kysely';
import { mostUnread, type NotificationKind } from '../../../contract/notifications.ts';
import { allPermissions, bitOf, type PermissionMask } from '../../../contract/permissions.ts';
import type { QuestionState } from '../../../contract/question-shapes.ts';
import { heldInWorkspace, isHeldBySeat } from '../base/access/board-permissions.ts';
import { type OpenWorkspaces, opensWorkspace } from '../base/access/policies.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';

/* What a user was told, and may still see: each read asks for their permissions as they are now. */

/** The caller, and what the credential allows. */
export interface Viewing extends OpenWorkspaces {
  userId: string;
  mask: PermissionMask;
  /** The only boards that it opens; null for all. */
  openBoards: string | null;
  now: number;
}

/** The workspaces of which the caller is an active member. */
export const seats = (p: Viewing) => sql`seats as materialized (
    select m.workspace_id, m.id, r.level, ${heldInWorkspace} as permissions
    from members m
    join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
    where m.user_id = ${p.userId} and m.status = 'active'
      and ${opensWorkspace('m.workspace_id', p)}
  )`;

const may = (p: Viewing, permission: 'board:view' | 'card:view' | 'comment:view'): RawBuilder<boolean> =>
  isHeldBySeat(p, permission);

/** The role of the caller in `seat` on board `b`. */
const roleOnBoard = sql`
    left join board_members bm on bm.workspace_id = seat.workspace_id and bm.board_id = b.id and bm.member_id = seat.id
    left join roles br on br.workspace_id = seat.workspace_id and br.id = bm.role_id`;

/** The card `c` and the board `b` that rows of `from` are about, where the caller in `seat` may see them. */
const cardsSeen = (fn: Functions, from: string, p: Viewing): RawBuilder<unknown> => {
  const workspaceId = sql.ref(`${from}.workspace_id`);
  return sql`from ${sql.table(from)} cross join seats seat
    ${fn.row({ table: 'cards', as: 'c', workspaceId, id: `${from}.card_id` })}
    ${fn.row({ table: 'boards', as: 'b', workspaceId, id: 'c.board_id' })}
    ${roleOnBoard}
    where seat.workspace_id = ${workspaceId} and c.deleted_at is null and b.deleted_at is null
      and ${may(p, 'card:view')}`;
};

/** The same of rows that are about a board `b` and no card. */
const boardsSeen = (fn: Functions, from: string, p: Viewing): RawBuilder<unknown> => {
  const workspaceId = sql.ref(`${from}.workspace_id`);
  return sql`from ${sql.table(from)} cross join seats seat
    ${fn.row({ table: 'boards', as: 'b', workspaceId, id: `${from}.board_id` })}
    ${roleOnBoard}
    where seat.workspace_id = ${workspaceId} and ${sql.ref(`${from}.card_id`)} is null and b.deleted_at is null
      and ${may(p, 'board:view')} and (${sql.ref(`${from}.kind`)} <> 'webhook-disabled'
        or (seat.permissions & cast(${p.mask} as bigint) & ${sql.lit(bitOf('workspace:manage'))}) <> 0)`;
};

/** Kinds about a workspace that take a permission there. */
const needs = (kind: RawBuilder<unknown>) => sql`case ${kind}
  when 'webhook-disabled' then ${sql.lit(bitOf('workspace:manage'))} else ${sql.lit(bitOf('workspace:view'))} end`;

/**
 * The same of rows that are about a workspace, or about the account. An invitation is seen by the one who has proved its address.
 * What is about the account is seen with a credential for all of it, and none of this with one that opens only some boards.
 */
const othersSeen = (from: string, p: Viewing): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${from}.${column}`);
  const needed = needs(of('kind'));
  return sql`from ${sql.table(from)}
    where ${of('card_id')} is null and ${of('board_id')} is null and cast(${p.openBoards} as text) is null and (
      exists (
        select 1 from seats seat where seat.workspace_id = ${of('workspace_id')}
          and (seat.permissions & cast(${p.mask} as bigint) & ${needed}) <> 0)
      or ${of('kind')} = 'invited' and cast(${p.openWorkspaceId} as text) is null and exists (
        select 1 from users me
        join members m on m.workspace_id = ${of('workspace_id')} and m.email = me.email and m.status = 'invited'
        join workspaces w on w.id = m.workspace_id and w.deleted_at is null
        where me.id = ${p.userId} and me.email_verified_at is not null)
      or ${of('workspace_id')} = '' and cast(${p.openWorkspaceId} as text) is null
        and cast(${p.mask} as bigint) = ${sql.lit(allPermissions)})`;
};

/** A notification with what is needed to show it. */
export interface Told {
  workspaceId: string;
  id: string;
  kind: NotificationKind;
  times: number;
  toldAt: number;
  readAt: number | null;
  archivedAt: number | null;
  apiKey: string | null;
  commentId: string | null;
  data: string | null;
  /** Null if the caller may no longer see it; of what it is about, all below is then null, too. */
  seen: string | null;
  workspaceName: string | null;
  actorId: string | null;
  actorName: string | null;
  boardId: string | null;
  boardName: string | null;
  cardId: string | null;
  cardTitle: string | null;
  cardNumber: number | null;
  excerpt: string | null;
  /** Of a question that the caller may read. */
  asks: QuestionState | null;
  options: string | null;
}

export interface Inbox extends Viewing {
  kind: string | null;
  workspaceId: string | null;
  /** Only those told before this, given by its time, which is not in the future, and its id. */
  at: number;
  id: string;
  /** Only those told after this. */
  since: number;
  limit: number;
}

/** The notifications that `page` selects, whether the caller may still see them or not. */
const shownOf = <P extends Viewing>(name: string, page: (p: P, fn: Functions) => RawBuilder<unknown>) =>
  query(
    name,
    (_db, p: P, fn) => sql<Told>`
  with ${seats(p)}, page as materialized (
    ${page(p, fn)}
  ), seen as materialized (
    select page.workspace_id, page.id, c.id as card_id, c.title, c.number, b.id as board_id, b.name,
      case when ${may(p, 'comment:view')} then 1 else 0 end as shows_comment
    ${cardsSeen(fn, 'page', p)}
    union all
    select page.workspace_id, page.id, null, null, null, b.id, b.name, 0
    ${boardsSeen(fn, 'page', p)}
    union all
    select page.workspace_id, page.id, null, null, null, null, null, 0
    ${othersSeen('page', p)}
  )
  select page.workspace_id as "workspaceId", page.id as id, page.kind as kind, page.times as times, page.told_at as "toldAt",
    page.read_at as "readAt", page.archived_at as "archivedAt", page.comment_id as "commentId",
    page.data as data, seen.id as seen, case when u.deleted_at is null then page.api_key end as "apiKey",
    case when seen.id is not null then w.name end as "workspaceName", u.id as "actorId", u.name as "actorName",
    seen.board_id as "boardId", seen.name as "boardName", seen.card_id as "cardId", seen.title as "cardTitle",
    seen.number as "cardNumber", case when seen.shows_comment = 1 then substr(x.comment, 1, 300) end as excerpt,
    case when seen.shows_comment = 1 then x.asks end as asks, case when seen.shows_comment = 1 then x.options end as options
  from page
  left join seen on seen.workspace_id = page.workspace_id and seen.id = page.id
  left join workspaces w on w.id = page.workspace_id
  left join users u on u.id = page.actor_id
  left join comments x on x.workspace_id = page.workspace_id and x.id = page.comment_id
  order by page.told_at desc, page.id desc`,
  );

type Before = Pick<Inbox, 'userId' | 'at' | 'id' | 'since'>;

/** The notifications of a user that come before one. */
const before = (p: Before, which: RawBuilder<boolean>) => sql`from notifications n
      where n.user_id = ${p.userId} and ${which} and n.told_at > ${p.since}
        and (n.told_at, n.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
      order by n.told_at desc, n.id desc`;

/** The next notifications in a state, newest first: it reads no more than `limit`, however many have become invisible. */
const inState = (name: string, state: RawBuilder<boolean>) =>
  shownOf(
    name,
    (p: Inbox) =>
      sql`select n.* ${before(
        p,
        sql`${state} and (cast(${p.kind} as text) is null or n.kind = ${p.kind})
      and (cast(${p.workspaceId} as text) is null or n.workspace_id = ${p.workspaceId})`,
      )} limit ${p.limit}`,
  );

/** When that was told which comes so many further on, whatever it is about; nothing if there are not so many. */
const endIn = (name: string, state: RawBuilder<boolean>) =>
  query(
    name,
    (_db, p: Before & { skip: number }) => sql<{ toldAt: number }>`
    select n.told_at as "toldAt" ${before(p, state)} limit 1 offset ${p.skip}`,
  );

const states = {
  unread: sql<boolean>`n.archived_at is null and n.read_at is null`,
  all: sql<boolean>`n.archived_at is null`,
  archived: sql<boolean>`n.archived_at is not null`,
};

export const inbox = {
  unread: inState('notifications.unread', states.unread),
  all: inState('notifications.all', states.all),
  archived: inState('notifications.archived', states.archived),
};

export const endOfLook = {
  unread: endIn('notifications.unreadEnd', states.unread),
  all: endIn('notifications.allEnd', states.all),
  archived: endIn('notifications.archivedEnd', states.archived),
};

/** Those of some notifications that the caller has not read. */
export const someUnread = shownOf(
  'notifications.someUnread',
  (p: Viewing & { ids: readonly string[] }, fn) => sql`select n.* from (
      with those as materialized (select x.* from notifications x where ${fn.isIn('x.id', fn.each(p.ids))})
      select * from those
    ) n where n.user_id = ${p.userId} and n.archived_at is null and n.read_at is null`,
);

/** Counts the unread notifications that the caller may see, among the newest `mostUnread`, by their kind and place. */
export const unreadCounts = query(
  'notifications.unreadCounts',
  (_db, p: Viewing, fn) => sql<{
    kind: NotificationKind;
    workspaceId: string;
    boardId: string | null;
    count: number;
  }>`
  with ${seats(p)}, newest as materialized (
    select n.workspace_id, n.card_id, n.board_id, n.kind from notifications n
    where n.user_id = ${p.userId} and n.archived_at is null and n.read_at is null and n.told_at <= ${p.now}
    order by n.told_at desc, n.id desc limit ${sql.lit(mostUnread)}
  ), by_card as materialized (
    select workspace_id, card_id, kind, count(*) as times from newest where card_id is not null
    group by workspace_id, card_id, kind
  ), others as materialized (
    select workspace_id, card_id, board_id, kind, count(*) as times from newest where card_id is null
    group by workspace_id, card_id, board_id, kind
  )
  select seen.kind as kind, seen.workspace_id as "workspaceId", seen.board_id as "boardId", sum(seen.times) as count from (
    select by_card.kind, by_card.workspace_id, b.id as board_id, by_card.times ${cardsSeen(fn, 'by_card', p)}
    union all select others.kind, others.workspace_id, b.id, others.times ${boardsSeen(fn, 'others', p)}
    union all select others.kind, others.workspace_id, null, others.times ${othersSeen('others', p)}
  ) seen
  group by seen.kind, seen.workspace_id, seen.board_id`,
);

interface Lately {
  userIds: readonly string[];
  after: number;
  since: number;
  again: number;
  to: number;
}

/**
 * How much each of some users was told after a time, by any node, or came back to them that was put off: before `since`, after it,
 * and after `again`.
 */
export const toldSince = query(
  'notifications.toldSince',
  (_db, p: Lately, fn) => sql<{ userId: string; fresh: number; late: number; again: number }>`
  with told as materialized (
    select user_id, count(case when told_at > ${p.since} then 1 end) as fresh,
      count(case when told_at <= ${p.since} then 1 end) as late, count(case when told_at > ${p.again} then 1 end) as again
    from notifications where told_at > ${p.after} and told_at <= ${p.to} group by user_id
  )
  select told.user_id as "userId", told.fresh as fresh, told.late as late, told.again as again
  from told where ${fn.isIn('told.user_id', fn.each(p.userIds))}`,
);

const nextOf = (name: string, state: RawBuilder<boolean>) =>
  query(
    name,
    (_db, p: { userId: string; before: number; limit: number }) => sql<{ id: string }>`
  select n.id as id from notifications n
  where n.user_id = ${p.userId} and ${state} and n.told_at <= ${p.before}
  order by n.told_at, n.id limit ${p.limit}`,
  );

/** The ids of the next notifications that a user has not read, or is not done with, up to a time. */
export const next = {
  unread: nextOf('notifications.nextUnread', sql`n.archived_at is null and n.read_at is null`),
  kept: nextOf('notifications.nextKept', sql`n.archived_at is null`),
};
