import type { Static } from 'typebox';
import type { Language } from '../../../../contract/languages.ts';
import type { Channel } from '../../../../contract/notification-settings.ts';
import type { Notification } from '../../../../contract/notifications.ts';
import type { Facts } from '../../base/access/policies.ts';
import type { Reads } from '../../base/db/database.ts';
import { someUnread } from '../queries.ts';
import { settingsFrom, storedIn } from '../settings.ts';
import { settingsOf } from '../settings-queries.ts';
import { notificationOf } from '../shape.ts';
import { sentencesIn } from '../texts.ts';
import { type Sending, whenToSend } from '../when-to-send.ts';
import { countUnread, sendingTo } from './inbox.ts';

interface Asked {
  userId: string;
  /** Of notifications. */
  ids: readonly string[];
  channel: Exclude<Channel, 'page'>;
  /** The time zone of the user, if it is known. */
  zone: string | null;
  language: Language;
  /** What the session of the device is judged by. */
  facts: Facts;
  now: number;
}

/** What may still be sent to a user. */
export interface StillToSend {
  notifications: ReadonlyMap<string, Static<typeof Notification>>;
  /** When one of them is to be sent that was told at a time; undefined for never. Microseconds. */
  readonly when: (notification: Static<typeof Notification>, toldAt: number) => Sending | undefined;
  /** The number of all that the user has not read, and a sentence that says it. */
  unread: number;
  unreadText: string;
}

/** Those of some notifications that the user may see now and has not read. */
export async function stillToSend(
  db: Reads,
  { userId, ids, channel, zone, language, facts, now }: Asked,
): Promise<StillToSend> {
  const viewing = await sendingTo(db, userId, facts, now);
  const rows = await db.all(someUnread, { ...viewing, ids });
  const shown = rows.flatMap((row) => notificationOf(row, language) ?? []);
  const settings = settingsFrom(storedIn((await db.first(settingsOf, { userId }))?.settings));
  const unread = await countUnread(db, viewing);
  return {
    notifications: new Map(shown.map((each) => [each.publicId, each])),
    when: ({ kind, board, workspace }, toldAt) => {
      const subject = { kind, boardId: board?.publicId ?? '', workspaceId: workspace?.publicId ?? '' };
      return whenToSend(settings, zone, subject, channel, now, toldAt);
    },
    unread,
    unreadText: sentencesIn[language].unread(unread),
  };
}
