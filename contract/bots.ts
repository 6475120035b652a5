import { Type } from 'typebox';
import { NewImage, NewName } from './auth.ts';
import { caps } from './caps.ts';
import { GivenRole } from './members.ts';
import { operation } from './operation.ts';
import { Count, Id, named, nullable, oneOf, PublicId, Success, Timestamp } from './schema.ts';
import { ApiKey, limitsOfKey, NewApiKey } from './users.ts';
import { workspaceParams } from './workspaces.ts';

const botParams = Type.Object({
  ...workspaceParams.properties,
  botPublicId: PublicId('The bot: its id as a member'),
});

const Bot = named(
  'Bot',
  Type.Object({
    publicId: { ...Id, description: 'Its id as a member, wherever a member is asked for' },
    userPublicId: { ...Id, description: 'The id of its account, as activities and comments name it' },
    name: Type.String({ example: 'Release bot' }),
    image: nullable(Type.String({ description: 'Address of a picture' })),
    status: oneOf(['active', 'paused'], { description: 'Whether it has access' }),
    role: Type.String({ description: 'Name of its role', example: 'member' }),
    owner: Type.Object(
      {
        publicId: Id,
        name: nullable(Type.String({ example: 'Ada Lovelace' })),
        status: Type.String({
          description: '`active`, or `paused` or `removed`: then another owner is needed',
          example: 'active',
        }),
      },
      { description: 'The member who answers for it' },
    ),
    keyCount: Count('Number of its API keys, expired ones included'),
    lastUsedAt: nullable(Timestamp('When one of its keys was last used, to the minute')),
    createdAt: Timestamp('When it was made'),
  }),
);

const given = {
  image: Type.Optional(nullable(NewImage)),
  ownerMemberPublicId: Type.Optional(
    PublicId('The member who answers for it: a person who is active in the workspace; you if absent'),
  ),
  role: Type.Optional(GivenRole),
};

const ofBots = { tag: 'Bots', params: workspaceParams, errors: [400, 401, 403, 404, 409] } as const;
const ofBot = { ...ofBots, params: botParams } as const;
const ofKeys = { ...ofBot, access: 'session' } as const;

/**
 * Bots are members: roles, boards, cards, mentions and pausing work as for people (`members`, `boardMembers`). Callers who act for a
 * bot cannot call what is here.
 */
export const bots = {
  list: operation({
    id: 'listBots',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/bots',
    tag: 'Bots',
    summary: 'List the bots of a workspace',
    description: 'Oldest first, without removed ones.',
    params: workspaceParams,
    reply: Type.Array(Bot),
    errors: [400, 401, 403, 404],
    access: 'member:view',
  }),
  create: operation({
    ...ofBots,
    id: 'createBot',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/bots',
    summary: 'Add a bot',
    description:
      'A member for a program: it can be on boards and cards and be mentioned, and what it does is marked. It has no ' +
      'password and no address, cannot sign in, and gets no notifications; it acts with the API keys made for it. Its role ' +
      '(`member` if absent) must not rank above yours or permit anything that you may not do. It can do no more than its ' +
      `owner, in the workspace and on each board, and is paused as soon as it could. At most ${caps.botsOfWorkspace} a workspace.`,
    body: Type.Object({ name: NewName, ...given }),
    reply: Bot,
    access: 'member:invite',
  }),
  update: operation({
    ...ofBot,
    id: 'updateBot',
    method: 'PUT',
    path: '/workspaces/{workspacePublicId}/bots/{botPublicId}',
    summary: 'Change a bot',
    description:
      'Takes one or more of the fields. Its owner needs no permission to rename it, change its picture or pause it. One that ' +
      'was paused because its owner left or lost rights needs another owner or role before it can be reactivated: 403.',
    body: Type.Object(
      {
        name: Type.Optional(NewName),
        ...given,
        status: Type.Optional(oneOf(['active', 'paused'], { description: 'The new status' })),
      },
      { minProperties: 1 },
    ),
    reply: Bot,
    access: 'member:edit',
  }),
  remove: operation({
    ...ofBot,
    id: 'removeBot',
    method: 'DELETE',
    path: '/workspaces/{workspacePublicId}/bots/{botPublicId}',
    summary: 'Remove a bot',
    description:
      'Revokes its keys and removes it from all cards. What it did stays, under its name. Its owner needs no permission.',
    reply: Success,
    access: 'member:remove',
  }),
  keys: operation({
    ...ofKeys,
    id: 'listBotKeys',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/bots/{botPublicId}/keys',
    summary: "List a bot's API keys",
    description:
      'For its owner and admins. Newest first, including expired ones. The keys themselves are not shown.',
    reply: Type.Array(ApiKey),
  }),
  createKey: operation({
    ...ofKeys,
    id: 'createBotKey',
    confirmed: true,
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/bots/{botPublicId}/keys',
    summary: 'Create an API key for a bot',
    description:
      'For its owner and admins. The key acts for the bot, in this workspace, within its limits: some permissions, some ' +
      'boards.',
    body: Type.Object({
      ...limitsOfKey,
      boardPublicIds: Type.Optional(
        nullable(
          Type.Array(PublicId('A board of the workspace that the bot can see'), {
            minItems: 1,
            maxItems: caps.boardsOfKey,
            description: 'The only boards it gives access to; null for all',
          }),
        ),
      ),
    }),
    reply: NewApiKey,
  }),
  deleteKey: operation({
    ...ofKeys,
    id: 'deleteBotKey',
    method: 'DELETE',
    path: '/workspaces/{workspacePublicId}/bots/{botPublicId}/keys/{keyId}',
    summary: "Revoke a bot's API key",
    description: 'For its owner and admins. It stops working immediately.',
    params: Type.Object({
      ...botParams.properties,
      keyId: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Number of the key',
      }),
    }),
    reply: Success,
  }),
};
