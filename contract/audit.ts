import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, oneOf, page, pageQuery, Timestamp } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

/** What the audit log tells of. The word before the dot says what kind of thing was changed. */
export const auditTypes = [
  'workspace.created',
  'workspace.updated',
  'workspace.deleted',
  'workspace.restored',
  'workspace.overridesReset',
  'role.created',
  'role.updated',
  'role.deleted',
  'member.invited',
  'member.joined',
  'member.added',
  'member.updated',
  'member.removed',
  'invite.created',
  'invite.deactivated',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.redelivered',
  'board.published',
  'board.unpublished',
  'board.movedIn',
  'board.movedOut',
  'key.created',
  'key.revoked',
] as const;

export type AuditType = (typeof auditTypes)[number];

const kinds = ['workspace', 'role', 'member', 'invite', 'webhook', 'board', 'key'] as const;

/** The kind of thing that an entry is about. */
export const kindOfAudited = (type: string): (typeof kinds)[number] =>
  kinds.find((kind) => type.startsWith(`${kind}.`)) ?? 'workspace';

const Name = (description: string) => nullable(Type.String({ description }));
const Email = (description: string) =>
  nullable(Type.String({ description: `${description}; null where the workspace hides it` }));

const AuditEntry = named(
  'AuditEntry',
  Type.Object({
    publicId: Id,
    type: oneOf(auditTypes, { description: 'What was done', example: 'member.updated' }),
    createdAt: Timestamp('When'),
    user: nullable(
      Type.Object(
        { id: Id, name: Name('Display name'), email: Email('E-mail address') },
        { description: 'Who did it; null for the service itself' },
      ),
    ),
    subject: Type.Object(
      {
        type: oneOf(kinds, { description: 'What kind of thing it is', example: 'member' }),
        publicId: Id,
        name: Name('What it was called then; of a member, the name today'),
        email: Email('Of a member, the e-mail address'),
      },
      { description: 'What was changed; it may be gone by now' },
    ),
    detail: Type.Array(
      Type.Object({
        field: Type.String({ description: 'What about it', example: 'role' }),
        from: nullable(Type.String({ description: 'Before; null for nothing', example: 'guest' })),
        to: nullable(Type.String({ description: 'After; null for nothing', example: 'member' })),
      }),
      { description: 'What is different now, as text. Secrets are named and not shown, long texts are cut' },
    ),
  }),
);

export const audit = {
  list: operation({
    id: 'listAuditEntries',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/audit',
    tag: 'Workspaces',
    summary: 'Read the audit log',
    description:
      'Who changed the settings, roles, members, rights, invitations and webhooks of the workspace, published or ' +
      'moved its boards, or made API keys for it alone; the newest first. Entries are kept for a year.',
    params: workspaceParams,
    query: Type.Object(pageQuery({ max: 100, default: 20 })),
    reply: named('AuditPage', page('entries', AuditEntry)),
    errors: [400, 401, 403, 404],
    access: 'workspace:manage',
  }),
};
