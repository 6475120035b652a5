import { inboxTexts as texts } from '../../messages/inbox.ts';
import { unmarked } from '../../ui/unmarked.ts';
import type { Row } from './groups.ts';
import type { Notification } from './notification.ts';

/* What a row says, and where it leads. */

const nameOf = ({ actor }: Notification): string => actor?.name ?? texts.someone;

const detailsOf = ({ board, workspace, about }: Notification) => ({
  place: board?.name ?? workspace?.name ?? '',
  isOfBoard: board !== null,
  role: about?.role ?? '',
  hasFailed: about?.outcome === 'failed',
  event: about?.event ?? '',
  text: about?.text ?? '',
  reason: about?.reason ?? '',
  cards: about?.cards ?? 1,
  claim: about?.claim ?? '',
  name: about?.name ?? texts.someone,
});

/** What happened; a kind that this page does not know has the service's own sentence. */
export function sentenceOf(row: Row): string {
  const [newest] = row;
  const total = row.reduce((sum, each) => sum + each.count, 0);
  if (newest.kind === 'security')
    return texts.says['security']?.(nameOf(newest), total, detailsOf(newest)) ?? newest.text;
  // That a card is overdue, which is nobody's doing, matters more than what else there is about it.
  if (row.length === 1 || !newest.actor)
    return texts.says[newest.kind]?.(nameOf(newest), newest.count, detailsOf(newest)) ?? newest.text;
  const names = new Set(row.flatMap((each) => (each.actor ? nameOf(each) : [])));
  return texts.onOneCard(texts.several(nameOf(newest), names.size - 1), total);
}

/** Which key it is about, or from where something was done to the account. */
export const originOf = ({ about }: Notification): string =>
  [about?.name, about?.address, about?.userAgent].filter((each) => each !== undefined).join(' · ');

/** What it is about: the title of the card, with the words of a single comment, or what the service says. */
export function subjectOf(row: Row): string {
  const [newest, ...others] = row;
  const { comment, card, board, workspace, about, text } = newest;
  const said = comment?.excerpt && others.length === 0 ? texts.quoted(unmarked(comment.excerpt)) : undefined;
  if (said) return [card?.title, said].filter((each) => each !== undefined).join(' · ');
  const from = [...new Set(row.map(originOf))].filter((each) => each !== '');
  const origin = from[0] && texts.several(from[0], from.length - 1);
  return card?.title ?? about?.name ?? board?.name ?? workspace?.name ?? origin ?? text;
}

/** The address of what it is about. */
export function linkOf({ kind, card, comment, board, workspace, about }: Notification): string {
  if (card) return `/c/${card.publicId}${comment ? `#comment-${comment.publicId}` : ''}`;
  if (!workspace) return '/profile/security';
  const place = board ? `/b/${board.publicId}` : `/w/${workspace.publicId}`;
  if (kind === 'export-done') return `${place}/export`;
  if (kind === 'webhook-disabled') return `${place}/${board ? 'channels' : 'webhooks'}`;
  if (kind === 'rule-paused') return `${place}/rules`;
  if (kind === 'proposed') return `${place}/proposals`;
  if (kind === 'import-done' && about?.outcome === 'failed') return `${place}/import`;
  // Who has not accepted yet finds the way in in the mail.
  return kind === 'invited' && !board ? '/' : place;
}
