import type { Static } from 'typebox';
import type { Language } from '../../../../contract/languages.ts';
import type { Notification } from '../../../../contract/notifications.ts';
import { allPermissions } from '../../../../contract/permissions.ts';
import { type Facts, openWorkspacesOf } from '../../base/access/policies.ts';
import type { Caller } from '../../base/access/standing.ts';
import { beforeAllTime } from '../../base/clock.ts';
import type { Reading, Reads } from '../../base/db/database.ts';
import { cursorText } from '../../base/http/cursor.ts';
import { endOfLook, inbox, unreadCounts, type Viewing } from '../queries.ts';
import { type Subject, settingsFrom, storedIn, timingOf } from '../settings.ts';
import { settingsOf } from '../settings-queries.ts';
import { notificationOf } from '../shape.ts';

export const viewingOf = async (db: Reading, actor: Caller, now: number): Promise<Viewing> => ({
  userId: actor.userId,
  mask: actor.mask,
  ...(await openWorkspacesOf(db, actor)),
  openBoards: actor.openBoards,
  now,
});

/** What may be sent to a person of itself, who is judged by these facts. */
export const sendingTo = (db: Reading, userId: string, facts: Facts, now: number): Promise<Viewing> =>
  viewingOf(db, { userId, mask: allPermissions, workspaceId: null, openBoards: null, facts }, now);

interface Asked {
  state: keyof typeof inbox;
  kind?: string | undefined;
  workspaceId?: string | undefined;
  after?: { at: number; id: string };
  since?: number;
  limit: number;
  /** Of its sentences. */
  language?: Language;
}

interface Page {
  notifications: Static<typeof Notification>[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Greater than any id. */
const afterAllIds = '~';

/** Less than any id that is given out, and of the same form. */
const beforeAllIds = '0'.repeat(16);

/** How often it reads on where much has become invisible; the cursor continues from there. */
const reads = 4;

/** How many it looks at each time for those of a kind or workspace, of which there may be few among very many. */
const lookedAt = 1000;

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
  const isFiltered = kind !== null || workspaceId !== null;
  for (let read = 0; read < reads; read++) {
    const missing = limit - notifications.length;
    const asked = { ...viewing, kind, workspaceId, since, ...after, limit: missing + 1 };
    const end = isFiltered ? await db.first(endOfLook[state], { ...asked, skip: lookedAt - 1 }) : undefined;
    const [rows, isWanted] = await Promise.all([
      db.all(inbox[state], end ? { ...asked, since: end.toldAt - 1 } : asked),
      wanted,
    ]);
    const page = rows.slice(0, missing);
    notifications.push(...page.filter(isWanted).flatMap((row) => notificationOf(row, wish.language) ?? []));
    const last = page.at(-1);
    if (last && rows.length > missing) after = { at: last.toldAt, id: last.id };
    else if (end) after = { at: end.toldAt, id: beforeAllIds };
    else return { notifications, hasMore: false, nextCursor: null };
    if (notifications.length === limit) break;
  }
  return { notifications, hasMore: true, nextCursor: cursorText(after) };
}

/** How many notifications a user has not read, of those that they want to be shown. */
export async function countUnread(db: Reading, viewing: Viewing): Promise<number> {
  const [wanted, counts] = await Promise.all([wantedBy(db, viewing.userId), db.all(unreadCounts, viewing)]);
  return counts.filter(wanted).reduce((sum, { count }) => sum + Number(count), 0);
}

/** What a user was told after a time, and up to that of `viewing`, newest first; at most `limit`. Microseconds. */
export const toldTo = async (
  db: Reads,
  viewing: Viewing,
  since: number,
  limit: number,
): Promise<Static<typeof Notification>[]> =>
  (await readInbox(db, viewing, { state: 'all', since, limit })).notifications;
