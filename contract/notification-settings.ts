import { type Static, Type } from 'typebox';
import { type NotificationKind, notificationKinds } from './notifications.ts';
import { operation } from './operation.ts';
import { named, nullable, oneOf, PublicId } from './schema.ts';

/** Ways in which somebody is told. */
export const channels = ['page', 'mail', 'push'] as const;

export type Channel = (typeof channels)[number];

/** The settings of one kind, by channel. What is off in the page is not in the inbox. */
export interface Timings {
  page: 'off' | 'at-once';
  mail: 'off' | 'at-once' | 'digest';
  push: 'off' | 'at-once' | 'digest';
}

const personal: Timings = { page: 'at-once', mail: 'at-once', push: 'at-once' };
/** Who waits for it is mostly still there. */
const finished: Timings = { page: 'at-once', mail: 'off', push: 'at-once' };
const quiet: Timings = { page: 'at-once', mail: 'off', push: 'off' };

/**
 * What holds until somebody says otherwise: what is meant for them reaches them wherever they are, what is said around them comes
 * once a day, and all else waits in the inbox.
 */
export const defaultTimings: Readonly<Record<NotificationKind, Timings>> = {
  asked: personal,
  proposed: personal,
  assigned: personal,
  mentioned: personal,
  replied: personal,
  invited: personal,
  security: personal,
  overdue: personal,
  'due-soon': personal,
  commented: { page: 'at-once', mail: 'digest', push: 'off' },
  reacted: quiet,
  completed: quiet,
  moved: quiet,
  changed: quiet,
  'role-changed': quiet,
  'import-done': finished,
  'export-done': finished,
  // Admins are sent an email in any case.
  'webhook-disabled': quiet,
  rule: personal,
  'rule-paused': finished,
  'claim-ended': quiet,
};

/** On work days at eight. */
export const defaultDigest = { hour: 8, days: [1, 2, 3, 4, 5] };

export const maxOverrides = 50;

const timings = {
  page: oneOf(['off', 'at-once'], { description: 'In the inbox' }),
  mail: oneOf(['off', 'at-once', 'digest'], { description: 'By email' }),
  push: oneOf(['off', 'at-once', 'digest'], { description: 'On your devices' }),
};

/** A schema for each kind. */
const ofKinds = <T>(schema: T): Record<NotificationKind, T> =>
  Object.fromEntries(notificationKinds.map((kind) => [kind, schema])) as Record<NotificationKind, T>;

const someTimings = Type.Partial(Type.Object(timings));

const hour = Type.Integer({ minimum: 0, maximum: 23, description: 'The hour of the day', example: 8 });

const days = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 1,
  maxItems: 7,
  description: 'Days of the week, 1 for Monday to 7 for Sunday',
  example: [1, 2, 3, 4, 5],
});

const timeOfDay = (description: string, example: string) =>
  Type.String({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$', description, example });

const QuietHours = nullable(
  Type.Object(
    { from: timeOfDay('Their beginning', '22:00'), to: timeOfDay('Their end', '07:00') },
    {
      description: 'When no email and no push is sent; what comes then is sent at their end. Null for none',
    },
  ),
);

/** What differs on a board or in a workspace. */
const override = {
  boardPublicId: Type.Optional(PublicId('The board; it comes before its workspace')),
  workspacePublicId: Type.Optional(PublicId('The workspace, instead of a board')),
  muted: Type.Optional(
    Type.Boolean({ description: 'Whether you are told nothing from there, apart from what `kinds` says' }),
  ),
  kinds: Type.Optional(
    Type.Partial(Type.Object(ofKinds(someTimings)), { description: 'What differs there' }),
  ),
};

const overrides = Type.Array(Type.Object(override), {
  maxItems: maxOverrides,
  description: 'What differs on some boards and in some workspaces',
});

const Summary = Type.Boolean({
  description: 'Whether a summary of your day is sent by email, when digests are; false by default',
});

export const NotificationSettings = named(
  'NotificationSettings',
  Type.Object({
    kinds: Type.Object(ofKinds(Type.Object(timings)), { description: 'By kind and channel' }),
    digest: Type.Object({ hour, days }, { description: 'When what is collected is sent' }),
    quietHours: QuietHours,
    overrides,
    summary: Summary,
    channels: Type.Object(
      { mail: Type.Boolean({ description: 'Whether emails are sent' }) },
      { description: 'What this installation can do' },
    ),
  }),
);

export type Override = Static<typeof overrides>[number];

export const notificationSettings = {
  get: operation({
    id: 'getNotificationSettings',
    method: 'GET',
    path: '/users/me/notification-settings',
    tag: 'Notifications',
    summary: 'Read how you are notified',
    description:
      'What you are told of, by which channel and when. All times are in your time zone. Complete: where you have set nothing, ' +
      'the defaults are shown.',
    reply: NotificationSettings,
    errors: [401, 403],
    access: 'account',
  }),
  update: operation({
    id: 'updateNotificationSettings',
    method: 'PUT',
    path: '/users/me/notification-settings',
    tag: 'Notifications',
    summary: 'Change how you are notified',
    description:
      'Takes one or more parts: kinds, channels, and parts of `digest` that are left out stay as they are. `overrides` replaces all ' +
      'of them.',
    body: Type.Object(
      {
        kinds: Type.Optional(Type.Partial(Type.Object(ofKinds(someTimings)))),
        digest: Type.Optional(Type.Partial(Type.Object({ hour, days }))),
        quietHours: Type.Optional(QuietHours),
        overrides: Type.Optional(overrides),
        summary: Type.Optional(Summary),
      },
      { minProperties: 1 },
    ),
    reply: NotificationSettings,
    errors: [400, 401, 403, 409],
    access: 'account',
  }),
};
