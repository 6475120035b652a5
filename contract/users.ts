import { Type } from 'typebox';
import { GivenPassword, MailToken, Name, NewName, NewPassword } from './auth.ts';
import { operation } from './operation.ts';
import { permissions } from './permissions.ts';
import {
  DateTimeInput,
  Email,
  Id,
  named,
  nullable,
  oneOf,
  PublicId,
  pageQuery,
  Success,
  Text,
  Timestamp,
} from './schema.ts';
import { SecurityLog } from './security-log.ts';

const Image = nullable(Type.String({ description: 'Address of a picture' }));

export const User = named(
  'User',
  Type.Object({
    id: Id,
    email: Type.String({ description: 'E-mail address', example: 'ada@example.com' }),
    name: Name,
    image: Image,
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

const apiKey = {
  id: Type.Integer({ description: 'Number of the key', example: 1 }),
  name: Type.String({ example: 'Nightly export' }),
  prefix: Type.String({ description: 'What the key begins with', example: 'tbk_Zk3vQw81' }),
  createdAt: Timestamp('When it was made'),
  lastUsedAt: nullable(Timestamp('When it was last used, to the minute')),
  expiresAt: nullable(Timestamp('When it stops working; null for never')),
  permissions: nullable(
    Type.Array(oneOf(permissions), { description: 'What it is limited to; null for no limit' }),
  ),
  workspacePublicId: nullable(Type.String({ description: 'The one workspace it opens; null for all' })),
};

const ApiKey = named('ApiKey', Type.Object(apiKey));

const NewApiKey = named(
  'NewApiKey',
  Type.Object({ ...apiKey, key: Type.String({ description: 'The key; it is shown only here' }) }),
);

/** What shows that it is the owner who asks, where a session alone does not. */
const ownerProof = {
  currentPassword: Type.Optional(GivenPassword),
  token: Type.Optional(MailToken),
};

const proofText =
  'Needs `currentPassword` where a password is set, and otherwise, as `token`, the code of a magic link that was ' +
  'just mailed.';

export const users = {
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
  update: operation({
    id: 'updateUser',
    method: 'PUT',
    path: '/users',
    tag: 'Accounts',
    summary: 'Change your profile',
    description: 'Takes any of the fields, at least one.',
    body: Type.Object(
      {
        name: Type.Optional(nullable(NewName)),
        image: Type.Optional(
          nullable(
            Type.String({
              'x-trim': true,
              format: 'uri',
              pattern: '^[hH][tT][tT][pP][sS]?://[^\\u0000]*$',
              maxLength: 1000,
              description: 'Address of a picture, http or https; null for none',
              example: 'https://example.com/ada.png',
            }),
          ),
        ),
      },
      { minProperties: 1 },
    ),
    reply: Type.Object({ name: Name, image: Image }),
    errors: [400, 401, 403],
    access: 'account',
  }),
  changePassword: operation({
    id: 'changePassword',
    method: 'POST',
    path: '/users/me/password',
    tag: 'Accounts',
    summary: 'Set or change your password',
    description:
      `${proofText} Ends all other sessions and every code in a mail of the account, and with \`revokeApiKeys\` its ` +
      'API keys.',
    body: Type.Object({
      newPassword: NewPassword,
      ...ownerProof,
      revokeApiKeys: Type.Optional(Type.Boolean({ description: 'Whether all API keys end, too' })),
    }),
    reply: Success,
    errors: [400, 401, 403, 409, 429],
    access: 'session',
  }),
  requestNewAddress: operation({
    id: 'requestNewAddress',
    method: 'POST',
    path: '/users/me/email',
    tag: 'Accounts',
    summary: 'Ask for another e-mail address',
    description:
      `Mails a code to the new address, which is confirmed by it within an hour. ${proofText} The answer is the same ` +
      'where another account has the address: then no mail goes out.',
    body: Type.Object({ newEmail: Email, ...ownerProof }),
    reply: Success,
    errors: [400, 401, 403, 409, 429],
    access: 'session',
  }),
  confirmNewAddress: operation({
    id: 'confirmNewAddress',
    method: 'POST',
    path: '/users/me/email/confirm',
    tag: 'Accounts',
    summary: 'Confirm your new e-mail address',
    description:
      'Takes the code that was mailed to the new address, once. The address before is told, and codes that were mailed ' +
      'to it end.',
    body: Type.Object({ token: MailToken }),
    reply: Type.Object({
      success: Type.Boolean({ example: true }),
      email: Type.String({ example: 'ada@example.org' }),
    }),
    errors: [400, 401, 403, 409],
    access: 'session',
  }),
  deleteMe: operation({
    id: 'deleteMe',
    method: 'DELETE',
    path: '/users/me',
    tag: 'Accounts',
    summary: 'Delete your account',
    description:
      `For good. ${proofText} What you wrote stays, under "Deleted user". Workspaces in which nobody else is active go to ` +
      'the trash; of one with other members you must not be the only admin: 409.',
    body: Type.Object(ownerProof),
    reply: Success,
    errors: [400, 401, 403, 409, 429],
    access: 'session',
  }),
  securityLog: operation({
    id: 'listSecurityEvents',
    method: 'GET',
    path: '/users/me/security-log',
    tag: 'Accounts',
    summary: 'Read the log of your account',
    description:
      'Sign-ins and refused ones, changes of password and address, API keys made and revoked, connections to providers ' +
      'made and ended, newest first; the last 200 of each, for 90 days.',
    query: Type.Object(pageQuery({ max: 100, default: 50 })),
    reply: SecurityLog,
    errors: [400, 401, 403],
    access: 'session',
  }),
  apiKeys: operation({
    id: 'listApiKeys',
    method: 'GET',
    path: '/users/me/api-keys',
    tag: 'Accounts',
    summary: 'List your API keys',
    description: 'Newest first, those that have expired among them. The keys themselves are not shown.',
    reply: Type.Array(ApiKey),
    errors: [401, 403],
    access: 'session',
  }),
  createApiKey: operation({
    id: 'createApiKey',
    method: 'POST',
    path: '/users/me/api-keys',
    tag: 'Accounts',
    summary: 'Make an API key',
    description:
      'The key acts for you, within its limits: some permissions, one workspace, or both. A key with limits ' +
      'reaches no account settings, and none makes keys.',
    body: Type.Object({
      name: Text(255, { description: 'What the key is for', example: 'Nightly export' }),
      expiresAt: Type.Optional(nullable(DateTimeInput('When it stops working; null for never'))),
      permissions: Type.Optional(
        nullable(
          Type.Array(oneOf(permissions), {
            minItems: 1,
            maxItems: permissions.length,
            uniqueItems: true,
            description: 'All it may do, where you may do it; null for no limit',
          }),
        ),
      ),
      workspacePublicId: Type.Optional(
        nullable(PublicId('The one workspace it opens, of which you are a member; null for all')),
      ),
    }),
    reply: NewApiKey,
    errors: [400, 401, 403, 409],
    access: 'session',
  }),
  deleteApiKey: operation({
    id: 'deleteApiKey',
    method: 'DELETE',
    path: '/users/me/api-keys/{id}',
    tag: 'Accounts',
    summary: 'Revoke an API key',
    description: 'It stops working at once.',
    params: Type.Object({
      id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Number of the key' }),
    }),
    reply: Success,
    errors: [400, 401, 403, 404],
    access: 'session',
  }),
};
