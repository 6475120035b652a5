import { Type } from 'typebox';
import { operation, smallBody } from './operation.ts';
import { Email, Id, named, nullable, PublicId, ShownOnce, Success, Text, Timestamp } from './schema.ts';
import { SecondStep } from './second-factor-shapes.ts';

export const NewPassword = Type.String({
  minLength: 8,
  maxLength: 128,
  description: 'Password, 8 to 128 characters',
  example: 'correct horse battery',
});

/** A password to check, not to set: one that is too short to be a password is simply wrong. */
export const GivenPassword = Type.String({ maxLength: 128, description: 'Password' });

export const Name = nullable(Type.String({ description: 'Display name', example: 'Ada Lovelace' }));
export const NewName = Text(255, { description: 'Display name', example: 'Ada Lovelace' });
export const NewImage = Type.String({
  'x-trim': true,
  format: 'uri',
  pattern: '^[hH][tT][tT][pP][sS]?://[^\\u0000]*$',
  maxLength: 1000,
  description: 'Address of a picture, http or https; null for none',
  example: 'https://example.com/ada.png',
});
export const MailToken = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The code from the email',
});

/** The reply to a sign-up or sign-in. */
export const Session = named(
  'Session',
  Type.Object({
    token: ShownOnce('Bearer token, empty where a cookie holds it, and where a second step is to come'),
    secondFactor: Type.Optional(SecondStep),
    expiresAt: Timestamp('When the token stops working'),
    user: Type.Object({ id: Id, email: Type.String({ example: 'ada@example.com' }), name: Name }),
  }),
);

const OpenSession = named(
  'OpenSession',
  Type.Object({
    id: Id,
    createdAt: Timestamp('When it was opened'),
    lastUsedAt: Timestamp('When it was last used, to the minute'),
    userAgent: nullable(Type.String({ description: 'The `User-Agent` it was opened with' })),
    current: Type.Boolean({ description: 'Whether this request uses it' }),
  }),
);

/** Sign-up, sign-in and sign-out. */
export const auth = {
  signUp: operation({
    tag: 'Accounts',
    id: 'signUp',
    method: 'POST',
    path: '/auth/sign-up',
    summary: 'Sign up',
    description:
      'Creates an account and signs in. With `SIGN_UP=invited`, only addresses that a workspace has invited can ' +
      'sign up: with the code of their invitation, as `inviteCode`, or by magic link. With `SIGN_UP=closed`, ' +
      'nobody can. Passwords that are among the 10 000 most common ones, or that contain the address, are refused ' +
      'with 400.',
    body: Type.Object({
      email: Email,
      password: NewPassword,
      name: Type.Optional(NewName),
      inviteCode: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Code of an invitation of the address; the invitation still has to be accepted',
        }),
      ),
    }),
    maxBody: smallBody,
    reply: Session,
    opensSession: true,
    errors: [400, 403, 409, 429],
    access: 'none',
  }),
  signIn: operation({
    tag: 'Accounts',
    id: 'signIn',
    method: 'POST',
    path: '/auth/sign-in',
    summary: 'Sign in',
    description:
      'An unknown address and a wrong password get the same reply. The right password of a disabled account is ' +
      'refused with 403. A session ends 30 days after it was opened, or after 14 days without use. An account with second factors gets `secondFactor` ' +
      'instead of a token, for `POST /auth/second-factor`.',
    body: Type.Object({ email: Email, password: GivenPassword }),
    maxBody: smallBody,
    reply: Session,
    opensSession: true,
    errors: [400, 401, 403, 429],
    access: 'none',
  }),
  signOut: operation({
    tag: 'Accounts',
    id: 'signOut',
    work: 'essential',
    method: 'POST',
    path: '/auth/sign-out',
    summary: 'Sign out',
    description:
      'Ends the current session: its token stops working immediately. An API key is not a session: 403.',
    reply: Success,
    errors: [400, 401, 403, 409],
    access: 'session',
  }),
  requestMagicLink: operation({
    tag: 'Accounts',
    id: 'requestMagicLink',
    method: 'POST',
    path: '/auth/magic-link',
    summary: 'Request a magic link',
    description:
      'Sends an email with a code that signs in without a password, once, within 10 minutes. An address that may ' +
      'sign up gets an account that way. Only the last three codes work. The reply is the same whether or not an ' +
      'email is sent.',
    body: Type.Object({ email: Email }),
    maxBody: smallBody,
    reply: Success,
    errors: [400, 403, 429],
    access: 'none',
  }),
  verifyMagicLink: operation({
    tag: 'Accounts',
    id: 'verifyMagicLink',
    method: 'POST',
    path: '/auth/magic-link/verify',
    summary: 'Sign in by magic link',
    description:
      'An unknown, used or expired token is refused with 400. An account with second factors gets `secondFactor`, as by password.',
    body: Type.Object({ token: MailToken }),
    maxBody: smallBody,
    reply: Session,
    opensSession: true,
    errors: [400, 403],
    access: 'none',
  }),
  requestPasswordReset: operation({
    tag: 'Accounts',
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/auth/password-reset',
    summary: 'Request a password reset',
    description:
      'Sends an email with a code to choose a new password, once, within an hour. Only the last three codes ' +
      'work. The reply is the same whether or not an email is sent.',
    body: Type.Object({ email: Email }),
    maxBody: smallBody,
    reply: Success,
    errors: [400, 403, 429],
    access: 'none',
  }),
  confirmPasswordReset: operation({
    tag: 'Accounts',
    id: 'confirmPasswordReset',
    method: 'POST',
    path: '/auth/password-reset/confirm',
    summary: 'Choose a new password',
    description:
      'Ends all sessions of the account and revokes its API keys, the addresses of its calendars and feeds, and all codes mailed to it. An unknown, used or ' +
      'expired token is refused with 400.',
    body: Type.Object({ token: MailToken, newPassword: NewPassword }),
    maxBody: smallBody,
    reply: Success,
    errors: [400, 403, 429],
    access: 'none',
  }),
  sessions: operation({
    tag: 'Accounts',
    id: 'listSessions',
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List your sessions',
    description: 'The open sessions of the account, newest first.',
    reply: Type.Array(OpenSession),
    errors: [401, 403],
    access: 'session',
  }),
  endOtherSessions: operation({
    tag: 'Accounts',
    id: 'endOtherSessions',
    work: 'essential',
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'End all other sessions',
    description:
      'Ends all sessions of the account except the current one. API keys and the addresses of calendars and feeds keep working: revoke them ' +
      'one by one, or when you change your password.',
    reply: Success,
    errors: [400, 401, 403, 409],
    access: 'session',
  }),
  endSession: operation({
    tag: 'Accounts',
    id: 'endSession',
    work: 'essential',
    method: 'DELETE',
    path: '/auth/sessions/{sessionId}',
    summary: 'End a session',
    params: Type.Object({ sessionId: PublicId('The session') }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'session',
  }),
};
