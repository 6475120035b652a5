import type { Static } from 'typebox';
import type { Notification } from '../../../../contract/notifications.ts';
import type { Actor } from '../../base/access/actor.ts';
import { beforeAllTime, type Clock } from '../../base/clock.ts';
import type { Reading, Reads } from '../../base/db/database.ts';
import { cursorText } from '../../base/http/cursor.ts';
import { inbox, unreadCounts, type Viewing } from '../queries.ts';
import { type Subject, settingsFrom, storedIn, timingOf } from '../settings.ts';
import { settingsOf } from '../settings-queries.ts';
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

/** What a user wants to be shown. */
async function wantedBy(db: Reading, userId: string): Promise<(subject: Subject) => boolean> {
  const settings = settingsFrom(storedIn((await db.first(settingsOf, { userId }))?.settings));
  return (subject) => timingOf(settings, subject, 'page') !== 'off';
}

/** A page of what a user was told, wants to be shown and may see. */
export async function readInbox(db: Reads, viewing: Viewing, wish: Asked): Promise<Page> {
  const { kind = null, workspaceId = null, since = beforeAllTime, limit, state } = wish;
  const notifications: Page['notifications'] = [];
  // What was put off is told in the future.
  const { now } = viewing;
  let after = wish.after && wish.after.at <= now ? wish.after : { at: now, id: afterAllIds };
  const wanted = wantedBy(db, viewing.userId);
  for (let read = 0; read < reads; read++) {
    const missing = limit - notifications.length;
    const asked = { ...viewing, kind, workspaceId, since, ...after, limit: missing + 1 };
    const [rows, isWanted] = await Promise.all([db.all(inbox[state], asked), wanted]);
    const page = rows.slice(0, missing);
    notifications.push(...page.filter(isWanted).flatMap((row) => notificationOf(row) ?? []));
    const last = page.at(-1);
    if (!last || rows.length <= missing) return { notifications, hasMore: false, nextCursor: null };
    after = { at: last.toldAt, id: last.id };
    if (notifications.length === limit) break;
  }
  return { notifications, hasMore: true, nextCursor: cursorText(after) };
}

/** How many notifications a user has not read, of those that they want to be shown. */
export async function countUnread(db: Reading, viewing: Viewing): Promise<number> {
  const [wanted, counts] = await Promise.all([wantedBy(db, viewing.userId), db.all(unreadCounts, viewing)]);
  return counts.filter(wanted).reduce((sum, { count }) => sum + Number(count), 0);
}

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
