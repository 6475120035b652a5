import { Type } from 'typebox';
import { BoardAccess } from './board-shapes.ts';
import { operation } from './operation.ts';
import { Id, named, nullable, PublicId, page, pageQuery, Success } from './schema.ts';
import { isBot, WorkspaceMember } from './shapes.ts';

const boardParams = Type.Object({ boardPublicId: PublicId('The board') });
const boardMemberParams = Type.Object({
  ...boardParams.properties,
  workspaceMemberPublicId: PublicId('The member of the workspace'),
});

const RoleName = Type.String({ description: 'Name of the role', example: 'member' });

/** A member as listed on a board. */
const BoardMember = named(
  'BoardMember',
  Type.Object({
    ...WorkspaceMember.properties,
    isBot,
    role: Type.Object({ publicId: Id, name: RoleName }, { description: 'The role on the board' }),
  }),
);

const RoleHeld = Type.Object({ publicId: Id, name: RoleName });

/** Somebody with access to a board. */
const BoardPerson = named(
  'BoardPerson',
  Type.Object({
    ...WorkspaceMember.properties,
    isBot,
    workspaceRole: nullable({
      ...RoleHeld,
      description:
        'The role in the workspace, if it lets them see the board; null if only one on the board does',
    }),
    boardRole: nullable({
      ...RoleHeld,
      description: 'The role on the board; null if they were not added to it',
    }),
  }),
);

const ofMember = { tag: 'Boards', params: boardMemberParams, access: 'board:edit' } as const;

/** Callers cannot grant a role with permissions they lack on the board, or change a member who ranks above them there. */
export const boardMembers = {
  list: operation({
    id: 'listBoardMembers',
    method: 'GET',
    path: '/boards/{boardPublicId}/members',
    tag: 'Boards',
    summary: 'List the members of a board',
    description:
      'Whom the board is open to, and who has a role on it, in the order of their ids. Admins of the workspace see ' +
      'every board without being a member. Without `member:view` on the board, the list is empty. Email addresses ' +
      'are null if the workspace hides them.',
    params: boardParams,
    reply: Type.Object({ access: BoardAccess, members: Type.Array(BoardMember) }),
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  people: operation({
    id: 'listBoardPeople',
    method: 'GET',
    path: '/boards/{boardPublicId}/people',
    tag: 'Boards',
    summary: 'List who can see a board',
    description:
      'Everyone who can see the board, or will once they are active, in the order of their ids, and where their access ' +
      'comes from. Placeholders are left out. Email addresses are null if the workspace hides them.',
    params: boardParams,
    query: Type.Object(pageQuery({ max: 100, default: 50 })),
    reply: page('people', BoardPerson),
    errors: [400, 401, 403, 404],
    access: 'member:view',
  }),
  set: operation({
    ...ofMember,
    id: 'setBoardMember',
    method: 'PUT',
    path: '/boards/{boardPublicId}/members/{workspaceMemberPublicId}',
    summary: 'Add a member to a board or change their role',
    description:
      'The permissions of the role are those of the member on this board: in addition to what the member may do in the ' +
      'workspace if the board is open to it, and nothing else if it is not. Overrides count in the workspace only. ' +
      'You must hold all of them on the board yourself, and neither the role nor that which the member has may rank ' +
      'above yours. A member whose new role does not let them see the board is removed from its cards.',
    body: Type.Object({ rolePublicId: PublicId('A role of the workspace') }),
    reply: Type.Object({ success: Type.Boolean({ example: true }), role: RoleName }),
    errors: [400, 401, 403, 404, 409],
  }),
  remove: operation({
    ...ofMember,
    id: 'removeBoardMember',
    method: 'DELETE',
    path: '/boards/{boardPublicId}/members/{workspaceMemberPublicId}',
    summary: 'Remove a member from a board',
    description:
      'Ends what the role on the board permits. A member who cannot see the board any more is removed from its ' +
      'cards. Anyone may remove themselves.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
};
