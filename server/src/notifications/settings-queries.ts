import { sql } from 'kysely';
import { isHeldBySeat } from '../base/access/board-permissions.ts';
import { command, query } from '../base/db/query.ts';
import { seats, type Viewing } from './queries.ts';

/** What a user has set. */
export const settingsOf = query('notification_settings.ofUser', (db, p: { userId: string }) =>
  db.selectFrom('notification_settings').select('settings').where('user_id', '=', p.userId),
);

export const setSettings = command(
  'notification_settings.set',
  (_db, p: { userId: string; settings: string; summaryAt: number | null }) => sql<never>`
  insert into notification_settings (user_id, settings, summary_at)
  values (${p.userId}, ${p.settings}, cast(${p.summaryAt} as bigint))
  on conflict (user_id) do update set settings = excluded.settings, summary_at = excluded.summary_at`,
);

/** Those of some workspaces and boards that the caller can see. */
export const visiblePlaces = query(
  'notification_settings.visiblePlaces',
  (_db, p: Viewing & { ids: readonly string[] }, fn) => sql<{ id: string; isBoard: number }>`
  with ${seats(p)}
  select seat.workspace_id as id, 0 as "isBoard" from ${fn.ids(p.ids)} k join seats seat on seat.workspace_id = k.id
  union all
  select b.id as id, 1 as "isBoard" from ${fn.ids(p.ids)} k cross join boards b
  join seats seat on seat.workspace_id = b.workspace_id
  left join board_members bm on bm.workspace_id = seat.workspace_id and bm.board_id = b.id and bm.member_id = seat.id
  left join roles br on br.workspace_id = seat.workspace_id and br.id = bm.role_id
  where b.id = k.id and b.deleted_at is null and ${isHeldBySeat(p, 'board:view')}`,
);
