import { Type } from 'typebox';
import { GivenPassword, MailToken, Session } from './auth.ts';
import { caps } from './caps.ts';
import { operation, smallBody } from './operation.ts';
import { Id, named, nullable, oneOf, PublicId, ShownOnce, Success, Text, Timestamp } from './schema.ts';
import { factorKinds, PasskeyOptions, PasskeyReply } from './second-factor-shapes.ts';

const SecondFactor = named(
  'SecondFactor',
  Type.Object({
    publicId: Id,
    kind: oneOf(factorKinds, {
      description: 'An app that shows codes (TOTP, RFC 6238), or a passkey (WebAuthn)',
      example: 'totp',
    }),
    name: Type.String({ example: 'Phone' }),
    createdAt: Timestamp('When it was added'),
    lastUsedAt: nullable(Timestamp('When it was last used to sign in or to confirm')),
  }),
);

const RecoveryCodes = Type.Array(ShownOnce('A code that works once', { example: 'k3v9-x2qd-7mfa-p0ht' }), {
  description: 'Codes for when no factor is at hand; those before no longer work',
});

const Confirmed = { description: 'Only in a session that was confirmed in the last 10 minutes.' };

const tag = 'Accounts';
const path = '/users/me/second-factors';
const one = `${path}/{factorPublicId}`;
const params = Type.Object({ factorPublicId: PublicId('The second factor') });
/** Holds what a passkey replies. */
const maxBody = 2 * smallBody;

const session = { tag, access: 'session', maxBody } as const;

const Code = Type.String({
  'x-trim': true,
  pattern: '^\\d{3} ?\\d{3}$',
  description: 'The code that the app shows',
  example: '123456',
});

const RecoveryCode = Type.String({
  'x-trim': true,
  minLength: 1,
  maxLength: 40,
  description: 'A recovery code, in any case, with or without its hyphens',
  example: 'k3v9-x2qd-7mfa-p0ht',
});

/** What proves a second factor: one of these. */
const proof = {
  code: Type.Optional(Code),
  recoveryCode: Type.Optional(RecoveryCode),
  passkey: Type.Optional(PasskeyReply),
};

/** Second factors of an account, and the steps that ask for them. */
export const secondFactors = {
  list: operation({
    tag,
    access: 'session',
    id: 'listSecondFactors',
    method: 'GET',
    path,
    summary: 'List your second factors',
    reply: named(
      'SecondFactors',
      Type.Object({
        factors: Type.Array(SecondFactor, { description: 'Oldest first' }),
        recoveryCodes: Type.Integer({ description: 'How many recovery codes are left' }),
        confirmedUntil: nullable(
          Timestamp('Until when this session counts as confirmed; null if it does not any more'),
        ),
      }),
    ),
    errors: [401, 403],
  }),
  begin: operation({
    ...session,
    id: 'beginSecondFactor',
    method: 'POST',
    path,
    summary: 'Begin to add a second factor',
    description: `It counts once it has been tried: \`POST ${one}/confirm\`, within 10 minutes. ${Confirmed.description}`,
    body: Type.Object({
      kind: oneOf(factorKinds),
      name: Type.Optional(Text(100, { description: 'Its name; by default what it is', example: 'Phone' })),
    }),
    reply: Type.Object({
      publicId: Id,
      totp: nullable(
        Type.Object({
          secret: ShownOnce('The secret in Base32, to be typed into the app', {
            example: 'JBSWY3DPEHPK3PXP',
          }),
          uri: ShownOnce('The same as an address of the app, to be shown as a picture', {
            example: 'otpauth://totp/Taskboard:ada%40example.com?secret=JBSWY3DPEHPK3PXP',
          }),
        }),
      ),
      passkey: nullable({ ...PasskeyOptions, description: 'What `navigator.credentials.create` takes' }),
    }),
    errors: [400, 401, 403, 409],
  }),
  confirm: operation({
    ...session,
    id: 'confirmSecondFactor',
    method: 'POST',
    path: `${one}/confirm`,
    summary: 'Add a second factor',
    description:
      'With what the app or the passkey answers. From then on, signing in takes two steps. The first factor comes with recovery codes, ' +
      'which are shown only here.',
    params,
    body: Type.Object(
      { code: Type.Optional(Code), passkey: Type.Optional(PasskeyReply) },
      { minProperties: 1 },
    ),
    reply: Type.Object({
      factor: SecondFactor,
      recoveryCodes: nullable(RecoveryCodes),
    }),
    errors: [400, 401, 403, 404, 409, 429],
  }),
  remove: operation({
    ...session,
    id: 'deleteSecondFactor',
    method: 'DELETE',
    path: one,
    summary: 'Remove a second factor',
    description: `Without any, recovery codes end, too. ${Confirmed.description}`,
    params,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  newCodes: operation({
    ...session,
    id: 'replaceRecoveryCodes',
    method: 'POST',
    path: '/users/me/recovery-codes',
    summary: 'Make new recovery codes',
    description: `${caps.recoveryCodes} of them; the ones before no longer work. ${Confirmed.description}`,
    reply: Type.Object({ recoveryCodes: RecoveryCodes }),
    errors: [400, 401, 403, 409],
  }),
  signIn: operation({
    tag: 'Accounts',
    id: 'signInBySecondFactor',
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'Sign in, the second step',
    description:
      'For the `secondFactor` that the first step has replied, within 10 minutes and once, with one of `code`, `recoveryCode` and `passkey`.',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 2000, description: 'The `token` of the first step' }),
      ...proof,
    }),
    maxBody,
    reply: Session,
    opensSession: true,
    errors: [400, 401, 403, 429],
    access: 'none',
  }),
  beginPasskey: operation({
    tag: 'Accounts',
    id: 'beginPasskeySignIn',
    method: 'POST',
    path: '/auth/passkey/options',
    summary: 'Ask for a passkey to sign in',
    description:
      'Whose passkey it will be is not known yet: the browser offers those that it has for this service.',
    maxBody: smallBody,
    reply: Type.Object({
      token: ShownOnce('For `POST /auth/passkey`'),
      expiresAt: Timestamp('Until when'),
      passkey: { ...PasskeyOptions, description: 'What `navigator.credentials.get` takes' },
    }),
    errors: [400, 429],
    access: 'none',
  }),
  signInByPasskey: operation({
    tag: 'Accounts',
    id: 'signInByPasskey',
    method: 'POST',
    path: '/auth/passkey',
    summary: 'Sign in with a passkey alone',
    description:
      'In one step: the device has verified who used it, by its own code, finger or face. A passkey that verifies nobody is a second ' +
      'factor only.',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 2000, description: 'The `token` of the options' }),
      passkey: PasskeyReply,
    }),
    maxBody,
    reply: Session,
    opensSession: true,
    errors: [400, 401, 403, 429],
    access: 'none',
  }),
  confirmSession: operation({
    ...session,
    id: 'confirmSession',
    method: 'POST',
    path: '/auth/confirm',
    summary: 'Confirm that it is you',
    description:
      'The session counts as confirmed for 10 minutes: with a second factor if the account has one, otherwise with its password, or the code of a ' +
      'magic link where it has none. A session that was just opened is confirmed.',
    body: Type.Object(
      {
        ...proof,
        step: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 2000,
            description: 'With a passkey: the `token` of `POST /auth/confirm/passkey`',
          }),
        ),
        currentPassword: Type.Optional(GivenPassword),
        token: Type.Optional(MailToken),
      },
      { minProperties: 1 },
    ),
    reply: Type.Object({ confirmedUntil: Timestamp('Until when it counts') }),
    errors: [400, 401, 403, 409, 429],
  }),
  confirmOptions: operation({
    ...session,
    id: 'beginConfirmation',
    momentary: true,
    method: 'POST',
    path: '/auth/confirm/passkey',
    summary: 'Ask for a passkey to confirm',
    reply: Type.Object({
      token: ShownOnce('The `step` of the confirmation'),
      passkey: { ...PasskeyOptions, description: 'What `navigator.credentials.get` takes' },
    }),
    errors: [400, 401, 403, 409],
  }),
};
