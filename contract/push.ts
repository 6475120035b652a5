import { Type } from 'typebox';
import type { Language } from './languages.ts';
import { operation } from './operation.ts';
import { Id, named, nullable, Success, Timestamp } from './schema.ts';

/** A browser to which notifications are pushed. */
export const PushSubscription = named(
  'PushSubscription',
  Type.Object({
    publicId: Id,
    service: Type.String({
      description: 'Host of the push service of the browser',
      example: 'updates.push.example.com',
    }),
    userAgent: nullable(Type.String({ description: 'The `User-Agent` of the session it was made in' })),
    createdAt: Timestamp('When it was made, or last made again'),
    current: Type.Boolean({ description: 'Whether it was made in the session of this request' }),
  }),
);

/** What is pushed to a browser, whose service worker reads it. */
export interface Pushed {
  /** The notification; null for several. */
  id: string | null;
  /** The subscription that it is for: nothing is shown in a browser that somebody else uses by now. */
  to: string;
  /** Of the texts. */
  language: Language;
  title: string;
  body: string;
  /** Where it leads. */
  path: string;
  /** A later one with the same tag takes its place. */
  tag: string;
  unread: number;
  /** The question that it tells of, if it can be answered right there. */
  question?: { id: string; options: readonly string[] };
}

const Endpoint = Type.String({
  pattern: '^[hH][tT][tT][pP][sS]?://[^\\u0000]*$',
  maxLength: 2048,
  description: 'The `endpoint` of the subscription; not an address inside a private network',
  example: 'https://updates.push.example.com/wpush/v2/gAAAAABk',
});

const base = { tag: 'Notifications', path: '/users/me/push-subscriptions', access: 'session' } as const;

/** Notifications that the service pushes to browsers, as in RFC 8030, 8291 and 8292. */
export const push = {
  list: operation({
    ...base,
    id: 'listPushSubscriptions',
    method: 'GET',
    summary: 'List the browsers that you are notified in',
    description:
      'Also returns the key with which this service signs what it pushes: the `applicationServerKey` of a new subscription.',
    reply: named(
      'PushSubscriptions',
      Type.Object({
        publicKey: Type.String({
          description: 'A point on the curve P-256 in base64url',
          example: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
        }),
        subscriptions: Type.Array(PushSubscription, { description: 'Newest first' }),
      }),
    ),
    errors: [401, 403],
  }),
  subscribe: operation({
    ...base,
    id: 'addPushSubscription',
    method: 'POST',
    summary: 'Be notified in a browser',
    description:
      'Takes what `PushManager.subscribe()` returns. Ends with the session. An endpoint that is known is replaced, also if it ' +
      'was subscribed by somebody else in the same browser. An account has at most 20; beyond that, the oldest is removed.',
    body: Type.Object({
      endpoint: Endpoint,
      keys: Type.Object({
        p256dh: Type.String({
          pattern: '^B[A-Za-z0-9_-]{86}$',
          description: 'Public key of the browser: a point on the curve P-256 in base64url',
          example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        }),
        auth: Type.String({
          pattern: '^[A-Za-z0-9_-]{22}$',
          description: 'Secret of the browser: 16 bytes in base64url',
          example: 'BTBZMqHH6r4Tts7J_aSIgg',
        }),
      }),
    }),
    reply: PushSubscription,
    errors: [400, 401, 403, 409, 429],
  }),
  unsubscribe: operation({
    ...base,
    id: 'removePushSubscription',
    method: 'DELETE',
    summary: 'No longer be notified in a browser',
    description: 'Succeeds if there is no such subscription of yours, too.',
    body: Type.Object({ endpoint: Endpoint }),
    reply: Success,
    errors: [400, 401, 403, 409],
  }),
};
