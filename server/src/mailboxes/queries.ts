import { query } from '../base/db/query.ts';

/** Somebody who may write mails: their address is verified. */
export const writer = query('mailboxes.writer', (db, p: { userId: string }) =>
  db
    .selectFrom('users')
    .select(['id as userId', 'email', 'name', 'time_zone as timeZone'])
    .where('id', '=', p.userId)
    .where('email_verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null),
);
