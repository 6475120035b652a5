import { sql } from 'kysely';
import { day } from '../clock.ts';
import type { Maintain } from '../db/database.ts';
import { removal, removeAll } from '../jobs/remove.ts';

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
