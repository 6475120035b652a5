import { Type } from 'typebox';
import { cardParams } from './card-content.ts';
import { codeDeliveryOutcomes, codeHostKinds, codeLinkKinds, codeLinkStates } from './code-kinds.ts';
import { operation } from './operation.ts';
import {
  Count,
  Id,
  named,
  nullable,
  oneOf,
  PublicId,
  page,
  pageQuery,
  ShownOnce,
  Success,
  Text,
  Timestamp,
} from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const Kind = oneOf(codeHostKinds, {
  description: 'GitHub, GitLab, or Gitea and its relative Forgejo',
  example: 'github',
});

const Name = Text(255, { description: 'Name, which stands in histories', example: 'GitHub' });

const codeHost = {
  publicId: Id,
  kind: Kind,
  name: Type.String({ example: 'GitHub' }),
  url: Type.String({
    description: 'The address for its webhooks',
    example: 'https://tasks.example.com/api/v1/hooks/code/mi8f3k2a7q0x4v9z',
  }),
  createdAt: Timestamp('When it was connected'),
  updatedAt: nullable(Timestamp('When it was last changed')),
  lastDeliveredAt: nullable(Timestamp('When it last delivered something')),
  comments: nullable(
    Type.Object(
      {
        url: Type.String({ description: 'The address of its API', example: 'https://api.github.com' }),
        lastPostedAt: nullable(Timestamp('When a comment was last posted')),
        problem: nullable(
          Type.String({ description: 'Why the last comment could not be posted', example: 'status 401' }),
        ),
      },
      { description: 'How pull requests are told which cards they stand on; null if they are not' },
    ),
  ),
  lastRefusedAt: nullable(
    Timestamp(
      'When a delivery was last refused because its signature was wrong; not more often than every ten seconds',
    ),
  ),
};

const CodeHost = named('CodeHost', Type.Object(codeHost));

const Secret = ShownOnce('The secret that signs its deliveries', {
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw6FLpWIFGp3k=',
});

const NewCodeHost = named('NewCodeHost', Type.Object({ ...codeHost, secret: Secret }));

const CodeDelivery = named(
  'CodeDelivery',
  Type.Object({
    id: Id,
    event: Type.String({ description: 'What the host calls it', example: 'pull_request' }),
    outcome: oneOf(codeDeliveryOutcomes, {
      description:
        '`linked` if cards were named; `unnamed` if none was; `unused` for events that nothing is made of; `no-access` if who ' +
        'connected the host may not change the cards; `unreadable` for what is not in the form of the host',
    }),
    cards: Count('Number of cards that it changed'),
    repeats: Count('How often the same was delivered again, which changed nothing'),
    createdAt: Timestamp('When it came'),
  }),
);

export const CodeLink = named(
  'CodeLink',
  Type.Object({
    publicId: Id,
    kind: oneOf(codeLinkKinds, { example: 'pull-request' }),
    title: Type.String({
      description: 'The title, the name of the branch, or the first line of the message',
      example: 'WEB-12: keep the filter when going back',
    }),
    url: Type.String({
      description: 'Where it is shown',
      example: 'https://git.example.com/web/shop/pulls/7',
    }),
    repository: Type.String({ example: 'web/shop' }),
    number: nullable(Type.Integer({ description: 'Of a pull request', example: 7 })),
    commit: nullable(Type.String({ description: 'The hash of a commit', example: '8f3c2a7' })),
    state: nullable(
      oneOf(codeLinkStates, {
        description: 'Of a pull request; of a branch, null or `deleted`; null for a commit',
        example: 'open',
      }),
    ),
    author: nullable(Type.String({ description: 'Their name at the host', example: 'ada' })),
    host: nullable(
      Type.Object(
        { kind: Kind, name: Name },
        { description: 'Where it is; null if it is not connected any more' },
      ),
    ),
    changedAt: Timestamp('When it last changed, as the host says'),
  }),
);

const codeHostParams = Type.Object({
  ...workspaceParams.properties,
  codeHostPublicId: PublicId('The connected code host'),
});

const tag = 'Code hosts';
const ofWorkspace = { tag, params: workspaceParams, access: 'workspace:manage' } as const;
const ofHost = { ...ofWorkspace, params: codeHostParams } as const;
const path = '/workspaces/{workspacePublicId}/code-hosts';
const one = `${path}/{codeHostPublicId}`;

/** Code hosts that tell of branches, commits and pull requests, which stand on the cards that they name. */
export const codeHosts = {
  list: operation({
    ...ofWorkspace,
    id: 'listCodeHosts',
    method: 'GET',
    path,
    summary: 'List the connected code hosts of a workspace',
    description: 'Oldest first, without their secrets.',
    reply: Type.Array(CodeHost),
    errors: [400, 401, 403, 404],
  }),
  create: operation({
    ...ofWorkspace,
    id: 'createCodeHost',
    method: 'POST',
    path,
    summary: 'Connect a code host',
    description:
      'Makes an address and a secret for webhooks of repositories or organizations. Their branches, commits and pull requests ' +
      'that name a card, as `WEB-12`, stand on it from then on. What comes by it is done as you: it reaches the cards that you ' +
      'may change. The secret is shown only here.',
    body: Type.Object({ kind: Kind, name: Type.Optional(Name) }),
    reply: NewCodeHost,
    errors: [400, 401, 403, 404, 409],
  }),
  rename: operation({
    ...ofHost,
    id: 'updateCodeHost',
    method: 'PUT',
    path: one,
    summary: 'Rename a connected code host',
    body: Type.Object({ name: Name }),
    reply: CodeHost,
    errors: [400, 401, 403, 404, 409],
  }),
  delete: operation({
    ...ofHost,
    id: 'deleteCodeHost',
    method: 'DELETE',
    path: one,
    summary: 'Disconnect a code host',
    description: 'Its address works no longer. What stands on cards stays, as it was last.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  rotateSecret: operation({
    ...ofHost,
    id: 'rotateCodeHostSecret',
    method: 'POST',
    path: `${one}/rotate-secret`,
    summary: 'Replace the secret of a code host',
    description:
      'Deliveries with the previous secret are taken for another 24 hours. What comes by the host is done as you from then on.',
    reply: Type.Object({ secret: Secret }),
    errors: [400, 401, 403, 404, 409],
  }),
  setToken: operation({
    ...ofHost,
    id: 'setCodeHostToken',
    method: 'PUT',
    path: `${one}/token`,
    summary: 'Comment on the pull requests of a code host',
    description:
      'From then on, a pull request that names cards gets a comment with their addresses, once for each card: with their numbers, not ' +
      'their titles. The token needs no more than to comment; it is stored sealed, and never returned.',
    body: Type.Object({
      token: Type.String({
        pattern: '^[\\x21-\\x7e]+$',
        minLength: 1,
        maxLength: 500,
        description: 'A token of the host',
        example: 'github_pat_11AAAAAAA0',
      }),
      url: Type.Optional(
        Type.String({
          'x-trim': true,
          pattern: '^[hH][tT][tT][pP][sS]?://[^\\u0000]*$',
          maxLength: 500,
          description:
            'The address of its API, not inside a private network: by default that of GitHub or GitLab themselves, such as ' +
            '`https://git.example.com/api/v4` for a GitLab of your own; required for `gitea`',
          example: 'https://git.example.com/api/v1',
        }),
      ),
    }),
    reply: CodeHost,
    errors: [400, 401, 403, 404, 409, 429],
  }),
  forgetToken: operation({
    ...ofHost,
    id: 'deleteCodeHostToken',
    method: 'DELETE',
    path: `${one}/token`,
    summary: 'No longer comment on the pull requests of a code host',
    description: 'Forgets the token. Comments stay. Again, it changes nothing.',
    reply: CodeHost,
    errors: [400, 401, 403, 404, 409],
  }),
  deliveries: operation({
    ...ofHost,
    id: 'listCodeDeliveries',
    method: 'GET',
    path: `${one}/deliveries`,
    summary: 'List what a code host has delivered',
    description: 'Newest first; the last 200 are kept.',
    query: Type.Object(pageQuery({ max: 100, default: 20 })),
    reply: page('deliveries', CodeDelivery),
    errors: [400, 401, 403, 404],
  }),
  receive: operation({
    tag,
    id: 'receiveFromCodeHost',
    method: 'POST',
    path: '/hooks/code/{codeHostPublicId}',
    summary: 'Take a delivery of a code host',
    description:
      'For the webhooks of GitHub, GitLab, Gitea and Forgejo, signed with the secret of the connection: `X-Hub-Signature-256`, ' +
      '`X-Gitea-Signature` or `X-Forgejo-Signature`, the `webhook-signature` of GitLab or its `X-Gitlab-Token`. Pushes, created and deleted ' +
      'branches, and pull requests (merge requests) are used, everything else is taken and left. At most 1 MiB.',
    params: Type.Object({ codeHostPublicId: PublicId('The connected code host') }),
    consumes: '*/*',
    reply: Type.Object({
      outcome: oneOf([...codeDeliveryOutcomes, 'repeated'], { description: 'What became of it' }),
    }),
    errors: [400, 403, 404, 413],
    access: 'none',
  }),
};

const ofCard = { tag, params: cardParams } as const;

/** The branches, commits and pull requests that name a card. */
export const cardCode = {
  list: operation({
    ...ofCard,
    id: 'listCardCode',
    method: 'GET',
    path: '/cards/{cardPublicId}/code',
    summary: 'List the branches, commits and pull requests of a card',
    description: 'Those that name the card, what changed last first.',
    query: Type.Object(pageQuery({ max: 100, default: 50 })),
    reply: page('links', CodeLink),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  unlink: operation({
    ...ofCard,
    id: 'removeCardCode',
    method: 'DELETE',
    path: '/cards/{cardPublicId}/code/{codeLinkPublicId}',
    summary: 'Take a branch, commit or pull request off a card',
    description: 'It comes back if its host tells of it again, and it still names the card.',
    params: Type.Object({ ...cardParams.properties, codeLinkPublicId: PublicId('What stands on the card') }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
};
