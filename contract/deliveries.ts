import { Type } from 'typebox';
import { Count, Id, named, nullable, oneOf, page, pageQuery, Timestamp } from './schema.ts';

/* What webhooks and channels have sent. */

export const deliveryStates = ['pending', 'succeeded', 'failed'] as const;

export const Delivery = named(
  'WebhookDelivery',
  Type.Object({
    id: Id,
    event: Type.String({ description: 'Type of the event', example: 'card.created' }),
    state: oneOf(deliveryStates, { description: '`failed` once there are no further attempts' }),
    attempts: Count('Number of attempts so far'),
    statusCode: nullable(Type.Integer({ description: 'Status of the last reply', example: 200 })),
    error: nullable(
      Type.String({
        description:
          'Why the last attempt failed, as in a test; or why there was none: `no access` if the board was closed to ' +
          'the creator of the webhook, `disabled` if the webhook was, `never sent` by a version that could not',
        example: 'timeout',
      }),
    ),
    durationMs: nullable(
      Type.Integer({ description: 'Duration of the last attempt in milliseconds', example: 120 }),
    ),
    createdAt: Timestamp('When the event happened'),
    nextAttemptAt: nullable(
      Timestamp('When the next attempt is due; during an attempt, when it counts as lost'),
    ),
  }),
);

export const TestResult = Type.Object({
  success: Type.Boolean({ description: 'Whether the receiver answered with 2xx' }),
  statusCode: Type.Optional(Type.Number({ description: 'Status of the reply', example: 200 })),
  error: Type.Optional(
    Type.String({
      description:
        '`timeout`, `refused`, `dns`, `tls`, `blocked address`, `invalid reply`, or the status as `status 500`',
      example: 'timeout',
    }),
  ),
});

/** What lists of deliveries have in common, to webhooks and to channels. */
export const listOfDeliveries = {
  query: Type.Object({
    ...pageQuery({ max: 100, default: 20 }),
    state: Type.Optional(oneOf(deliveryStates, { description: 'Only those in this state' })),
  }),
  reply: page('deliveries', Delivery),
  errors: [400, 401, 403, 404],
} as const;
