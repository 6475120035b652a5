import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, oneOf, page, pageQuery, Timestamp } from './schema.ts';
import { isBot } from './shapes.ts';
import { workspaceParams } from './workspaces.ts';

/** The types of audit log entries. The part before the dot is the kind of object that changed. */
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
  'member.merged',
  'member.mergeStopped',
  'invite.created',
  'invite.deactivated',
  'webhook.created',
  'webhook.updated',
  'webhook.disabled',
  'webhook.deleted',
  'webhook.redelivered',
  'codeHost.created',
  'codeHost.updated',
  'codeHost.deleted',
  'board.published',
  'board.unpublished',
  'board.closed',
  'board.opened',
  'board.memberAdded',
  'board.memberUpdated',
  'board.memberRemoved',
  'board.movedIn',
  'board.movedOut',
  'key.created',
  'key.revoked',
  'field.created',
  'field.updated',
  'field.deleted',
] as const;

export type AuditType = (typeof auditTypes)[number];

const kinds = [
  'workspace',
  'role',
  'member',
  'invite',
  'webhook',
  'codeHost',
  'board',
  'key',
  'field',
] as const;

/** The kind of object that an entry is about. */
export const kindOfAudited = (type: string): (typeof kinds)[number] =>
  kinds.find((kind) => type.startsWith(`${kind}.`)) ?? 'workspace';

const Name = (description: string) => nullable(Type.String({ description }));
const Email = (description: string) =>
  nullable(Type.String({ description: `${description}; null if the workspace hides it` }));

const AuditEntry = named(
  'AuditEntry',
  Type.Object({
    publicId: Id,
    type: oneOf(auditTypes, { description: 'What was done', example: 'member.updated' }),
    createdAt: Timestamp('When it was done'),
    user: nullable(
      Type.Object(
        { id: Id, name: Name('Display name'), email: Email('Email address'), isBot },
        { description: 'Who did it; null for the service itself' },
      ),
    ),
    subject: Type.Object(
      {
        type: oneOf(kinds, { description: 'Kind of thing that was changed', example: 'member' }),
        publicId: Id,
        name: Name('Its name at the time; for a member, the current name'),
        email: Email('For a member, the email address'),
      },
      { description: 'What was changed; it may no longer exist' },
    ),
    detail: Type.Array(
      Type.Object({
        field: Type.String({ description: 'The field that changed', example: 'role' }),
        from: nullable(
          Type.String({ description: 'Value before; null if there was none', example: 'guest' }),
        ),
        to: nullable(Type.String({ description: 'Value after; null if there is none', example: 'member' })),
      }),
      { description: 'What changed, as text. Secrets are named but not shown, and long texts are truncated' },
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
      'Who changed the settings, roles, members, permissions, invitations, fields, webhooks and code hosts of the workspace, ' +
      'published, closed, opened or moved its boards or changed their members, or created API keys limited to it, ' +
      'newest first. Boards that the caller cannot see are left out. Entries are kept for a year.',
    params: workspaceParams,
    query: Type.Object(pageQuery({ max: 100, default: 20 })),
    reply: named('AuditPage', page('entries', AuditEntry)),
    errors: [400, 401, 403, 404],
    access: 'workspace:manage',
  }),
};
