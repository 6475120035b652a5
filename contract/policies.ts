import { type Static, Type } from 'typebox';
import { operation, smallBody } from './operation.ts';
import { Id, named, nullable, oneOf } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

/*
 * What a workspace demands of whoever opens it. A credential that does not meet a policy opens everything else, and not this
 * workspace: its requests are refused with 403 and the policy's own code.
 */

/** Each policy, and the code of the refusal of a credential that does not meet it. */
export const policyCodes = {
  secondFactor: 'second-factor-demanded',
  personalKeys: 'keys-of-bots-only',
  longestKeyLife: 'key-too-old',
  unusedKeyLife: 'key-unused',
  provider: 'provider-demanded',
  sessionHours: 'session-too-old',
  idleMinutes: 'session-idle',
  addresses: 'address-not-allowed',
} as const;

export type PolicyName = keyof typeof policyCodes;
export const policyNames = Object.keys(policyCodes) as PolicyName[];

/** What closes a workspace to a credential: a policy, or who manages the workspace has ended the key there. */
export const closingCodes = { ...policyCodes, endedKey: 'key-ended' } as const;

export type ClosedBy = keyof typeof closingCodes;
export const closers = Object.keys(closingCodes) as ClosedBy[];

const Days = (description: string) =>
  nullable(Type.Integer({ minimum: 1, maximum: 3650, description, example: 90 }));

export const exporters = ['members', 'admins'] as const;

const fields = {
  secondFactor: Type.Boolean({
    description:
      'Whether members need a second factor on their account. It closes the workspace to sessions and API keys of those without, who are ' +
      'told by mail when it is demanded; bots need none',
  }),
  personalKeys: Type.Boolean({
    description:
      'Whether API keys of people open the workspace, and applications that they allowed; if not, only keys of bots do',
  }),
  longestKeyLife: Days(
    'Days after which an API key ends in the workspace, whatever end it has; null for no limit. Its owner is told seven days before',
  ),
  unusedKeyLife: Days(
    'Days without use after which an API key ends in the workspace; null for no limit. Its owner is told seven days before',
  ),
  exports: oneOf(exporters, {
    description:
      'Who may export boards and the whole workspace: everyone who sees them, or those who hold `workspace:manage`. It is no barrier for ' +
      'who reads cards one by one',
  }),
  provider: nullable(
    Type.String({
      maxLength: 64,
      description:
        'Id of the OpenID provider by which alone members, guests too, sign in. It closes the workspace to sessions that were opened by ' +
        'another way, to API keys that are not limited to the workspace, and to addresses of calendars, feeds and mails; bots keep theirs',
      example: 'my-company',
    }),
  ),
  sessionHours: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 2160,
      description:
        'How long after signing in a session opens the workspace, in hours; then its user signs in again',
      example: 24,
    }),
  ),
  idleMinutes: nullable(
    Type.Integer({
      minimum: 5,
      maximum: 43_200,
      description:
        'How long a session may be unused before it no longer opens the workspace, in minutes; then its user signs in again. An open ' +
        'stream is no use, nor is a request with the header `Unattended: true`. Counted to two minutes',
      example: 30,
    }),
  ),
  addresses: Type.Array(Type.String({ minLength: 2, maxLength: 50, example: '192.0.2.0/24' }), {
    maxItems: 50,
    description:
      'The networks (CIDR) or addresses, of IPv4 or IPv6, from which sessions and API keys open the workspace, bots too; empty for any. ' +
      'Addresses of calendars, feeds and mails do not open it then',
  }),
};

export const WorkspacePolicies = named('WorkspacePolicies', Type.Object(fields));

export type Policies = Static<typeof WorkspacePolicies>;

export const noPolicies: Policies = {
  secondFactor: false,
  personalKeys: true,
  longestKeyLife: null,
  unusedKeyLife: null,
  exports: 'members',
  provider: null,
  sessionHours: null,
  idleMinutes: null,
  addresses: [],
};

const tag = 'Workspaces';
const path = '/workspaces/{workspacePublicId}/policies';

export const policies = {
  get: operation({
    id: 'getWorkspacePolicies',
    method: 'GET',
    path,
    tag,
    summary: 'Read what a workspace demands',
    params: workspaceParams,
    reply: WorkspacePolicies,
    errors: [400, 401, 403, 404],
    access: 'workspace:manage',
  }),
  update: operation({
    id: 'updateWorkspacePolicies',
    method: 'PATCH',
    path,
    tag,
    summary: 'Change what a workspace demands',
    description:
      'Takes one or more of the policies. They hold at once, for open streams too. One that the credential itself does not meet is ' +
      'refused with 409, as it would lock you out; so is a `provider` that an API key demands, as nobody has signed in by it.',
    params: workspaceParams,
    body: Type.Partial(Type.Object(fields), { minProperties: 1 }),
    maxBody: smallBody,
    reply: WorkspacePolicies,
    confirmed: true,
    errors: [400, 401, 403, 404, 409],
    access: 'workspace:manage',
  }),
  closed: operation({
    id: 'listClosedWorkspaces',
    method: 'GET',
    path: '/users/me/closed-workspaces',
    tag,
    summary: 'List the workspaces whose policies close them to you',
    description:
      'Those of which you are an active member, and which this session does not open, with the first policy that it does not meet.',
    reply: Type.Array(
      named(
        'ClosedWorkspace',
        Type.Object({
          publicId: Id,
          name: Type.String({ example: 'Analytical Engines' }),
          provider: nullable(
            Type.String({
              description: 'Id of the provider that it demands, if it does',
              example: 'my-company',
            }),
          ),
          policy: oneOf(closers, { description: 'The policy', example: 'secondFactor' }),
        }),
      ),
      { description: 'By name' },
    ),
    errors: [401, 403],
    access: 'session',
  }),
};
