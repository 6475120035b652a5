import { Type } from 'typebox';
import { GivenRole } from './members.ts';
import { operation } from './operation.ts';
import { Email, Id, nullable, Success, Timestamp } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const InviteCode = Type.String({ description: 'The code', example: 'tbi_Vq0mTnZ4a8yLx1cW5uRk2g1x8k3f' });
const InviteLink = Type.String({
  description: 'Where the invitation can be read (`GET /invites/{code}`)',
  example: 'https://taskboard.example.com/api/v1/invites/tbi_Vq0mTnZ4a8yLx1cW5uRk2g1x8k3f',
});
const GivenCode = Type.String({ minLength: 1, maxLength: 100, description: 'The code of an invitation' });
const ExpiresAt = Timestamp('When it stops working');

const ofWorkspace = { tag: 'Invites', params: workspaceParams, access: 'member:invite' } as const;

export const invites = {
  inviteMember: operation({
    ...ofWorkspace,
    id: 'inviteMember',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/invite',
    summary: 'Invite someone by e-mail',
    description:
      'Mails a code that only an account with that address can accept, within 7 days. The role, `member` when ' +
      'absent, ranks not above yours and permits nothing that you do not hold. An address whose invitation has ' +
      'expired, or who was removed, can be invited again. In a day a user can invite 200 times, a workspace 500 times, ' +
      'and an address be invited 10 times: then 429.',
    body: Type.Object({ email: Email, role: Type.Optional(GivenRole) }),
    reply: Type.Object({ publicId: Id }),
    errors: [400, 401, 403, 404, 409, 429],
  }),
  link: operation({
    ...ofWorkspace,
    id: 'getInviteLink',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/invite',
    summary: 'Ask for the invite link',
    description:
      'The open link; looking makes no new one. Who could not make it (`member:invite`, and what ' +
      '`member` permits) learns only whether there is one: code and link are null then.',
    reply: Type.Object({
      inviteCode: nullable(InviteCode),
      inviteLink: nullable(InviteLink),
      isActive: Type.Boolean({ description: 'Whether a link is open' }),
      expiresAt: nullable(ExpiresAt),
    }),
    errors: [400, 401, 403, 404],
    access: 'workspace:view',
  }),
  createLink: operation({
    ...ofWorkspace,
    id: 'createInviteLink',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/invites',
    summary: 'Make an invite link',
    description:
      'Whoever has it joins as `member`, for 7 days; so you must hold what that role permits. The link before it ' +
      'stops working.',
    reply: Type.Object({
      publicId: Id,
      inviteCode: InviteCode,
      inviteLink: InviteLink,
      expiresAt: ExpiresAt,
    }),
    errors: [400, 401, 403, 404, 409],
  }),
  deactivateLink: operation({
    ...ofWorkspace,
    id: 'deactivateInviteLink',
    method: 'DELETE',
    path: '/workspaces/{workspacePublicId}/invites',
    summary: 'Deactivate the invite link',
    description:
      'The link stops working (E15); it is no error when there is none. Invitations by e-mail stay open: each is ' +
      'withdrawn by removing the invited member.',
    reply: Success,
    errors: [400, 401, 403, 404],
  }),
  get: operation({
    id: 'getInvite',
    method: 'GET',
    path: '/invites/{code}',
    tag: 'Invites',
    summary: 'Read an invitation',
    description: 'What someone sees who has the code, before signing in. An expired one is 400.',
    params: Type.Object({ code: GivenCode }),
    reply: Type.Object({
      publicId: Id,
      status: Type.String({
        description: '`active`, or `accepted` where it was for one person',
        example: 'active',
      }),
      workspaceName: Type.String({ example: 'Analytical Engines' }),
      expiresAt: nullable(ExpiresAt),
    }),
    errors: [400, 404],
    access: 'none',
  }),
  accept: operation({
    id: 'acceptInvite',
    method: 'POST',
    path: '/invites/accept',
    tag: 'Invites',
    summary: 'Accept an invitation',
    description:
      'Joins the workspace; nothing changes for those who are in it already. A code that was mailed is for the ' +
      'account with that address only: 403 for others. An unknown, expired or deactivated code is 400.',
    body: Type.Object({ inviteCode: GivenCode }),
    reply: Type.Object({
      success: Type.Boolean({ example: true }),
      workspacePublicId: Id,
      workspaceSlug: Type.String({ example: 'analytical-engines' }),
    }),
    errors: [400, 401, 403, 409],
    access: 'account',
  }),
};
