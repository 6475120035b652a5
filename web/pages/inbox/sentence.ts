import { inboxTexts as texts } from '../../messages/inbox.ts';
import type { Row } from './groups.ts';
import type { Notification } from './notification.ts';

/* What a row says, and where it leads. */

const nameOf = ({ actor }: Notification): string => actor?.name ?? texts.someone;

/** What happened; a kind that this page does not know has the service's own sentence. */
export function sentenceOf(row: Row): string {
  const [newest] = row;
  if (row.length === 1) return texts.says[newest.kind]?.(nameOf(newest), newest.count) ?? newest.text;
  const names = new Set(row.map(nameOf));
  const count = row.reduce((sum, each) => sum + each.count, 0);
  return texts.onOneCard(texts.several(nameOf(newest), names.size - 1), count);
}

/** What it is about: the words of a comment, or the title of the card, or what the service says. */
export function subjectOf([newest, ...others]: Row): string {
  const { comment, card, board, text } = newest;
  if (comment?.excerpt && others.length === 0) return `“${comment.excerpt}”`;
  return card?.title ?? board?.name ?? text;
}

/** The address of what it is about. */
export function linkOf({ card, comment, workspace }: Notification): string {
  if (!card) return `/w/${workspace.publicId}`;
  return `/c/${card.publicId}${comment ? `#comment-${comment.publicId}` : ''}`;
}
