import { Type } from 'typebox';
import { GivenPassword, Name, NewName, NewPassword } from './auth.ts';
import { operation } from './operation.ts';
import { permissions } from './permissions.ts';
import { DateTimeInput, Id, named, nullable, oneOf, PublicId, Success, Text, Timestamp } from './schema.ts';

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
};

const ApiKey = named('ApiKey', Type.Object(apiKey));

const NewApiKey = named(
  'NewApiKey',
  Type.Object({ ...apiKey, key: Type.String({ description: 'The key; it is shown only here' }) }),
);

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
              pattern: '^[hH][tT][tT][pP][sS]?://',
              maxLength: 2048,
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
      'Needs the current password when one is set. Ends all other sessions and every open link of the account.',
    body: Type.Object({ newPassword: NewPassword, currentPassword: Type.Optional(GivenPassword) }),
    reply: Success,
    errors: [400, 401, 403, 409, 429],
    access: 'account',
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
    access: 'account',
  }),
  createApiKey: operation({
    id: 'createApiKey',
    method: 'POST',
    path: '/users/me/api-keys',
    tag: 'Accounts',
    summary: 'Make an API key',
    description:
      'The key acts for you, within its limits: some permissions, one workspace, or both. A key with limits ' +
      'reaches no account settings, so it cannot make keys.',
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
    access: 'account',
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
    access: 'account',
  }),
};
