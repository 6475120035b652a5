import type { Static } from 'typebox';
import type { Notification } from '../../../../contract/notifications.ts';
import type { Actor } from '../../base/access/actor.ts';
import { beforeAllTime, type Clock } from '../../base/clock.ts';
import type { Reading, Reads } from '../../base/db/database.ts';
import { cursorText } from '../../base/http/cursor.ts';
import { inbox, unreadCount, type Viewing } from '../queries.ts';
import { notificationOf } from '../shape.ts';

export const viewingOf = (actor: Actor, now: number): Viewing => ({
  userId: actor.userId,
  mask: actor.mask,
  openWorkspaceId: actor.workspaceId,
  now,
});

interface Asked {
  state: keyof typeof inbox;
  kind?: string | undefined;
  workspaceId?: string | undefined;
  after?: { at: number; id: string };
  since?: number;
  limit: number;
}

interface Page {
  notifications: Static<typeof Notification>[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Greater than any id. */
const afterAllIds = '~';

/** How often it reads on where much has become invisible; the cursor continues from there. */
const reads = 4;

/** A page of what a user was told and may see. */
export async function readInbox(db: Reads, viewing: Viewing, asked: Asked): Promise<Page> {
  const { kind = null, workspaceId = null, since = beforeAllTime, limit, state } = asked;
  const notifications: Page['notifications'] = [];
  // What was put off is told in the future.
  const { now } = viewing;
  let after = asked.after && asked.after.at <= now ? asked.after : { at: now, id: afterAllIds };
  for (let read = 0; read < reads; read++) {
    const wanted = limit - notifications.length;
    const rows = await db.all(inbox[state], {
      ...viewing,
      kind,
      workspaceId,
      since,
      ...after,
      limit: wanted + 1,
    });
    const page = rows.slice(0, wanted);
    notifications.push(...page.flatMap((row) => notificationOf(row) ?? []));
    const last = page.at(-1);
    if (!last || rows.length <= wanted) return { notifications, hasMore: false, nextCursor: null };
    after = { at: last.toldAt, id: last.id };
    if (notifications.length === limit) break;
  }
  return { notifications, hasMore: true, nextCursor: cursorText(after) };
}

export const countUnread = async (db: Reading, viewing: Viewing): Promise<number> =>
  Number((await db.first(unreadCount, viewing))?.count ?? 0);

/** What a user was told after a time, and up to another, newest first; at most `limit`. Microseconds. */
export async function toldTo(
  { db, clock }: { db: Reads; clock: Clock },
  actor: Actor,
  since: number,
  limit: number,
  until = clock.now(),
): Promise<Static<typeof Notification>[]> {
  const viewing = viewingOf(actor, until);
  return (await readInbox(db, viewing, { state: 'all', since, limit })).notifications;
}
