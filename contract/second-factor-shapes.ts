import { Type } from 'typebox';
import { named, oneOf, ShownOnce, Timestamp } from './schema.ts';

/* Shapes of second factors that the first step of a sign-in has as well. */

export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** Options for a browser, in the JSON form of WebAuthn (https://www.w3.org/TR/webauthn-3/). */
export const PasskeyOptions = named(
  'PasskeyOptions',
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Options in the JSON form of WebAuthn',
  }),
);

/** What a browser replies, in the JSON form of WebAuthn. */
export const PasskeyReply = named(
  'PasskeyReply',
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    required: ['id', 'rawId', 'type', 'response'],
    properties: {
      id: { type: 'string', maxLength: 1400 },
      rawId: { type: 'string', maxLength: 1400 },
      type: { enum: ['public-key'] },
      response: {
        type: 'object',
        additionalProperties: true,
        properties: {
          clientDataJSON: { type: 'string', maxLength: 1400 },
          // Keys and signatures of ML-DSA, which browsers choose where authenticators know it, take thousands of bytes.
          attestationObject: { type: 'string', maxLength: 6000 },
          authenticatorData: { type: 'string', maxLength: 3500 },
          signature: { type: 'string', maxLength: 5000 },
          userHandle: { type: 'string', nullable: true, maxLength: 100 },
        },
      },
    },
    description: 'The `toJSON()` of the credential that the browser returns',
  }),
);

/** What the first step of a sign-in to an account with second factors replies: there is no session yet. */
export const SecondStep = named(
  'SecondStep',
  Type.Object(
    {
      token: ShownOnce('For `POST /auth/second-factor`'),
      expiresAt: Timestamp('Until when'),
      kinds: Type.Array(oneOf([...factorKinds, 'recovery-code']), {
        description: 'With what it can be done',
      }),
      passkey: Type.Optional({
        ...PasskeyOptions,
        description: 'What `navigator.credentials.get` takes; absent without a passkey',
      }),
    },
    { description: 'The second step, if the account has second factors: there is no session yet' },
  ),
);
