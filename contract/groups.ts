import { Type } from 'typebox';
import { GivenRole } from './members.ts';
import { operation } from './operation.ts';
import { Id, named, nullable, PublicId, Success, Text } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const groupParams = Type.Object({
  ...workspaceParams.properties,
  groupPublicId: PublicId('The mapped group'),
});

const GroupRole = named(
  'GroupRole',
  Type.Object({
    publicId: Id,
    provider: nullable(
      Type.String({
        description:
          'Id of the provider that tells who is in the group; null for the directory of the workspace (SCIM)',
        example: 'my-company',
      }),
    ),
    name: Type.String({
      description: 'Name of the group, as the provider writes it',
      example: 'engineering',
    }),
    role: Type.String({ description: 'Name of the role that it gives', example: 'member' }),
  }),
);

const ofGroups = {
  tag: 'Groups',
  params: workspaceParams,
  errors: [400, 401, 403, 404, 409],
  access: 'workspace:manage',
} as const;

/** Groups of a provider, whose people become members of a workspace with a role. */
export const groups = {
  list: operation({
    ...ofGroups,
    id: 'listGroupRoles',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/groups',
    summary: 'List the groups that give roles',
    description:
      'The groups of providers whose people become members when they sign in, and the providers whose word the ' +
      'operator lets this workspace take (`OIDC_<NAME>_WORKSPACES`).',
    reply: Type.Object({
      providers: Type.Array(
        Type.Object({
          id: Type.String({ example: 'my-company' }),
          name: Type.String({ example: 'My company' }),
        }),
      ),
      groups: Type.Array(GroupRole),
    }),
    errors: [400, 401, 403, 404],
  }),
  create: operation({
    ...ofGroups,
    id: 'createGroupRole',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/groups',
    summary: 'Give a role to a group',
    description:
      'From their next sign-in by the provider on, people of the group are members with the role; with several groups ' +
      'the role that ranks highest counts. Who leaves all of them ceases to be a member, or gets back the role that ' +
      'they had if they were one before. Groups of the directory change roles at once, and nobody’s membership. The last active admin stays. The role must not rank above yours, nor ' +
      'permit what you may not do.',
    body: Type.Object({
      provider: nullable(
        Text(64, {
          description:
            'Id of a provider that this workspace may trust; null for the directory of the workspace (SCIM)',
          example: 'my-company',
        }),
      ),
      name: Text(255, {
        description: 'Name of the group, as the provider writes it',
        example: 'engineering',
      }),
      role: GivenRole,
    }),
    reply: GroupRole,
    confirmed: true,
  }),
  remove: operation({
    ...ofGroups,
    id: 'deleteGroupRole',
    method: 'DELETE',
    path: '/workspaces/{workspacePublicId}/groups/{groupPublicId}',
    summary: 'No longer give a role to a group',
    description: 'Takes effect for each of its people when they next sign in by the provider.',
    params: groupParams,
    reply: Success,
  }),
};
