import { sql } from 'kysely';
import { day } from '../clock.ts';
import type { Maintain, Writing } from '../db/database.ts';
import { removal, removeAll, removeBatch } from '../jobs/remove.ts';

/** How long notifications are kept; microseconds. */
const kept = 180 * day;

const old = removal(
  'notifications.removeOld',
  'notifications',
  'workspace_id, id',
  (p: { before: number }) => sql`where told_at < ${p.before} order by told_at`,
);

/** Removes notifications that are too old to matter, including those of what is gone. */
export const forgetNotifications = (maintain: Maintain, now: number): Promise<void> =>
  removeAll(maintain, [old], { before: now - kept });

/** What a user was told is in two indexes. */
const ofUser = [
  ...(['is null', 'is not null'] as const).map((archived, place) =>
    removal(
      `notifications.removeOfUser${place}`,
      'notifications',
      'workspace_id, id',
      (p: { userId: string }) => sql`where user_id = ${p.userId} and archived_at ${sql.raw(archived)}`,
    ),
  ),
  removal(
    'watches.removeOfUser',
    'watches',
    'workspace_id, user_id, target_id',
    (p: { userId: string }) => sql`where user_id = ${p.userId}`,
  ),
];

/** Removes a slice of what a user was told, and watches; returns whether more may be left. */
export const forgetSomeOf = (tx: Writing, userId: string): Promise<boolean> =>
  removeBatch(tx, ofUser, { userId });
