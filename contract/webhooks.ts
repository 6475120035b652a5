import { Type } from 'typebox';
import { eventPatterns } from './events.ts';
import { operation } from './operation.ts';
import {
  Count,
  Id,
  named,
  nullable,
  oneOf,
  PublicId,
  page,
  pageQuery,
  Success,
  Text,
  Timestamp,
} from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const webhook = {
  publicId: Id,
  name: Type.String({ example: 'Chat room' }),
  url: Type.String({ description: 'Where deliveries go', example: 'https://chat.example.com/hooks/1' }),
  events: Type.Array(Type.String({ example: 'card.*' }), { description: 'What it subscribes to' }),
  active: Type.Boolean({ description: 'Whether it is told what happens' }),
  createdAt: Timestamp('When it was made'),
  updatedAt: nullable(Timestamp('When it was last changed')),
};

export const Webhook = named('Webhook', Type.Object(webhook));

const Secret = Type.String({
  description: 'What deliveries are signed with; it is shown only here',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw6FLpWIFGp3k=',
});

const NewWebhook = named('NewWebhook', Type.Object({ ...webhook, secret: Secret }));

const Url = Type.String({
  'x-trim': true,
  pattern: '^[hH][tT][tT][pP][sS]?://[^\\u0000]*$',
  maxLength: 2048,
  description: 'Where deliveries go: http or https, and no address inside a private network',
  example: 'https://chat.example.com/hooks/1',
});

const Events = Type.Array(oneOf(eventPatterns, { example: 'card.*' }), {
  minItems: 1,
  maxItems: eventPatterns.length,
  description:
    'Types of events, and groups of them with `*` or without: `card.*` and `card` are everything below `card.`, `*` ' +
    'is everything; `card.moved` is `card.updated.list`',
});

const GivenSecret = Type.String({
  minLength: 16,
  maxLength: 256,
  // What begins like a secret of Standard Webhooks is one: receivers would decode it.
  anyOf: [{ pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$' }, { not: { pattern: '^whsec_' } }],
  description:
    '`whsec_` and 24 to 64 bytes in base64, as Standard Webhooks has secrets; any other text of 16 to 256 characters ' +
    'signs with its bytes',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw6FLpWIFGp3k=',
});

const Name = Text(255, { description: 'Name', example: 'Chat room' });
const Active = Type.Boolean({ description: 'Whether it is told what happens; true unless given' });

const webhookParams = Type.Object({
  ...workspaceParams.properties,
  webhookPublicId: PublicId('The webhook'),
});

const deliveryParams = Type.Object({
  ...webhookParams.properties,
  deliveryId: PublicId('The delivery'),
});

const states = ['pending', 'succeeded', 'failed'] as const;

const Delivery = named(
  'WebhookDelivery',
  Type.Object({
    id: Id,
    event: Type.String({ description: 'Type of the event', example: 'card.created' }),
    state: oneOf(states, { description: '`failed` once no further attempt follows' }),
    attempts: Count('How often it was sent'),
    statusCode: nullable(Type.Integer({ description: 'What the receiver answered last', example: 200 })),
    error: nullable(Type.String({ description: 'Why the last attempt failed', example: 'timeout' })),
    durationMs: nullable(Type.Integer({ description: 'How long the last attempt took', example: 120 })),
    createdAt: Timestamp('When the event happened'),
    nextAttemptAt: nullable(Timestamp('When it is sent next')),
  }),
);

const ofWorkspace = { tag: 'Webhooks', params: workspaceParams, access: 'workspace:manage' } as const;
const ofWebhook = { ...ofWorkspace, params: webhookParams } as const;
const path = '/workspaces/{workspacePublicId}/webhooks';

export const webhooks = {
  list: operation({
    ...ofWorkspace,
    id: 'listWebhooks',
    method: 'GET',
    path,
    summary: 'List the webhooks of a workspace',
    description: 'Oldest first (E16). The secrets are not among it.',
    reply: Type.Array(Webhook),
    errors: [400, 401, 403, 404],
  }),
  create: operation({
    ...ofWorkspace,
    id: 'createWebhook',
    method: 'POST',
    path,
    summary: 'Make a webhook',
    description:
      'Tells an address what happens, as Standard Webhooks 1.0.0 says: a POST with `webhook-id`, ' +
      '`webhook-timestamp` and `webhook-signature`, and a body `{type, timestamp, data}` under 20 kB. The secret ' +
      'is made unless it is given, and is shown only here.',
    body: Type.Object({
      name: Name,
      url: Url,
      events: Events,
      secret: Type.Optional(GivenSecret),
      active: Type.Optional(Active),
    }),
    reply: NewWebhook,
    errors: [400, 401, 403, 404, 409, 429],
  }),
  get: operation({
    ...ofWebhook,
    id: 'getWebhook',
    method: 'GET',
    path: `${path}/{webhookPublicId}`,
    summary: 'Read a webhook',
    description: 'The secret is not among it.',
    reply: named(
      'OneWebhook',
      Type.Object({
        ...webhook,
        orphaned: Type.Boolean({
          description: 'Whether who made it may manage webhooks no more; it goes on all the same',
        }),
      }),
    ),
    errors: [400, 401, 403, 404],
  }),
  update: operation({
    ...ofWebhook,
    id: 'updateWebhook',
    method: 'PUT',
    path: `${path}/{webhookPublicId}`,
    summary: 'Change a webhook',
    description:
      'Takes any of the fields, at least one. After a change of the secret, the one before signs as well for 24 hours.',
    body: Type.Object(
      {
        name: Type.Optional(Name),
        url: Type.Optional(Url),
        events: Type.Optional(Events),
        secret: Type.Optional(GivenSecret),
        active: Type.Optional(Type.Boolean({ description: 'Whether it is told what happens' })),
      },
      { minProperties: 1 },
    ),
    reply: Webhook,
    errors: [400, 401, 403, 404, 429],
  }),
  delete: operation({
    ...ofWebhook,
    id: 'deleteWebhook',
    method: 'DELETE',
    path: `${path}/{webhookPublicId}`,
    summary: 'Delete a webhook',
    description: 'Its deliveries go with it, those that are still to be sent too.',
    reply: Success,
    errors: [400, 401, 403, 404],
  }),
  rotateSecret: operation({
    ...ofWebhook,
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: `${path}/{webhookPublicId}/rotate-secret`,
    summary: 'Give a webhook a new secret',
    description: 'The secret before signs as well for 24 hours, so that receivers can change over.',
    reply: Type.Object({ secret: Secret }),
    errors: [400, 401, 403, 404, 409],
  }),
  test: operation({
    ...ofWebhook,
    id: 'testWebhook',
    method: 'POST',
    path: `${path}/{webhookPublicId}/test`,
    inParts: true,
    summary: 'Send a test payload to a webhook',
    description:
      'Sends a signed payload of the type `webhook.test` now and says what came of it (E17). `statusCode` is left ' +
      'out where there was no answer, `error` where it was a success.',
    reply: Type.Object({
      success: Type.Boolean({ description: 'Whether the receiver answered with 2xx' }),
      statusCode: Type.Optional(Type.Number({ description: 'What it answered', example: 200 })),
      error: Type.Optional(
        Type.String({
          description:
            '`timeout`, `refused`, `dns`, `tls`, `blocked address`, `invalid reply`, or the status as `status 500`',
          example: 'timeout',
        }),
      ),
    }),
    errors: [400, 401, 403],
  }),
  deliveries: operation({
    ...ofWebhook,
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: `${path}/{webhookPublicId}/deliveries`,
    summary: 'List the deliveries of a webhook',
    description: 'Newest first; they are kept for 30 days.',
    query: Type.Object({
      ...pageQuery({ max: 100, default: 20 }),
      state: Type.Optional(oneOf(states, { description: 'Only those in this state' })),
    }),
    reply: page('deliveries', Delivery),
    errors: [400, 401, 403, 404],
  }),
  redeliver: operation({
    ...ofWebhook,
    id: 'redeliverWebhook',
    method: 'POST',
    path: `${path}/{webhookPublicId}/deliveries/{deliveryId}/redeliver`,
    summary: 'Send a delivery again',
    description: 'The same payload under the same id, as soon as it can be sent.',
    params: deliveryParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
};
