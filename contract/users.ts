import { Type } from 'typebox';
import { GivenPassword, MailToken, Name, NewImage, NewName, NewPassword } from './auth.ts';
import { caps } from './caps.ts';
import { KeyApplication } from './oauth.ts';
import { operation } from './operation.ts';
import { permissions } from './permissions.ts';
import { preferencesGiven, preferencesInput, readPreferences } from './preferences.ts';
import {
  DateTimeInput,
  Email,
  Id,
  named,
  nullable,
  oneOf,
  PublicId,
  pageQuery,
  ShownOnce,
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
    email: Type.String({ description: 'Email address; empty for a bot', example: 'ada@example.com' }),
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
  prefix: Type.String({ description: 'First characters of the key', example: 'tbk_Zk3vQw81' }),
  createdAt: Timestamp('When it was created'),
  lastUsedAt: nullable(Timestamp('When it was last used, to the minute')),
  expiresAt: nullable(Timestamp('When it stops working; null for never')),
  permissions: nullable(
    Type.Array(oneOf(permissions), { description: 'The permissions it is limited to; null for no limit' }),
  ),
  workspacePublicId: nullable(
    Type.String({ description: 'The only workspace it gives access to; null for all' }),
  ),
  boardPublicIds: nullable(
    Type.Array(Type.String(), { description: 'The only boards it gives access to; null for all' }),
  ),
  application: KeyApplication,
};

export const ApiKey = named('ApiKey', Type.Object(apiKey));

const Credential = named(
  'Credential',
  Type.Object({
    kind: oneOf(['session', 'key'], { description: 'What was sent' }),
    name: nullable(
      Type.String({ description: 'Name of the key; null for a session', example: 'Nightly export' }),
    ),
    isBot: Type.Boolean({ description: 'Whether it belongs to a bot' }),
    permissions: apiKey.permissions,
    workspacePublicId: apiKey.workspacePublicId,
    boardPublicIds: apiKey.boardPublicIds,
  }),
);

export const NewApiKey = named('NewApiKey', Type.Object({ ...apiKey, key: ShownOnce('The key') }));

/** What a new key is for, how long, and what it permits. */
export const limitsOfKey = {
  name: Text(255, { description: 'What the key is for', example: 'Nightly export' }),
  expiresAt: Type.Optional(nullable(DateTimeInput('When it stops working; null for never'))),
  permissions: Type.Optional(
    nullable(
      Type.Array(oneOf(permissions), {
        minItems: 1,
        maxItems: permissions.length,
        uniqueItems: true,
        description: 'The only permissions it has, as far as you hold them; null for no limit',
      }),
    ),
  ),
};

/** Proof that the caller owns the account, where a session alone is not enough. */
const ownerProof = {
  currentPassword: Type.Optional(GivenPassword),
  token: Type.Optional(MailToken),
};

const proofText =
  'Requires `currentPassword` if a password is set, and otherwise, as `token`, the code of a magic link that was ' +
  'just requested.';

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
  credential: operation({
    id: 'getCredential',
    method: 'GET',
    path: '/users/me/credential',
    tag: 'Accounts',
    summary: 'Read what your credential permits',
    description:
      'The session or API key that is sent, and its limits: within them it permits what its user may do in each workspace.',
    reply: Credential,
    errors: [401, 403],
    access: 'user',
  }),
  update: operation({
    id: 'updateUser',
    method: 'PUT',
    path: '/users',
    tag: 'Accounts',
    summary: 'Update your profile',
    description: 'Takes one or more of the fields.',
    body: Type.Object(
      {
        name: Type.Optional(nullable(NewName)),
        image: Type.Optional(nullable(NewImage)),
        ...preferencesInput,
      },
      { minProperties: 1 },
    ),
    reply: Type.Object({
      name: Name,
      image: Image,
      ...preferencesGiven,
    }),
    errors: [400, 401, 403, 409],
    access: 'account',
  }),
  preferences: readPreferences,
  changePassword: operation({
    id: 'changePassword',
    confirmed: true,
    method: 'POST',
    path: '/users/me/password',
    tag: 'Accounts',
    summary: 'Set or change your password',
    description:
      `${proofText} Ends all other sessions and revokes all codes mailed to the account and, with ` +
      '`revokeApiKeys`, its API keys and the addresses of its calendars and feeds.',
    body: Type.Object({
      newPassword: NewPassword,
      ...ownerProof,
      revokeApiKeys: Type.Optional(
        Type.Boolean({ description: 'Whether to revoke API keys and addresses of calendars and feeds too' }),
      ),
    }),
    reply: Success,
    errors: [400, 401, 403, 409, 429],
    access: 'session',
  }),
  requestNewAddress: operation({
    id: 'requestNewAddress',
    confirmed: true,
    method: 'POST',
    path: '/users/me/email',
    tag: 'Accounts',
    summary: 'Request a new email address',
    description:
      `Sends a code to the new address, which confirms it within an hour. ${proofText} The reply is the same if ` +
      'another account has the address; then no email is sent.',
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
    summary: 'Confirm your new email address',
    description:
      'Takes the code that was mailed to the new address, once. The old address is notified, and codes mailed to ' +
      'it stop working.',
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
    confirmed: true,
    method: 'DELETE',
    path: '/users/me',
    tag: 'Accounts',
    summary: 'Delete your account',
    description:
      `Deletes it for good. ${proofText} What you wrote stays, under "Deleted user". Workspaces in which nobody ` +
      'else is active go to the trash. You must not be the only admin of a workspace with other members: 409.',
    body: Type.Object(ownerProof),
    reply: Success,
    severalChanges: true,
    errors: [400, 401, 403, 409, 429],
    access: 'session',
  }),
  securityLog: operation({
    id: 'listSecurityEvents',
    method: 'GET',
    path: '/users/me/security-log',
    tag: 'Accounts',
    summary: 'Read your security log',
    description:
      'Successful and failed sign-ins, changes of password and address, API keys created and revoked, connections ' +
      'to providers made and ended, newest first; the last 200 of each type, for 90 days.',
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
    description: 'Newest first, including expired ones. The keys themselves are not shown.',
    reply: Type.Array(ApiKey),
    errors: [401, 403],
    access: 'session',
  }),
  createApiKey: operation({
    id: 'createApiKey',
    confirmed: true,
    method: 'POST',
    path: '/users/me/api-keys',
    tag: 'Accounts',
    summary: 'Create an API key',
    description:
      'The key acts for you, within its limits: some permissions, one workspace, some of its boards. A key for some ' +
      'boards shows nothing of others, and acts in the workspace as a guest of these boards would. A limited key cannot ' +
      'reach account settings, and no key can create keys. Activities say by which key something was done, so that ' +
      'others may see its name.',
    body: Type.Object({
      ...limitsOfKey,
      workspacePublicId: Type.Optional(
        nullable(
          PublicId('The only workspace it gives access to, of which you must be a member; null for all'),
        ),
      ),
      boardPublicIds: Type.Optional(
        nullable(
          Type.Array(PublicId('A board of the workspace that you can see'), {
            minItems: 1,
            maxItems: caps.boardsOfKey,
            description: 'The only boards it gives access to, with `workspacePublicId`; null for all',
          }),
        ),
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
    description: 'It stops working immediately.',
    params: Type.Object({
      id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Number of the key' }),
    }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'session',
  }),
};
