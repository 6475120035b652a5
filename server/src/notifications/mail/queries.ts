import { sql } from 'kysely';
import { query } from '../../base/db/query.ts';

/** Those of some users to whom mail may be sent, and what they have set. */
export const readers = query(
  'notifications.mailReaders',
  (_db, p: { userIds: readonly string[] }, fn) => sql<{
    userId: string;
    email: string;
    zone: string | null;
    locale: string | null;
    settings: string | null;
  }>`
  select u.id as "userId", u.email as email, u.time_zone as zone, u.locale as locale, s.settings as settings
  from users u left join notification_settings s on s.user_id = u.id
  where ${fn.isIn('u.id', fn.each(p.userIds))} and u.email_verified_at is not null and u.disabled_at is null
    and u.deleted_at is null`,
);

export interface Said {
  text: string;
  by: string | null;
}

/** What others have written on a card in a time, newest first. */
export const commentsOn = query(
  'notifications.mailedComments',
  (
    _db,
    p: { workspaceId: string; cardId: string; userId: string; after: number; to: number; limit: number },
  ) => sql<Said>`
  select x.comment as text, u.name as by
  from comments x left join users u on u.id = x.created_by
  where x.workspace_id = ${p.workspaceId} and x.card_id = ${p.cardId} and x.created_at > ${p.after}
    and x.created_at <= ${p.to} and x.created_by <> ${p.userId} and x.deleted_at is null
  order by x.created_at desc limit ${p.limit}`,
);
