import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Email, Id, named, nullable, Text, Timestamp } from './schema.ts';

const Password = Type.String({
  minLength: 8,
  maxLength: 128,
  description: 'Password, 8 to 128 characters',
  example: 'correct horse battery',
});

const Name = nullable(Type.String({ description: 'Display name', example: 'Ada Lovelace' }));

/** What a sign-up or sign-in answers with. */
export const Session = named(
  'Session',
  Type.Object({
    token: Type.String({ description: 'Bearer token; it is shown only here' }),
    expiresAt: Timestamp('When the token stops working'),
    user: Type.Object({ id: Id, email: Type.String({ example: 'ada@example.com' }), name: Name }),
  }),
);

export const User = named(
  'User',
  Type.Object({
    id: Id,
    email: Type.String({ description: 'E-mail address', example: 'ada@example.com' }),
    name: Name,
    image: nullable(Type.String({ description: 'Address of a picture' })),
    billingCustomerId: nullable(Type.String({ description: 'Identifier at an external billing provider' })),
    hasPassword: Type.Boolean({ description: 'Whether a password is set' }),
    hasMagicLinkAccount: Type.Boolean({ description: 'Whether the user has signed in by magic link' }),
    apiKey: nullable(
      Type.Object(
        { id: Type.Integer({ description: 'Number of the key' }), prefix: Type.String() },
        { description: 'The newest live API key' },
      ),
    ),
  }),
);

export const users = {
  signUp: operation({
    id: 'signUp',
    method: 'POST',
    path: '/auth/sign-up',
    tag: 'Accounts',
    summary: 'Sign up',
    description: 'Makes an account and signs it in. `SIGN_UP` may close this to all but invited addresses.',
    body: Type.Object({ email: Email, password: Password, name: Type.Optional(Text(100)) }),
    reply: Session,
    errors: [400, 403, 409, 429],
    access: 'none',
  }),
  me: operation({
    id: 'getMe',
    method: 'GET',
    path: '/users/me',
    tag: 'Accounts',
    summary: 'Read your profile',
    description: 'The profile of the user whose credential is sent (E1).',
    reply: User,
    errors: [401, 403],
    access: 'user',
  }),
};
