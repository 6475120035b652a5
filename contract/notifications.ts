import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { QuestionOptions, QuestionState } from './question-shapes.ts';
import { pauseReasons } from './rules.ts';
import { Id, KeyName, named, nullable, oneOf, PublicId, page, pageQuery, Timestamp } from './schema.ts';
import { securityEventTypes } from './security-log.ts';
import { watching } from './watching.ts';

/** What somebody can be told, most personal first. */
export const notificationKinds = [
  'asked',
  'proposed',
  'assigned',
  'mentioned',
  'replied',
  'invited',
  'security',
  'overdue',
  'due-soon',
  'commented',
  'reacted',
  'completed',
  'moved',
  'changed',
  'role-changed',
  'import-done',
  'export-done',
  'webhook-disabled',
  'rule',
  'rule-paused',
  'claim-ended',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** Notifications of one kind about one card are one, with a count, if they come within this time of the first. Microseconds. */
export const collapseWindow = 10 * 60 * 1_000_000;

/** `unread` counts to here. */
export const mostUnread = 500;

/** What a notification says that is not about a card. */
const About = Type.Object(
  {
    role: Type.Optional(
      Type.String({ description: 'The name of the role that you have now', example: 'Guest' }),
    ),
    name: Type.Optional(
      Type.String({
        description:
          'The name of what was imported or exported, of the webhook, of the rule, of the key and where it ends, or of the workspace that demands ' +
          'a second factor',
      }),
    ),
    publicId: Type.Optional(
      Type.String({ description: 'The id of the import, the export, the webhook, the rule or the plan' }),
    ),
    text: Type.Optional(Type.String({ description: 'What a rule says', example: 'Due tomorrow' })),
    cards: Type.Optional(Type.Integer({ description: 'How many cards were proposed', example: 5 })),
    claim: Type.Optional(
      oneOf(['revoked', 'expired'], {
        description: 'Whether somebody took the card back from your agent, or its time ran out',
      }),
    ),
    reason: Type.Optional(oneOf(pauseReasons, { description: 'Why a rule was paused' })),
    outcome: Type.Optional(oneOf(['completed', 'failed'], { description: 'How it ended' })),
    event: Type.Optional(oneOf(securityEventTypes, { description: 'What happened to your account' })),
    address: Type.Optional(Type.String({ description: 'Where that came from', example: '192.0.2.7' })),
    userAgent: Type.Optional(Type.String({ description: 'The `User-Agent` of that request' })),
  },
  { description: 'Further details of what is not about a card' },
);

export type About = Static<typeof About>;

export const Notification = named(
  'Notification',
  Type.Object({
    publicId: Id,
    kind: oneOf(notificationKinds, { description: 'What it is about' }),
    count: Type.Integer({ description: 'How often it happened within ten minutes', example: 1 }),
    text: Type.String({
      description: 'An English sentence',
      example: 'Ada mentioned you on Paint the harbour',
    }),
    createdAt: Timestamp('When it happened last; of one that was put off, when it came back'),
    readAt: nullable(Timestamp('When you read it; null if you have not')),
    archivedAt: nullable(Timestamp('When you were done with it; null if you are not')),
    actor: nullable(
      Type.Object(
        { id: Type.String(), name: nullable(Type.String({ example: 'Ada Moreau' })) },
        { description: 'Who did it last' },
      ),
    ),
    key: nullable(KeyName('The API key by which it was done; null for a session')),
    workspace: nullable(
      Type.Object(
        { publicId: Id, name: Type.String() },
        { description: 'Null for what is about your account' },
      ),
    ),
    board: nullable(Type.Object({ publicId: Id, name: Type.String() })),
    card: nullable(Type.Object({ publicId: Id, title: Type.String(), number: Type.Integer() })),
    comment: nullable(
      Type.Object({
        publicId: Id,
        excerpt: Type.String({ description: 'Its first 200 characters; empty if you may not read it' }),
      }),
    ),
    question: nullable(
      Type.Object(
        { options: QuestionOptions, state: QuestionState },
        {
          description:
            'Of kind `asked`: the question, which is the comment, as it is now (`POST /questions/{questionPublicId}/answer`)',
        },
      ),
    ),
    about: nullable(About),
  }),
);

const Unread = Type.Integer({
  description: `How many you have not read; counted to ${mostUnread}`,
  example: 3,
});

const state = {
  read: Type.Optional(Type.Boolean({ description: 'Whether you have read them' })),
  archived: Type.Optional(Type.Boolean({ description: 'Whether you are done with them' })),
  snoozeUntil: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Hides them until then; afterwards they are unread again. In the future, at most a year ahead',
      example: '2026-12-24T08:00:00.000Z',
    }),
  ),
};

export const notifications = {
  list: operation({
    id: 'listNotifications',
    method: 'GET',
    path: '/users/me/notifications',
    tag: 'Notifications',
    summary: 'List your notifications',
    description:
      'Newest first, over all workspaces. What you may no longer see is left out: a page may have fewer entries than ' +
      '`limit` although there are more.',
    query: Type.Object({
      state: Type.Optional(
        oneOf(['unread', 'all', 'archived'], {
          default: 'all',
          description: '`unread` for those that you have not read, `all` for all that you are not done with',
        }),
      ),
      kind: Type.Optional(oneOf(notificationKinds, { description: 'Only of this kind' })),
      workspacePublicId: Type.Optional(PublicId('Only of this workspace')),
      ...pageQuery({ max: 100, default: 20 }),
    }),
    reply: named(
      'NotificationPage',
      Type.Object({ ...page('notifications', Notification).properties, unread: Unread }),
    ),
    errors: [400, 401, 403],
    access: 'user',
  }),
  update: operation({
    id: 'updateNotifications',
    method: 'PUT',
    path: '/users/me/notifications',
    tag: 'Notifications',
    summary: 'Mark your notifications',
    description:
      'Those with these `ids`: read or unread, done or not, or hidden until later; ids of others, and ids that do not exist, ' +
      'are ignored. Or all that came up to `before`: read or done.',
    body: Type.Object({
      ids: Type.Optional(Type.Array(PublicId('A notification'), { minItems: 1, maxItems: 100 })),
      before: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'Up to this time',
          example: '2026-12-24T08:00:00.000Z',
        }),
      ),
      ...state,
    }),
    reply: Type.Object({ unread: Unread }),
    severalChanges: true,
    errors: [400, 401, 403, 409],
    access: 'user',
  }),
  events: operation({
    id: 'followNotifications',
    method: 'GET',
    path: '/users/me/events',
    tag: 'Notifications',
    summary: 'Follow your notifications',
    description:
      'Server-Sent Events, as long as you listen and your credential is valid. `unread` events have the number of unread ' +
      'notifications as `{"unread": 3}`: one comes first, and one after each change of it. `notification` events have one ' +
      'notification each, as it is now, also if its count has risen. Their `id` is what to resume from with `Last-Event-ID`: ' +
      'at most the newest 50 that came since are sent then. Lines that begin with a colon keep the connection open.',
    reply: Notification,
    produces: 'text/event-stream',
    streams: true,
    errors: [400, 401, 403, 429],
    access: 'user',
  }),
  ...watching,
};
