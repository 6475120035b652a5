import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Email, Id, named, nullable, PublicId, Success, Text, Timestamp } from './schema.ts';

export const NewPassword = Type.String({
  minLength: 8,
  maxLength: 128,
  description: 'Password, 8 to 128 characters',
  example: 'correct horse battery',
});

/** Compared, not chosen: what is too short for a password is simply a wrong one. */
export const GivenPassword = Type.String({ maxLength: 128, description: 'Password' });

export const Name = nullable(Type.String({ description: 'Display name', example: 'Ada Lovelace' }));
export const NewName = Text(255, { description: 'Display name', example: 'Ada Lovelace' });
const MailToken = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The `token` of the link in the mail',
});

/** What a sign-up or sign-in answers with. */
export const Session = named(
  'Session',
  Type.Object({
    token: Type.String({ description: 'Bearer token; it is shown only here' }),
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
    userAgent: nullable(Type.String({ description: 'The `User-Agent` it was opened by' })),
    current: Type.Boolean({ description: 'Whether this request is made in it' }),
  }),
);

/** Signing up, in and out. */
export const auth = {
  signUp: operation({
    tag: 'Accounts',
    id: 'signUp',
    method: 'POST',
    path: '/auth/sign-up',
    summary: 'Sign up',
    description:
      'Makes an account and signs it in. With `SIGN_UP=invited` only addresses that a workspace has invited can ' +
      'join, with `SIGN_UP=closed` none.',
    body: Type.Object({ email: Email, password: NewPassword, name: Type.Optional(NewName) }),
    reply: Session,
    errors: [400, 403, 409, 429],
    access: 'none',
  }),
  signIn: operation({
    tag: 'Accounts',
    id: 'signIn',
    method: 'POST',
    path: '/auth/sign-in',
    summary: 'Sign in',
    description: 'An unknown address and a wrong password get the same answer.',
    body: Type.Object({ email: Email, password: GivenPassword }),
    reply: Session,
    errors: [400, 401, 429],
    access: 'none',
  }),
  signOut: operation({
    tag: 'Accounts',
    id: 'signOut',
    method: 'POST',
    path: '/auth/sign-out',
    summary: 'Sign out',
    description:
      'Ends the session this is called in; its token is dead at once. An API key is no session: 403.',
    reply: Success,
    errors: [400, 401, 403, 409],
    access: 'account',
  }),
  requestMagicLink: operation({
    tag: 'Accounts',
    id: 'requestMagicLink',
    method: 'POST',
    path: '/auth/magic-link',
    summary: 'Ask for a magic link',
    description:
      'Mails a link that signs in without a password, once, for 10 minutes; an address that may sign up gets an ' +
      'account by it. The answer is the same whether or not a mail goes out.',
    body: Type.Object({ email: Email }),
    reply: Success,
    errors: [400, 429],
    access: 'none',
  }),
  verifyMagicLink: operation({
    tag: 'Accounts',
    id: 'verifyMagicLink',
    method: 'POST',
    path: '/auth/magic-link/verify',
    summary: 'Sign in by magic link',
    description: 'A token that is unknown, used or expired is bad input: 400.',
    body: Type.Object({ token: MailToken }),
    reply: Session,
    errors: [400, 403],
    access: 'none',
  }),
  requestPasswordReset: operation({
    tag: 'Accounts',
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/auth/password-reset',
    summary: 'Ask for a password reset',
    description:
      'Mails a link to choose a new password, once, for an hour. The answer is the same whether or not a mail ' +
      'goes out.',
    body: Type.Object({ email: Email }),
    reply: Success,
    errors: [400, 429],
    access: 'none',
  }),
  confirmPasswordReset: operation({
    tag: 'Accounts',
    id: 'confirmPasswordReset',
    method: 'POST',
    path: '/auth/password-reset/confirm',
    summary: 'Choose a new password',
    description:
      'Ends every session and every open link of the account. A token that is unknown, used or expired is bad ' +
      'input: 400.',
    body: Type.Object({ token: MailToken, newPassword: NewPassword }),
    reply: Success,
    errors: [400],
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
    access: 'account',
  }),
  endSession: operation({
    tag: 'Accounts',
    id: 'endSession',
    method: 'DELETE',
    path: '/auth/sessions/{sessionId}',
    summary: 'End a session',
    params: Type.Object({ sessionId: PublicId('The session') }),
    reply: Success,
    errors: [400, 401, 403, 404],
    access: 'account',
  }),
};
