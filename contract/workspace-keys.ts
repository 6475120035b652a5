import { Type } from 'typebox';
import { operation } from './operation.ts';
import { permissions } from './permissions.ts';
import { closers } from './policies.ts';
import { Count, Id, named, nullable, oneOf, page, pageQuery, Success, Timestamp } from './schema.ts';
import { isBot } from './shapes.ts';
import { workspaceParams } from './workspaces.ts';

const WorkspaceKey = named(
  'WorkspaceKey',
  Type.Object({
    id: Type.Integer({ description: 'Id', example: 7 }),
    name: Type.String({ example: 'Reports' }),
    prefix: Type.String({ description: 'The first characters of the key', example: 'tbk_8sXq2mZ0' }),
    owner: Type.Object(
      { memberPublicId: Id, name: nullable(Type.String({ example: 'Ada Moreau' })), isBot },
      { description: 'For whom it acts' },
    ),
    application: nullable(
      Type.Object(
        { host: Type.String({ description: 'Where it is', example: 'app.example.com' }) },
        { description: 'The application that its owner allowed to use it; null for a key of their own' },
      ),
    ),
    permissions: nullable(
      Type.Array(oneOf(permissions), {
        description: 'What it allows at most; null for all that its owner may',
      }),
    ),
    opensOthers: Type.Boolean({ description: 'Whether it opens other workspaces of its owner, too' }),
    boards: nullable(Count('How many boards it opens; null for all that its owner sees')),
    createdAt: Timestamp('When it was made'),
    lastUsedAt: nullable(Timestamp('When it was last used, here or elsewhere; null if never')),
    expiresAt: nullable(Timestamp('Its own end; null for none')),
    endsAt: nullable(
      Timestamp('Its end here by the policies of the workspace, unless it is used; null for none'),
    ),
    closedBy: nullable(
      oneOf(closers, {
        description: 'The policy because of which it does not open the workspace; null if it does',
      }),
    ),
  }),
);

const ofWorkspace = { tag: 'Workspaces', access: 'workspace:manage' } as const;
const path = '/workspaces/{workspacePublicId}/keys';

/** The keys that open a workspace, for those who manage it. */
export const workspaceKeys = {
  list: operation({
    ...ofWorkspace,
    id: 'listWorkspaceKeys',
    method: 'GET',
    path,
    summary: 'List the API keys that open a workspace',
    description:
      'Those of its active members, of its bots, and of applications that members allowed, by member, without the keys themselves. Keys that ' +
      'have ended are left out.',
    params: workspaceParams,
    query: Type.Object(pageQuery({ max: 100, default: 20 })),
    reply: named('WorkspaceKeyPage', page('keys', WorkspaceKey)),
    errors: [400, 401, 403, 404],
  }),
  end: operation({
    ...ofWorkspace,
    id: 'endWorkspaceKey',
    method: 'DELETE',
    path: `${path}/{keyId}`,
    summary: 'End an API key in a workspace',
    description:
      'Its owner is told. A key for this workspace alone is revoked; any other goes on opening the other workspaces of its owner. Not of ' +
      'members who rank above you.',
    params: Type.Object({
      ...workspaceParams.properties,
      keyId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The key' }),
    }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
};
