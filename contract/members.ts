import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Permission, Permissions } from './roles.ts';
import { Id, oneOf, PublicId, Success, Text } from './schema.ts';
import { Member } from './shapes.ts';
import { workspaceParams } from './workspaces.ts';

const memberParams = Type.Object({
  ...workspaceParams.properties,
  memberPublicId: PublicId('The member'),
});

const RoleName = Type.String({ description: 'Name of the role', example: 'member' });
export const GivenRole = Text(255, { description: 'The role, by name or by id', example: 'member' });

const ofMember = { tag: 'Members', params: memberParams, access: 'member:edit' } as const;
const onePermission = Type.Object({ permission: Permission });

/** Nobody changes a member whose role ranks above their own, gives what they do not hold, or takes the last admin. */
export const members = {
  list: operation({
    id: 'listMembers',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/members',
    tag: 'Members',
    summary: 'List the members of a workspace',
    description:
      'Oldest first, without those who were removed. E-mail addresses are null where the workspace hides them.',
    params: workspaceParams,
    reply: Type.Array(Member),
    errors: [400, 401, 403, 404],
    access: 'member:view',
  }),
  myPermissions: operation({
    id: 'getMyPermissions',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/permissions/me',
    tag: 'Members',
    summary: 'Read what you may do',
    description: 'What the caller may do in the workspace with the credential that is sent.',
    params: workspaceParams,
    reply: Type.Object({ permissions: Permissions, role: RoleName }),
    errors: [400, 401, 403, 404],
    access: 'workspace:view',
  }),
  permissions: operation({
    id: 'getMemberPermissions',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/permissions',
    tag: 'Members',
    summary: 'Read what a member may do',
    description:
      'The effective permissions and the overrides that they differ from the role by. An invited or paused member ' +
      'has them once active.',
    params: memberParams,
    reply: Type.Object({
      memberPublicId: Id,
      role: RoleName,
      permissions: Permissions,
      overrides: Type.Array(
        Type.Object({
          permission: Type.String({ example: 'card:edit' }),
          granted: Type.Boolean({ description: 'Given or taken, whatever the role says' }),
        }),
      ),
    }),
    errors: [400, 401, 403, 404],
    access: 'member:view',
  }),
  changeRole: operation({
    ...ofMember,
    id: 'changeMemberRole',
    method: 'PUT',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/role',
    summary: 'Give a member another role',
    description:
      'One that ranks not above yours and permits nothing that you do not hold. Overrides of the member stay. The ' +
      'last active admin keeps the role.',
    body: Type.Object({ role: GivenRole }),
    reply: Type.Object({ success: Type.Boolean({ example: true }), role: RoleName }),
    errors: [400, 401, 403, 404],
  }),
  changeStatus: operation({
    ...ofMember,
    id: 'changeMemberStatus',
    method: 'PUT',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/status',
    summary: 'Pause a member, or let them back in',
    description:
      'A paused member has no access and stays on the cards. An open invitation can only be accepted or removed: ' +
      '409. The last active admin cannot be paused.',
    body: Type.Object({ status: oneOf(['active', 'paused'], { description: 'What the member becomes' }) }),
    reply: Type.Object({
      success: Type.Boolean({ example: true }),
      status: Type.String({ example: 'paused' }),
    }),
    errors: [400, 401, 403, 404, 409],
  }),
  remove: operation({
    ...ofMember,
    id: 'removeMember',
    method: 'DELETE',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}',
    summary: 'Remove a member, or leave',
    description:
      'Ends the access at once, takes the member off all cards and clears the overrides. Everyone may remove ' +
      'themselves, except the last active admin. Who was removed comes back by a new invitation only.',
    reply: Success,
    errors: [400, 401, 403, 404],
    access: 'member:remove',
  }),
  grant: operation({
    ...ofMember,
    id: 'grantMemberPermission',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/permissions/grant',
    summary: 'Give a member a permission',
    description: 'One that you hold yourself, whatever the role of the member says.',
    body: onePermission,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  revoke: operation({
    ...ofMember,
    id: 'revokeMemberPermission',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/permissions/revoke',
    summary: 'Take a permission from a member',
    description: 'Whatever the role of the member says. The last active admin keeps all of them.',
    body: onePermission,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  reset: operation({
    ...ofMember,
    id: 'resetMemberPermissions',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/permissions/reset',
    summary: "Clear a member's overrides",
    description:
      'What the member may do comes from the role alone again (E14). What that gives back, you must hold yourself.',
    reply: Success,
    errors: [400, 401, 403],
  }),
  resetAll: operation({
    id: 'resetAllMemberPermissions',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/permissions/reset',
    tag: 'Members',
    summary: 'Clear the overrides of every member',
    description: 'All of them or, where one ranks above you or would get back what you do not hold, none.',
    params: workspaceParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'member:edit',
  }),
};
