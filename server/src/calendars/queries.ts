import { sql } from 'kysely';
import { query } from '../base/db/query.ts';

/** The statements that read the addresses in a table. */
const addressesIn = (table: 'calendars' | 'feeds') => ({
  ofUser: query(`${table}.of`, (db, p: { userId: string; boardId: string }) =>
    db
      .selectFrom(table)
      .select('created_at as createdAt')
      .where('user_id', '=', p.userId)
      .where('board_id', '=', p.boardId),
  ),
  /** The owner of an address, unless the account is disabled. */
  byToken: query(`${table}.byToken`, (db, p: { hash: string }) =>
    db
      .selectFrom(`${table} as k`)
      .innerJoin('users as u', 'u.id', 'k.user_id')
      .select([
        'k.user_id as userId',
        'k.board_id as boardId',
        'k.created_at as createdAt',
        'u.locale as locale',
      ])
      .where('k.token_hash', '=', p.hash)
      .where('u.disabled_at', 'is', null),
  ),
});

export const stored = { calendar: addressesIn('calendars'), feed: addressesIn('feeds') };

/** A card with a due date. */
export interface DueCard {
  id: string;
  number: number;
  title: string;
  /** The beginning of the description. */
  description: string | null;
  dueAt: number;
  startAt: number | null;
  completedAt: number | null;
  reminders: string | null;
  listName: string;
  /** The time of its last activity. */
  updatedAt: number;
}

/** Max characters of a description in a calendar. */
const shown = 500;

/** The live cards of a board that are due at or after a time, earliest first. */
export const dueCards = query(
  'calendars.cards',
  (_db, p: { workspaceId: string; boardId: string; from: number; limit: number }, fn) => sql<DueCard>`
  select c.id as id, c.number as number, c.title as title, substr(c.description, 1, ${sql.lit(shown)}) as description,
    c.due_at as "dueAt", c.start_at as "startAt", c.completed_at as "completedAt", c.reminders as reminders,
    l.name as "listName", coalesce((
      select max(a.created_at) from activities a where a.workspace_id = ${p.workspaceId} and a.card_id = c.id
    ), c.created_at) as "updatedAt"
  from cards c
  ${fn.row({ table: 'lists', as: 'l', workspaceId: p.workspaceId, id: 'c.list_id' })}
  where c.workspace_id = ${p.workspaceId} and c.board_id = ${p.boardId} and c.due_at >= ${p.from}
    and c.due_at is not null and c.archived_at is null and c.deleted_at is null and c.is_template = 0
    and l.archived_at is null and l.deleted_at is null
  order by c.due_at, c.id limit ${p.limit}`,
);
