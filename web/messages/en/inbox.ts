import type { NotificationKind } from '../../../contract/notifications.ts';
import { type Sentence, times } from '../inbox-sentence.ts';
import { counted } from './counts.ts';

const often = (what: string) => (count: number) => (count === 1 ? what : `${what} ${count} times`);

const events: Readonly<Record<string, (count: number) => string>> = {
  'signIn.succeeded': (count) =>
    count === 1 ? 'New sign-in to your account' : `${count} new sign-ins to your account`,
  'password.set': () => 'Your account has a password now',
  'password.changed': often('Your password was changed'),
  'password.reset': often('Your password was reset'),
  'email.changed': often('The address of your account was changed'),
  'application.allowed': (count) =>
    count === 1
      ? 'An application was given access to your account'
      : `${count} applications were given access to your account`,
  'export.started': (count) =>
    count === 1
      ? 'An export of a workspace was started with your account'
      : `${count} exports of workspaces were started with your account`,
  'key.created': (count) =>
    count === 1
      ? 'An API key was created for your account'
      : `${count} API keys were created for your account`,
  'secondFactor.demanded': () => 'Your account needs a second factor now',
  'key.ending': (count) =>
    count === 1 ? 'An API key of yours ends soon' : `${count} API keys of yours end soon`,
  'key.ended': (count) =>
    count === 1 ? 'An API key of yours has ended' : `${count} API keys of yours have ended`,
};

const pauses: Readonly<Record<string, string>> = {
  rights: 'A rule of yours was paused: you no longer have permission for what it does',
  failing: 'A rule of yours was paused: it failed ten times in a row',
  'too-many-runs': 'A rule of yours was paused: it ran too often within a minute',
};

const says = {
  asked: times('asked a question', (count) => `asked ${count} questions`),
  proposed: (who, _count, { cards }) =>
    cards === 1 ? `${who} proposed a card` : `${who} proposed ${cards} cards`,
  assigned: (who) => `${who} added you to a card`,
  mentioned: times('mentioned you', (count) => `mentioned you ${count} times`),
  'due-soon': () => 'A card is due soon',
  overdue: () => 'A card is overdue',
  invited: (who, _count, { place, isOfBoard }) =>
    isOfBoard ? `${who} added you to a board` : `${who} invited you to ${place}`,
  security: (_who, count, { event }) => events[event]?.(count) ?? often('Your account was changed')(count),
  replied: times('replied to you', (count) => `replied to you ${count} times`),
  reacted: times('reacted to your comment', (count) => `reacted to your comments ${count} times`),
  commented: times('commented', (count) => `wrote ${count} comments`),
  completed: (who) => `${who} completed a card`,
  moved: times('moved a card', (count) => `moved a card ${count} times`),
  changed: times('changed a card', (count) => `made ${count} changes`),
  'role-changed': (who, _count, { role }) => `${who} changed your role to ${role}`,
  'import-done': (_who, _count, { hasFailed }) =>
    hasFailed ? 'Your import failed' : 'Your import is complete',
  'export-done': (_who, _count, { hasFailed }) => (hasFailed ? 'Your export failed' : 'Your export is ready'),
  'webhook-disabled': (_who, _count, { isOfBoard }) =>
    isOfBoard
      ? 'A chat was disabled: it does not accept messages'
      : 'A webhook was disabled: its receiver does not answer',
  rule: (_who, _count, { text }) => text,
  'rule-paused': (_who, _count, { reason }) => pauses[reason] ?? 'A rule of yours was paused',
  'claim-ended': (who, _count, { claim, name }) =>
    claim === 'revoked' ? `${who} took a card back from ${name}` : `${name} ran out of time for a card`,
} satisfies Record<NotificationKind, Sentence>;

export const inboxTexts = {
  states: { unread: 'Unread', all: 'All', archived: 'Done' },
  says: says as Readonly<Record<string, Sentence>>,
  someone: 'Someone',
  needsYou: 'Needs you',
  account: 'Your account',
  more: 'Show more',
  several: (who: string, others: number) =>
    others === 0 ? who : `${who} and ${counted(others, 'other', 'others')}`,
  onOneCard: (who: string, count: number) => `${who}: ${counted(count, 'update', 'updates')}`,
  readAll: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  done: 'Done',
  quoted: (words: string) => `“${words}”`,
  undone: 'Back to the inbox',
  later: 'Later',
  open: 'Open',
  choices: { hours: 'In 3 hours', tomorrow: 'Tomorrow', week: 'Next week' },
  nothingUnread: 'You are all caught up',
  nothing: 'Nothing here yet',
  nothingHint: 'Mentions, replies, assignments and dates of your cards appear here.',
  notFound: 'This card no longer exists, or you can no longer see it.',
  comment: 'Write a comment',
  send: 'Send',
  snoozedUntil: (when: string) => `You will see it again ${when}.`,
  keys: [
    ['J', 'K', 'Next, previous'],
    ['E', 'Done'],
    ['H', 'Later'],
    ['U', 'Read or unread'],
    ['Enter', 'Open the card'],
  ] as readonly (readonly string[])[],
};
