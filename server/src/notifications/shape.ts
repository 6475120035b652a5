import type { Static } from 'typebox';
import { everyMention } from '../../../contract/mentions.ts';
import type { Notification, NotificationKind } from '../../../contract/notifications.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import type { Told } from './queries.ts';

/* A notification as replies show it. */

const did: Readonly<Record<NotificationKind, string>> = {
  assigned: 'put you on',
  mentioned: 'mentioned you on',
  commented: 'commented on',
  completed: 'completed',
  moved: 'moved',
  changed: 'changed',
};

const longestExcerpt = 200;

/** The first characters of a comment, with names instead of references to members. */
const excerptOf = (text: string): string => {
  const plain = text.replace(everyMention, '@$1');
  return plain.length > longestExcerpt ? `${plain.slice(0, longestExcerpt).toWellFormed()}…` : plain;
};

/** Undefined if the caller may no longer see it. */
export function notificationOf(row: Told): Static<typeof Notification> | undefined {
  const { workspaceName, cardId, cardTitle, cardNumber, boardId, boardName } = row;
  if (workspaceName === null || cardId === null || boardId === null) return undefined;
  return {
    publicId: row.id,
    kind: row.kind,
    count: row.times,
    text: `${row.actorName ?? 'Somebody'} ${did[row.kind]} ${cardTitle ?? ''}`,
    createdAt: isoMillis(row.toldAt),
    readAt: isoMillisOrNull(row.readAt),
    archivedAt: isoMillisOrNull(row.archivedAt),
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName },
    key: row.apiKey === null ? null : (JSON.parse(row.apiKey) as { id: number; name: string }),
    workspace: { publicId: row.workspaceId, name: workspaceName },
    board: { publicId: boardId, name: boardName ?? '' },
    card: { publicId: cardId, title: cardTitle ?? '', number: cardNumber ?? 0 },
    comment:
      row.commentId === null ? null : { publicId: row.commentId, excerpt: excerptOf(row.excerpt ?? '') },
  };
}
