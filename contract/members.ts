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

/**
 * Callers cannot change a member who ranks above them, grant permissions they do not hold, or remove the last admin.
 */
export const members = {
  list: operation({
    id: 'listMembers',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/members',
    tag: 'Members',
    summary: 'List the members of a workspace',
    description:
      'Oldest first, without removed members. Email addresses are null if the workspace hides them.',
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
    summary: 'Read your permissions',
    description: 'What the caller may do in the workspace with this credential.',
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
    summary: "Read a member's permissions",
    description:
      'The effective permissions, and the overrides that make them differ from those of the role. For an invited ' +
      'or paused member, they apply once active.',
    params: memberParams,
    reply: Type.Object({
      memberPublicId: Id,
      role: RoleName,
      permissions: Permissions,
      overrides: Type.Array(
        Type.Object({
          permission: Type.String({ example: 'card:edit' }),
          granted: Type.Boolean({ description: 'Granted (`true`) or revoked, whatever the role says' }),
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
    summary: "Change a member's role",
    description:
      "The new role must not rank above yours or permit anything that you may not do. The member's overrides " +
      'stay. The last active admin keeps the role.',
    body: Type.Object({ role: GivenRole }),
    reply: Type.Object({ success: Type.Boolean({ example: true }), role: RoleName }),
    errors: [400, 401, 403, 404, 409],
  }),
  changeStatus: operation({
    ...ofMember,
    id: 'changeMemberStatus',
    method: 'PUT',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/status',
    summary: 'Pause or reactivate a member',
    description:
      'A paused member has no access but stays on cards. An open invitation can only be accepted or removed: 409. ' +
      'The last active admin cannot be paused.',
    body: Type.Object({ status: oneOf(['active', 'paused'], { description: 'The new status' }) }),
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
    summary: 'Remove a member or leave',
    description:
      'Ends access immediately, removes the member from all cards and clears the overrides. Anyone may remove ' +
      'themselves, except the last active admin. A removed member can come back only by a new invitation.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'member:remove',
  }),
  merge: operation({
    ...ofMember,
    id: 'mergeMember',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/merge',
    summary: 'Merge a placeholder with a member',
    description:
      'The member in the path is a placeholder (`isPlaceholder`), which an import created for somebody whom the workspace ' +
      'did not know. Its cards, comments, files and activities become those of the other member, as do its assignments to ' +
      'cards that the member sees, and its roles on boards unless they permit more than the member may do there. Then the ' +
      'placeholder is removed, and later imports take the member for that person. In a large workspace this takes a while, ' +
      'and continues if the service is restarted. A merge at which the service died twice stops (`member.mergeStopped` in the ' +
      'audit log), and continues when it is requested again. A user who joins with the address from the import, and has ' +
      'proven it, is merged automatically. 409 if the member is not a placeholder or is being merged with ' +
      'somebody else, or if the target has no account yet.',
    body: Type.Object({ targetMemberPublicId: PublicId('The member who gets everything') }),
    reply: Success,
    severalChanges: true,
    errors: [400, 401, 403, 404, 409],
  }),
  grant: operation({
    ...ofMember,
    id: 'grantMemberPermission',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/permissions/grant',
    summary: 'Grant a permission to a member',
    description: "You must hold the permission yourself. It overrides the member's role.",
    body: onePermission,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  revoke: operation({
    ...ofMember,
    id: 'revokeMemberPermission',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/permissions/revoke',
    summary: 'Revoke a permission from a member',
    description: "It overrides the member's role. The last active admin keeps all permissions.",
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
      "The member's permissions then come from the role alone (E14). You must hold all those that this gives back.",
    reply: Success,
    errors: [400, 401, 403],
  }),
  resetAll: operation({
    id: 'resetAllMemberPermissions',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/permissions/reset',
    tag: 'Members',
    summary: 'Clear the overrides of every member',
    description:
      'All of them, or none if one ranks above you or would get back a permission that you do not hold.',
    params: workspaceParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'member:edit',
  }),
};
