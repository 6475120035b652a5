import { Type } from 'typebox';
import { operation } from './operation.ts';
import { permissions } from './permissions.ts';
import { Count, Id, Markdown, named, nullable, oneOf, PublicId, Success, Text } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

/** A permission, as callers send it. */
export const Permission = named(
  'Permission',
  oneOf(permissions, { description: 'A permission', example: 'card:edit' }),
);

export const Permissions = Type.Array(Type.String({ example: 'card:edit' }), {
  description: 'Permissions, in the order of the full list',
});

const RoleName = Type.String({ example: 'moderator' });

const role = {
  publicId: Id,
  name: RoleName,
  description: nullable(Type.String({ description: 'What it is for' })),
  hierarchyLevel: Type.Integer({ description: 'Lower ranks higher; `admin` is 0', example: 100 }),
  isSystem: Type.Boolean({ description: 'Whether it was created with the workspace' }),
  memberCount: Count('Members with this role, including invited and paused ones'),
};

export const Role = named('Role', Type.Object(role));
const ChangedRole = named('ChangedRole', Type.Object({ ...role, permissions: Permissions }));

const GivenPermissions = Type.Array(Permission, {
  maxItems: permissions.length,
  uniqueItems: true,
  description: 'Everything that the role permits',
});

const Level = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description:
    'Rank, not above your own; a lower number ranks higher. `admin` is 0, `member` 100, `guest` 200, `guest-of-boards` 300. By default, ' +
    'a new role ranks like `member`, or like your own role if that is lower',
  example: 50,
});

const Name = Text(255, { description: 'Name; unique, ignoring case' });
const Description = nullable(Markdown({ description: 'What it is for' }));

const roleParams = Type.Object({
  ...workspaceParams.properties,
  rolePublicId: PublicId('The role'),
});

const ofRole = { tag: 'Roles', params: roleParams, access: 'workspace:manage' } as const;
const onePermission = Type.Object({ permission: Permission });

export const roles = {
  list: operation({
    id: 'listRoles',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/roles',
    tag: 'Roles',
    summary: 'List the roles of a workspace',
    description: 'Highest rank first.',
    params: workspaceParams,
    reply: Type.Object({ roles: Type.Array(Role) }),
    errors: [400, 401, 403, 404],
    access: 'member:view',
  }),
  listPermissions: operation({
    id: 'listRolePermissions',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/roles/permissions',
    tag: 'Roles',
    summary: 'List the roles with their permissions',
    description: 'All roles of the workspace, highest rank first (E13).',
    params: workspaceParams,
    reply: Type.Object({
      roles: Type.Array(Type.Object({ publicId: Id, name: RoleName, permissions: Permissions })),
    }),
    errors: [400, 401, 403, 404],
    access: 'member:view',
  }),
  permissions: operation({
    id: 'getRolePermissions',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/roles/{rolePublicId}/permissions',
    tag: 'Roles',
    summary: 'Read the permissions of a role',
    description: 'What one role permits (E12).',
    params: roleParams,
    reply: Type.Object({ rolePublicId: Id, name: RoleName, permissions: Permissions }),
    errors: [400, 401, 403, 404],
    access: 'member:view',
  }),
  create: operation({
    id: 'createRole',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/roles',
    tag: 'Roles',
    summary: 'Create a role',
    description: 'It cannot permit what you may not do yourself, or rank above your own role.',
    params: workspaceParams,
    body: Type.Object({
      name: Name,
      description: Type.Optional(Description),
      permissions: GivenPermissions,
      hierarchyLevel: Type.Optional(Level),
    }),
    reply: ChangedRole,
    errors: [400, 401, 403, 404, 409],
    access: 'workspace:manage',
  }),
  update: operation({
    ...ofRole,
    id: 'updateRole',
    method: 'PUT',
    path: '/workspaces/{workspacePublicId}/roles/{rolePublicId}',
    summary: 'Update a role',
    description:
      "Takes one or more of the fields. It takes effect on the members' next request. `admin` cannot be changed; " +
      'The others that were created with the workspace keep their names and ranks. Where the role is one on a closed ' +
      'board, it comes to permit more, or to rank higher, only if you could give it there.',
    body: Type.Object(
      {
        name: Type.Optional(Name),
        description: Type.Optional(Description),
        permissions: Type.Optional(GivenPermissions),
        hierarchyLevel: Type.Optional(Level),
      },
      { minProperties: 1 },
    ),
    reply: ChangedRole,
    errors: [400, 401, 403, 404, 409],
  }),
  delete: operation({
    ...ofRole,
    id: 'deleteRole',
    method: 'DELETE',
    path: '/workspaces/{workspacePublicId}/roles/{rolePublicId}',
    summary: 'Delete a role',
    description:
      'A role that members have, including invited and paused ones and members of boards, cannot be deleted: 409.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  grant: operation({
    ...ofRole,
    id: 'grantRolePermission',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/roles/{rolePublicId}/permissions/grant',
    summary: 'Grant a permission to a role',
    description:
      'You must hold the permission yourself, also on closed boards where members have the role. `admin` cannot be changed.',
    body: onePermission,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  revoke: operation({
    ...ofRole,
    id: 'revokeRolePermission',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/roles/{rolePublicId}/permissions/revoke',
    summary: 'Revoke a permission from a role',
    description: '`admin` cannot be changed.',
    body: onePermission,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
};
