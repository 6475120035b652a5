import { Type } from 'typebox';
import { GivenRole } from './members.ts';
import { operation } from './operation.ts';
import { Email, Id, nullable, PublicId, Success, Timestamp } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const InviteCode = Type.String({ description: 'The code', example: 'tbi_Vq0mTnZ4a8yLx1cW5uRk2g1x8k3f' });
const InviteLink = Type.String({
  description: 'The page where the invitation can be read and accepted',
  example: 'https://taskboard.example.com/invite#tbi_Vq0mTnZ4a8yLx1cW5uRk2g1x8k3f',
});
const GivenCode = Type.String({ minLength: 1, maxLength: 100, description: 'The code of an invitation' });
const ExpiresAt = Timestamp('When it stops working');

const MailSent = Type.Boolean({
  description:
    'Whether an email is on its way; false if the service has no mail server: then pass on the link yourself',
});

const invitedParams = Type.Object({
  ...workspaceParams.properties,
  memberPublicId: PublicId('The invited member'),
});

const ofWorkspace = { tag: 'Invites', params: workspaceParams, access: 'member:invite' } as const;

export const invites = {
  inviteMember: operation({
    ...ofWorkspace,
    id: 'inviteMember',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/invite',
    summary: 'Invite someone by email',
    description:
      'Sends an email with a code that only an account with that address can accept, within 7 days. The role ' +
      '(`member` if absent) must not rank above yours or permit anything that you may not do. An address whose ' +
      'invitation has expired, or that was removed, can be invited again. In one day, a user can send 200 ' +
      'invitations, a workspace 500, and an address can get 10: beyond that, 429.',
    body: Type.Object({ email: Email, role: Type.Optional(GivenRole) }),
    reply: Type.Object({ publicId: Id, mailSent: MailSent }),
    errors: [400, 401, 403, 404, 409, 429],
  }),
  inviteAgain: operation({
    ...ofWorkspace,
    id: 'inviteMemberAgain',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/invite',
    summary: 'Send an invitation again',
    description:
      'Sends a new code to an invited member, which works for 7 days; the one before stops working. Their ' +
      'permissions must not rank above yours or permit anything that you may not do. It counts like an invitation. ' +
      '409 if they have joined.',
    params: invitedParams,
    reply: Type.Object({ mailSent: MailSent, expiresAt: ExpiresAt }),
    errors: [400, 401, 403, 404, 409, 429],
  }),
  linkOfMember: operation({
    ...ofWorkspace,
    id: 'createMemberInviteLink',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/members/{memberPublicId}/invite-link',
    summary: 'Read or create the link of an invited member',
    description:
      'For passing on an invitation yourself: only an account with the address of the member can accept it. It is the link ' +
      'that was mailed, while that is open; once read here, accepting it does not verify the address any more. Their ' +
      'permissions must not rank above yours or permit anything that you may not do. 409 if they have joined.',
    params: invitedParams,
    reply: Type.Object({ inviteLink: InviteLink, expiresAt: ExpiresAt }),
    errors: [400, 401, 403, 404, 409],
  }),
  link: operation({
    ...ofWorkspace,
    id: 'getInviteLink',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/invite',
    summary: 'Read the invite link',
    description:
      'The active link; reading it does not create one. Without the right to create it (`member:invite`, and all ' +
      'permissions of `member`), you learn only whether there is one: code and link are then null.',
    reply: Type.Object({
      inviteCode: nullable(InviteCode),
      inviteLink: nullable(InviteLink),
      isActive: Type.Boolean({ description: 'Whether there is an active link' }),
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
    summary: 'Create an invite link',
    description:
      'Anyone who has it can join as `member`, for 7 days; so you must hold all permissions of that role. The ' +
      'previous link stops working.',
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
      'The link stops working (E15); having none is not an error. Invitations by email stay open: withdraw one ' +
      'by removing the invited member.',
    reply: Success,
    errors: [400, 401, 403, 404],
  }),
  get: operation({
    id: 'getInvite',
    method: 'GET',
    path: '/invites/{code}',
    tag: 'Invites',
    summary: 'Read an invitation',
    description:
      'What anyone who has the code can see, before signing in. An expired one is refused with 400.',
    params: Type.Object({ code: GivenCode }),
    reply: Type.Object({
      publicId: Id,
      status: Type.String({
        description: '`active`, or `accepted` if it was for one person',
        example: 'active',
      }),
      workspaceName: Type.String({ example: 'Analytical Engines' }),
      inviterName: nullable(Type.String({ description: 'Name of the user who invites', example: 'Ada' })),
      email: nullable(
        Type.String({ description: 'The only address that can accept it; null for the link of a workspace' }),
      ),
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
      'Joins the workspace; for members, nothing changes. A mailed code works only for the account with that ' +
      'address: 403 for others. An unknown, expired or deactivated code is refused with 400.',
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
