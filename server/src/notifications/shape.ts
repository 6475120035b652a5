import type { Static } from 'typebox';
import type { Language } from '../../../contract/languages.ts';
import { everyMention } from '../../../contract/mentions.ts';
import type { About, Notification } from '../../../contract/notifications.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import { shortened } from '../base/texts.ts';
import type { Told } from './queries.ts';
import { textOf } from './texts.ts';

/* A notification as replies show it. */

const longestExcerpt = 200;

/** The first characters of a comment, with names instead of references to members. */
const excerptOf = (text: string): string => shortened(text.replace(everyMention, '@$1'), longestExcerpt);

const named = (publicId: string | null, name: string | null) =>
  publicId === null ? null : { publicId, name: name ?? '' };

/** Undefined if the caller may no longer see it. In English for the API, whose clients have words of their own. */
export function notificationOf(
  row: Told,
  language: Language = 'en',
): Static<typeof Notification> | undefined {
  const { workspaceId, cardId, cardTitle, cardNumber } = row;
  // What is about a card or a board is shown with it.
  if (row.seen === null) return undefined;
  const about = row.data === null ? null : (JSON.parse(row.data) as About);
  return {
    publicId: row.id,
    kind: row.kind,
    count: row.times,
    text: textOf(row, about, language),
    createdAt: isoMillis(row.toldAt),
    readAt: isoMillisOrNull(row.readAt),
    archivedAt: isoMillisOrNull(row.archivedAt),
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName },
    key: row.apiKey === null ? null : (JSON.parse(row.apiKey) as { id: number; name: string }),
    workspace: named(workspaceId || null, row.workspaceName),
    board: named(row.boardId, row.boardName),
    card: cardId === null ? null : { publicId: cardId, title: cardTitle ?? '', number: cardNumber ?? 0 },
    comment:
      row.commentId === null ? null : { publicId: row.commentId, excerpt: excerptOf(row.excerpt ?? '') },
    question:
      row.kind !== 'asked' || row.asks === null
        ? null
        : { options: JSON.parse(row.options ?? '[]') as string[], state: row.asks },
    about,
  };
}
