import { Type } from 'typebox';
import { operation } from './operation.ts';
import { named, nullable, oneOf, Success, Timestamp } from './schema.ts';

/** Services that an account can be connected to: a code host with its projects, and another board tool. */
export const providers = ['codehost', 'boardtool'] as const;

export type Provider = (typeof providers)[number];

const ProviderName = oneOf(providers, { description: 'The provider', example: 'codehost' });

export const Integration = named(
  'Integration',
  Type.Object({
    provider: ProviderName,
    connected: Type.Boolean({ description: 'Whether a token is stored' }),
    account: nullable(
      Type.String({ description: 'Account at the provider that the token belongs to', example: 'ada' }),
    ),
    connectedAt: nullable(Timestamp('When the token was stored')),
  }),
);

/** A project or board of a provider that can be imported. */
export const Importable = named(
  'Importable',
  Type.Object({
    id: Type.String({ description: 'Identifier at the provider', example: 'PVT_kwDOAAZ9Hs4AAXyz' }),
    name: Type.String({ example: 'Roadmap' }),
  }),
);

const providerParams = Type.Object({ provider: ProviderName });

export const integrations = {
  list: operation({
    id: 'listIntegrations',
    method: 'GET',
    path: '/integrations',
    tag: 'Integrations',
    summary: 'List your connections',
    description: 'Every provider, connected or not. Tokens are never returned.',
    reply: Type.Array(Integration),
    errors: [401, 403],
    access: 'account',
  }),
  connect: operation({
    id: 'connectIntegration',
    work: 'outside',
    method: 'PUT',
    path: '/integrations/{provider}',
    tag: 'Integrations',
    summary: 'Connect to a provider',
    description:
      'Stores your token, encrypted, once the provider has accepted it; it replaces an earlier one. `codehost`: a ' +
      'GitHub token with the scopes `read:project` and `read:user` (also `read:org` to list the projects of ' +
      'organisations, and `repo` for private repositories). ' +
      '`boardtool`: a Trello token.',
    params: providerParams,
    body: Type.Object({
      token: Type.String({
        'x-trim': true,
        minLength: 1,
        maxLength: 1000,
        // Only characters that are allowed in a header.
        pattern: '^[\\x21-\\x7e]*$',
        description: 'Token of the provider',
        example: 'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
      }),
    }),
    reply: Integration,
    errors: [400, 401, 403, 409, 503],
    access: 'session',
  }),
  disconnect: operation({
    id: 'disconnectIntegration',
    method: 'DELETE',
    path: '/integrations/{provider}',
    tag: 'Integrations',
    summary: 'Disconnect from a provider',
    description: 'Deletes the stored token.',
    params: providerParams,
    reply: Success,
    errors: [400, 401, 403, 409],
    access: 'session',
  }),
  projects: operation({
    id: 'listCodehostProjects',
    work: 'outside',
    method: 'GET',
    path: '/integrations/codehost/projects',
    tag: 'Integrations',
    summary: 'List the projects of your code host',
    description:
      'The open projects of your account there and of its organisations. Without a connection: 403.',
    reply: Type.Array(Importable),
    errors: [401, 403, 503],
    access: 'account',
  }),
  boards: operation({
    id: 'listBoardtoolBoards',
    work: 'outside',
    method: 'GET',
    path: '/integrations/boardtool/boards',
    tag: 'Integrations',
    summary: 'List the boards of your board tool',
    description: 'The open boards of your account there (E19). Without a connection: 403.',
    reply: Type.Array(Importable),
    errors: [401, 403],
    access: 'account',
  }),
};
