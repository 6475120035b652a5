import { Type } from 'typebox';
import { operation } from './operation.ts';
import { DateTimeInput, Id, named, nullable, oneOf, PublicId, page, pageQuery, Timestamp } from './schema.ts';
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
  'group.created',
  'group.deleted',
  'field.created',
  'field.updated',
  'field.deleted',
  'policies.updated',
] as const;

export type AuditType = (typeof auditTypes)[number];

export const auditKinds = [
  'workspace',
  'role',
  'member',
  'invite',
  'webhook',
  'codeHost',
  'board',
  'key',
  'group',
  'field',
  'policies',
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** The kind of object that an entry is about. */
export const kindOfAudited = (type: string): AuditKind =>
  auditKinds.find((kind) => type.startsWith(`${kind}.`)) ?? 'workspace';

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
        type: oneOf(auditKinds, { description: 'Kind of thing that was changed', example: 'member' }),
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

const Filter = {
  from: Type.Optional(DateTimeInput('Only entries of then or later')),
  until: Type.Optional(DateTimeInput('Only entries from before')),
  kind: Type.Optional(
    oneOf(auditKinds, { description: 'Only entries about this kind of thing', example: 'member' }),
  ),
  user: Type.Optional(
    Type.String({
      pattern: '^([0-9a-z]{16}|service)$',
      description: 'Only what this user did; `service` for what the service did itself',
      example: 'service',
    }),
  ),
};

export const auditFormats = ['jsonl', 'csv'] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** The columns of the log as CSV, in this order, which files that were written before rely on. */
export const auditColumns = [
  'publicId',
  'createdAt',
  'type',
  'userId',
  'userName',
  'userEmail',
  'userIsBot',
  'subjectType',
  'subjectPublicId',
  'subjectName',
  'subjectEmail',
  'detail',
] as const;

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
      'newest first. Boards that the caller cannot see are left out. Entries are kept for a year. With a filter, a page looks ' +
      'through some thousand entries: it may have few of them, or none, while there are more.',
    params: workspaceParams,
    query: Type.Object({ ...pageQuery({ max: 100, default: 20 }), ...Filter }),
    reply: named('AuditPage', page('entries', AuditEntry)),
    errors: [400, 401, 403, 404],
    access: 'workspace:manage',
  }),
  export: operation({
    id: 'exportAuditLog',
    work: 'heavy',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/audit/export',
    tag: 'Workspaces',
    summary: 'Export the audit log',
    description:
      'The same entries as a file, oldest first. `jsonl`: each line is an entry as JSON. `csv` (RFC 4180, for ' +
      `spreadsheets): the columns are ${auditColumns.map((name) => `\`${name}\``).join(', ')}; the last one has a line ` +
      '`field: from → to` for each change. What a spreadsheet would take for a formula begins with an apostrophe.\n\n' +
      'To go on where a file ends, or to collect what is new, pass the `publicId` of the last entry as `after`: no entry is ' +
      'missed or comes twice. Those of the last ten seconds are left for the next time, as changes may still be under way ' +
      'that began before them.',
    params: workspaceParams,
    query: Type.Object({
      format: Type.Optional(oneOf(auditFormats, { description: 'Format of the file', default: 'jsonl' })),
      after: Type.Optional(PublicId('Only entries that come after this one')),
      ...Filter,
    }),
    reply: Type.String({ format: 'binary' }),
    produces: '*/*',
    errors: [400, 401, 403, 404],
    access: 'workspace:manage',
  }),
};
