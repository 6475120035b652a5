import { sql } from 'kysely';
import { isHeldBySeat } from '../../base/access/board-permissions.ts';
import { command, query } from '../../base/db/query.ts';
import { cardsOfSeats, type DueRange, isDue } from '../../data/cards/fragments.ts';
import { seats, type Viewing } from '../queries.ts';

/* What the daily summary of somebody says, as far as they may see it when it is sent. */

/** Those whose summary is due, longest first. They stay locked, so that no other node takes them. */
export const dueSummaries = query(
  'notification_settings.dueSummaries',
  (_db, p: { now: number; limit: number }, fn) => sql<{ userId: string; summaryAt: number }>`
  select user_id as "userId", summary_at as "summaryAt" from notification_settings where summary_at <= ${p.now}
  order by summary_at limit ${p.limit} ${fn.hold()}`,
);

/** Whether any is due: asked without a transaction. */
export const summaryIsDue = query(
  'notification_settings.summaryIsDue',
  (_db, p: { now: number }) => sql<{ one: number }>`
  select 1 as one from notification_settings where summary_at <= ${p.now} limit 1`,
);

/** When the summary of somebody is due next, unless they have said something else since it was due at `before`. */
export const scheduleSummary = command(
  'notification_settings.scheduleSummary',
  (_db, p: { userId: string; summaryAt: number | null; before: number }) => sql<never>`
  update notification_settings set summary_at = cast(${p.summaryAt} as bigint)
  where user_id = ${p.userId} and summary_at = ${p.before}`,
);

/** The same of several who were due. */
export const claimSummaries = command(
  'notification_settings.claimSummaries',
  (_db, p: { userIds: readonly string[]; until: number }, fn) => sql<never>`
  update notification_settings set summary_at = ${p.until} where ${fn.isIn('user_id', fn.each(p.userIds))}`,
);

/** A card as a summary names it. */
export interface SummedCard {
  id: string;
  workspaceId: string;
  title: string;
  boardName: string;
  at: number;
}

const seat = sql`
    left join board_members bm on bm.workspace_id = seat.workspace_id and bm.board_id = b.id and bm.member_id = seat.id
    left join roles br on br.workspace_id = seat.workspace_id and br.id = bm.role_id`;

const isLive = sql`l.archived_at is null and l.deleted_at is null and b.type = 'regular' and b.archived_at is null
      and b.deleted_at is null`;

/** The open cards of somebody that are due in some ranges, the earliest first. */
export const dueCardsOf = query(
  'notifications.summaryDue',
  (_db, p: Viewing & { due: DueRange[]; limit: number }, fn) => sql<SummedCard>`
  with ${seats(p)}, on_cards as materialized (${cardsOfSeats(fn)}
  ), mine as materialized (
    select seat.workspace_id, seat.member_id, c.id, c.title, c.board_id, c.list_id, c.due_at
    from on_cards seat
    ${fn.row({ table: 'cards', as: 'c', workspaceId: sql.ref('seat.workspace_id'), id: 'seat.card_id' })}
    where c.archived_at is null and c.deleted_at is null and c.completed_at is null and c.is_template = 0
      and ${isDue(fn, p.due, 'c')}
  )
  select mine.id as id, mine.workspace_id as "workspaceId", mine.title as title, b.name as "boardName", mine.due_at as at
  from mine cross join seats seat
  ${fn.row({ table: 'lists', as: 'l', workspaceId: sql.ref('mine.workspace_id'), id: 'mine.list_id' })}
  ${fn.row({ table: 'boards', as: 'b', workspaceId: sql.ref('mine.workspace_id'), id: 'mine.board_id' })}
  ${seat}
  where seat.workspace_id = mine.workspace_id and seat.id = mine.member_id and ${isLive}
    and ${isHeldBySeat(p, 'card:view')}
  order by mine.due_at, mine.id limit ${p.limit}`,
);

/** The cards that others have completed in a time on boards that somebody watches, newest first. */
export const finishedFor = query(
  'notifications.summaryFinished',
  (_db, p: Viewing & { from: number; to: number; limit: number }, fn) => sql<SummedCard>`
  with ${seats(p)}, watched as materialized (
    select seat.workspace_id, seat.id as member_id, w.target_id as board_id
    from seats seat cross join watches w
    where w.workspace_id = seat.workspace_id and w.user_id = ${p.userId} and w.watches = 1
  ), seen as materialized (
    select b.workspace_id, b.id, b.name
    from watched cross join seats seat
    ${fn.row({ table: 'boards', as: 'b', workspaceId: sql.ref('watched.workspace_id'), id: 'watched.board_id' })}
    ${seat}
    where seat.workspace_id = watched.workspace_id and seat.id = watched.member_id and b.type = 'regular'
      and b.archived_at is null and b.deleted_at is null and ${isHeldBySeat(p, 'card:view')}
  ), finished as materialized (
    select x.workspace_id, x.id, x.title, x.list_id, x.completed_at, k.name
    ${fn.lookUp({
      table: 'cards',
      workspaceId: sql.ref('k.workspace_id'),
      column: 'board_id',
      values: sql`(select workspace_id, id, name from seen)`,
      only: sql`completed_at >= ${p.from} and completed_at < ${p.to} and completed_at is not null
        and archived_at is null and deleted_at is null and (completed_by is null or completed_by <> ${p.userId})`,
      first: { by: 'completed_at desc', limit: p.limit },
    })}
  )
  select f.id as id, f.workspace_id as "workspaceId", f.title as title, f.name as "boardName", f.completed_at as at
  from finished f
  ${fn.row({ table: 'lists', as: 'l', workspaceId: sql.ref('f.workspace_id'), id: 'f.list_id' })}
  where l.archived_at is null and l.deleted_at is null
  order by f.completed_at desc, f.id limit ${p.limit}`,
);
