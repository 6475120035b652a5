import { Type } from 'typebox';
import { Id, named, nullable, oneOf, page, Timestamp } from './schema.ts';

/** The events that the security log of an account records. */
export const securityEventTypes = [
  'account.created',
  'account.disabled',
  'account.enabled',
  'operator.granted',
  'operator.revoked',
  'signIn.succeeded',
  'signIn.failed',
  'signInLink.made',
  'sessions.ended',
  'password.set',
  'password.changed',
  'password.reset',
  'email.changed',
  'key.created',
  'key.revoked',
  'application.allowed',
  'export.started',
  'key.ending',
  'key.ended',
  'calendar.created',
  'calendar.revoked',
  'feed.created',
  'feed.revoked',
  'mailbox.created',
  'mailbox.revoked',
  'secondFactor.demanded',
  'secondFactor.added',
  'secondFactor.removed',
  'secondFactors.cleared',
  'recoveryCodes.replaced',
  'recoveryCode.used',
  'integration.connected',
  'integration.disconnected',
] as const;

export type SecurityEventType = (typeof securityEventTypes)[number];

const SecurityEvent = named(
  'SecurityEvent',
  Type.Object({
    publicId: Id,
    type: oneOf(securityEventTypes, { description: 'What happened', example: 'signIn.succeeded' }),
    createdAt: Timestamp('When it happened'),
    address: nullable(
      Type.String({
        description: 'Where it came from (for IPv6, the /64); null if the operator did it',
        example: '192.0.2.7',
      }),
    ),
    userAgent: nullable(Type.String({ description: 'The `User-Agent` of the request' })),
    detail: nullable(Type.String({ description: 'Further details', example: 'password' })),
  }),
);

export const SecurityLog = page('entries', SecurityEvent);
