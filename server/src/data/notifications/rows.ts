import { sql } from 'kysely';
import { command } from '../../base/db/query.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { notificationSettings } from './tables.ts';

export const forgetNotificationSettings = deleteRow('notification_settings.forget', notificationSettings);

/** Instead of the time of a summary: it is to be worked out again, since the clock of its reader has changed. */
export const revised = 0;

/** Has the time of the next summary of a user worked out again; one that is due is sent. */
export const reviseSummary = command(
  'notification_settings.reviseSummary',
  (_db, p: { userId: string; now: number }) => sql<never>`
  update notification_settings set summary_at = ${sql.lit(revised)} where user_id = ${p.userId} and summary_at > ${p.now}`,
);
