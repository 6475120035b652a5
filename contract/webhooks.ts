import { Type } from 'typebox';
import { caps } from './caps.ts';
import { listOfDeliveries, TestResult } from './deliveries.ts';
import { eventPatterns } from './events.ts';
import { FilterText, onTiles } from './filters.ts';
import { operation } from './operation.ts';
import {
  Count,
  Id,
  named,
  nullable,
  oneOf,
  PublicId,
  ShownOnce,
  Success,
  Text,
  Timestamp,
} from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const webhook = {
  publicId: Id,
  name: Type.String({ example: 'Chat room' }),
  url: Type.String({ description: 'Where deliveries are sent', example: 'https://chat.example.com/hooks/1' }),
  events: Type.Array(Type.String({ example: 'card.*' }), { description: 'What it subscribes to' }),
  active: Type.Boolean({ description: 'Whether it is notified of events' }),
  createdAt: Timestamp('When it was created'),
  updatedAt: nullable(Timestamp('When it was last changed')),
};

export const Webhook = named('Webhook', Type.Object(webhook));

const ListedWebhook = named(
  'ListedWebhook',
  Type.Object({
    ...webhook,
    failures: Type.Optional(
      Type.Object(
        {
          count: Count('Number of attempts that have failed since one last succeeded'),
          since: nullable(
            Timestamp(
              'Since when every attempt has failed; null if none has, or it was turned on or off since',
            ),
          ),
        },
        { description: 'Only if it is asked for' },
      ),
    ),
  }),
);

const Secret = ShownOnce('Secret that signs deliveries', {
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw6FLpWIFGp3k=',
});

const NewWebhook = named('NewWebhook', Type.Object({ ...webhook, secret: Secret }));

export const Url = Type.String({
  'x-trim': true,
  pattern: '^[hH][tT][tT][pP][sS]?://[^\\u0000]*$',
  maxLength: 2048,
  description: 'Where deliveries are sent: http or https, and not an address inside a private network',
  example: 'https://chat.example.com/hooks/1',
});

const Events = Type.Array(oneOf(eventPatterns, { example: 'card.*' }), {
  minItems: 1,
  maxItems: eventPatterns.length,
  description:
    'Event types, and groups of them with or without `*`: `card.*` and `card` mean everything below `card.`, `*` ' +
    'means everything but the audit log; `card.moved` means `card.updated.list`. `audit.entry` is each entry of the audit ' +
    'log, as `GET …/audit` has it but without addresses, for as long as the creator of the webhook may read it',
});

const GivenSecret = Type.String({
  minLength: 16,
  maxLength: 256,
  // A secret with the prefix of Standard Webhooks must be valid: receivers would decode it.
  anyOf: [{ pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$' }, { not: { pattern: '^whsec_' } }],
  description:
    '`whsec_` followed by 24 to 64 bytes in base64, as in Standard Webhooks; any other text of 16 to 256 ' +
    'characters is used as its bytes',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw6FLpWIFGp3k=',
});

const Boards = nullable(
  Type.Array(PublicId('A board of the workspace that you can see'), {
    minItems: 1,
    maxItems: caps.boardsOfWebhook,
    description:
      'The only boards of whose events it is notified, and of no events without a board; null for all. Boards that you ' +
      'cannot see, and those in the trash, stay as they are, unless it is null',
  }),
);

const Filter = nullable(
  FilterText(
    `Only events of cards that pass this filter after the change, as its maker reads it. ${onTiles}`,
  ),
);

const Name = Text(255, { description: 'Name', example: 'Chat room' });
const Active = Type.Boolean({ description: 'Whether it is notified of events; true by default' });

const webhookParams = Type.Object({
  ...workspaceParams.properties,
  webhookPublicId: PublicId('The webhook'),
});

const deliveryParams = Type.Object({
  ...webhookParams.properties,
  deliveryId: PublicId('The delivery'),
});

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
    description: 'Oldest first (E16), without their secrets.',
    query: Type.Object({
      include: Type.Optional(
        Type.Array(oneOf(['failures']), {
          maxItems: 10,
          description: 'What to add to each webhook; `failures` is whether its attempts fail, and since when',
          example: ['failures'],
        }),
      ),
    }),
    reply: Type.Array(ListedWebhook),
    errors: [400, 401, 403, 404],
  }),
  create: operation({
    ...ofWorkspace,
    id: 'createWebhook',
    method: 'POST',
    path,
    summary: 'Create a webhook',
    description:
      'Notifies an address of events as Standard Webhooks 1.0.0 defines it: a POST with `webhook-id`, ' +
      '`webhook-timestamp` and `webhook-signature`, and a body `{type, timestamp, data}` under 20 kB. `data` has ' +
      '`previous`, the old values of what changed, `url`, where it is shown, `user` and, if it was done by an API key, ' +
      '`apiKey`. Each event is delivered at least once, ' +
      'in no particular order: `webhook-id` tells a repetition. What is not answered with 2xx within 15 s is tried again ' +
      'nine times in three days. A secret is generated unless given, and is shown only here.',
    body: Type.Object({
      name: Name,
      url: Url,
      events: Events,
      boardPublicIds: Type.Optional(Boards),
      filter: Type.Optional(Filter),
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
    description:
      'Without its secret. A webhook is disabled after five days in which every attempt failed, or by a reply of 410; ' +
      'to enable it again, set `active`.',
    reply: named(
      'OneWebhook',
      Type.Object({
        ...webhook,
        boardPublicIds: nullable(
          Type.Array(Id, {
            description:
              'The boards to which it is limited, as far as you see them, and none in the trash; null if it is not',
          }),
        ),
        filter: nullable(
          Type.String({
            description: 'The cards of which it is notified; null for all',
            example: 'label:bug',
          }),
        ),
        orphaned: Type.Boolean({
          description: 'Whether its creator may no longer manage webhooks; it keeps working',
        }),
        lastSucceededAt: nullable(Timestamp('When a delivery last succeeded')),
        consecutiveFailures: Count('Number of attempts that have failed since'),
      }),
    ),
    errors: [400, 401, 403, 404],
  }),
  update: operation({
    ...ofWebhook,
    id: 'updateWebhook',
    method: 'PUT',
    path: `${path}/{webhookPublicId}`,
    summary: 'Update a webhook',
    description:
      'Takes one or more of the fields. If the secret changes, the previous one also signs for 24 hours. Only who made ' +
      'it, or an admin, changes its `url`, `secret` or `filter`: it gets what its creator sees.',
    body: Type.Object(
      {
        name: Type.Optional(Name),
        url: Type.Optional(Url),
        events: Type.Optional(Events),
        boardPublicIds: Type.Optional(Boards),
        filter: Type.Optional(Filter),
        secret: Type.Optional(GivenSecret),
        active: Type.Optional(Type.Boolean({ description: 'Whether it is notified of events' })),
      },
      { minProperties: 1 },
    ),
    reply: Webhook,
    errors: [400, 401, 403, 404, 409, 429],
  }),
  delete: operation({
    ...ofWebhook,
    id: 'deleteWebhook',
    method: 'DELETE',
    path: `${path}/{webhookPublicId}`,
    summary: 'Delete a webhook',
    description: 'Its deliveries are deleted too, including those not yet sent.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  rotateSecret: operation({
    ...ofWebhook,
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: `${path}/{webhookPublicId}/rotate-secret`,
    summary: 'Rotate the secret of a webhook',
    description:
      'The previous secret also signs for 24 hours, so that receivers can switch. Only who made a webhook, or an admin, may do so.',
    reply: Type.Object({ secret: Secret }),
    errors: [400, 401, 403, 404, 409],
  }),
  test: operation({
    ...ofWebhook,
    id: 'testWebhook',
    method: 'POST',
    path: `${path}/{webhookPublicId}/test`,
    severalChanges: true,
    summary: 'Send a test payload to a webhook',
    description:
      'Sends a signed payload of type `webhook.test` now and reports the result (E17). `statusCode` is left out ' +
      'if there was no reply, `error` if it succeeded.',
    reply: TestResult,
    errors: [400, 401, 403],
  }),
  deliveries: operation({
    ...ofWebhook,
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: `${path}/{webhookPublicId}/deliveries`,
    summary: 'List the deliveries of a webhook',
    description:
      'Newest first; kept for 30 days. A page may have fewer than `limit`, or none, and yet not be the last.',
    ...listOfDeliveries,
  }),
  redeliver: operation({
    ...ofWebhook,
    id: 'redeliverWebhook',
    method: 'POST',
    path: `${path}/{webhookPublicId}/deliveries/{deliveryId}/redeliver`,
    summary: 'Send a delivery again',
    description:
      'Sends the same payload under the same id, as soon as possible. If the webhook is not active, this fails with 409.',
    params: deliveryParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
};
