import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Language } from '../../../contract/languages.ts';
import type { Notification, NotificationKind } from '../../../contract/notifications.ts';
import type { Pushed } from '../../../contract/push.ts';

const app = 'Taskboard';

type Shown = Static<typeof Notification>;

/** Bounds of the texts: all of a message has to fit into one record of 4096 bytes. */
const longest = { title: 120, body: 360, option: 40 };

/** As many buttons as browsers show. */
const mostOptions = 2;

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

/** What is late when a phone wakes up hours later. That a card is overdue is true then as well, and is not among it. */
const urgent: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  'asked',
  'proposed',
  'assigned',
  'mentioned',
  'replied',
  'invited',
  'security',
  'due-soon',
]);

const calm: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  'reacted',
  'completed',
  'moved',
  'changed',
]);

/** What is pushed, and how the push service handles it (RFC 8030). */
export interface Message {
  text: string;
  /** One that has not been delivered yet is replaced by a later one of the same topic. */
  topic: string;
  /** How much of a phone's battery it is worth. */
  urgency: 'high' | 'normal' | 'low';
}

const made = (pushed: Pushed, urgency: Message['urgency']): Message => ({
  text: JSON.stringify(pushed),
  topic: hash('sha256', pushed.tag, 'base64url').slice(0, 32),
  urgency,
});

/** An open question with few enough options to be answered without opening its card. */
function asked({ question, comment }: Shown): Pick<Pushed, 'question'> {
  if (!comment || question?.state !== 'open' || question.options.length > mostOptions) return {};
  const options = question.options.map((option) => shortened(option, longest.option));
  return options.length === 0 ? {} : { question: { id: comment.publicId, options } };
}

/** The subscription that a message is for, and the language of its owner. */
export interface Receiver {
  to: string;
  language: Language;
}

/** The message about a notification. */
export function messageOf(shown: Shown, receiver: Receiver, unread: number): Message {
  const { publicId: id, kind, text, board, workspace, card, comment } = shown;
  const title = shortened(board?.name ?? workspace?.name ?? app, longest.title);
  const body = shortened(comment?.excerpt ? `${text}: ${comment.excerpt}` : text, longest.body);
  const path = card ? `/c/${card.publicId}` : board ? `/b/${board.publicId}` : '/inbox';
  const tag = `${kind} ${card?.publicId ?? id}`;
  const pushed = { id, ...receiver, title, body, path, tag, unread, ...asked(shown) };
  return made(pushed, urgent.has(kind) ? 'high' : calm.has(kind) ? 'low' : 'normal');
}

/** The message about what was collected. */
export function digestOf(receiver: Receiver, unread: number, body: string): Message {
  return made({ id: null, ...receiver, title: app, body, path: '/inbox', tag: 'digest', unread }, 'low');
}
