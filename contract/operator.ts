import { Type } from 'typebox';
import { operation } from './operation.ts';
import {
  Accounted,
  Announcement,
  Installation,
  NewAnnouncement,
  Queue,
  QueueKind,
  RepeatedJob,
  StorageQuota,
  WorkspaceSize,
} from './operator-shapes.ts';
import { named, nullable, PublicId, page, pageQuery, Success, Text } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const userParams = Type.Object({ accountPublicId: PublicId('Identifier of the account') });

const search = Type.Optional(
  Text(100, { description: 'Only those whose name or address begins with this', example: 'ada' }),
);

const shared = { tag: 'Operation', access: 'operator' } as const;

/** What operators of the installation may do. For everybody else there is nothing here. */
export const operator = {
  health: operation({
    ...shared,
    id: 'getInstallation',
    method: 'GET',
    path: '/admin/health',
    summary: 'Read how the installation is',
    description: 'Its nodes, disks, database, mails and webhooks, and what is wrong with them.',
    reply: Installation,
    errors: [401, 404],
  }),
  users: operation({
    ...shared,
    id: 'listAccounts',
    method: 'GET',
    path: '/admin/users',
    summary: 'List accounts',
    description:
      'By address. A search finds at most 50 by address and 50 by name, on one page. Without bots, and without people who ' +
      'were imported but have no account.',
    query: Type.Object({ ...pageQuery({ max: 100, default: 50 }), search }),
    reply: named('AccountPage', page('users', Accounted)),
    errors: [400, 401, 404],
  }),
  updateUser: operation({
    ...shared,
    id: 'updateAccount',
    confirmed: true,
    method: 'PATCH',
    path: '/admin/users/{accountPublicId}',
    summary: 'Disable an account, or let it be used again',
    description:
      'A disabled account cannot be used: its sessions end, and its keys do not work. Nothing of it is deleted. Your own ' +
      'cannot be disabled.',
    params: userParams,
    body: Type.Object({ isDisabled: Type.Boolean({ description: 'Whether it is disabled' }) }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  endSessions: operation({
    ...shared,
    id: 'endAccountSessions',
    confirmed: true,
    method: 'DELETE',
    path: '/admin/users/{accountPublicId}/sessions',
    summary: 'End all sessions of an account',
    description: 'Whoever is signed in with it has to sign in again. Its keys go on working.',
    params: userParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  workspaces: operation({
    ...shared,
    id: 'listWorkspaceSizes',
    method: 'GET',
    path: '/admin/workspaces',
    summary: 'List workspaces with their sizes',
    description: 'By short name. A search finds those whose short name begins with it.',
    query: Type.Object({ ...pageQuery({ max: 100, default: 50 }), search }),
    reply: named('WorkspaceSizePage', page('workspaces', WorkspaceSize)),
    errors: [400, 401, 404],
  }),
  updateWorkspace: operation({
    ...shared,
    id: 'updateStorageQuota',
    confirmed: true,
    method: 'PATCH',
    path: '/admin/workspaces/{workspacePublicId}',
    summary: 'Set the storage quota of a workspace',
    description:
      'Holds instead of `STORAGE_QUOTA`. Below what is used already, nothing is deleted: only new files are refused. Its ' +
      'audit log says who has set it.',
    params: workspaceParams,
    body: Type.Object({ storageQuota: StorageQuota }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  jobs: operation({
    ...shared,
    id: 'listJobs',
    method: 'GET',
    path: '/admin/jobs',
    summary: 'List background work',
    description: 'What waits or runs in all of the installation, and what this node repeats.',
    reply: Type.Object({ queues: Type.Array(Queue), repeated: Type.Array(RepeatedJob) }),
    errors: [401, 404],
  }),
  runJob: operation({
    ...shared,
    id: 'runJob',
    method: 'POST',
    path: '/admin/jobs/{jobName}/run',
    summary: 'Begin a round of repeated work now',
    description:
      'On the node that answers, without waiting for its end: see when it ended, and whether it failed. 409 if one is under ' +
      'way there.',
    params: Type.Object({
      jobName: Type.String({ minLength: 1, maxLength: 64, example: 'expired-credentials' }),
    }),
    reply: Success,
    errors: [400, 401, 404, 409],
    momentary: true,
  }),
  retry: operation({
    ...shared,
    id: 'retryWork',
    method: 'POST',
    path: '/admin/queues/{queueKind}/retry',
    summary: 'Have failed work tried again now',
    description:
      'Imports and exports that wait for another attempt are due at once. Merges, and small versions of pictures, that were ' +
      'given up since the service ended twice while it was at them, get one more attempt. At most 500 at a time. Imports and ' +
      'exports that have failed for good are begun anew by who wanted them.',
    params: Type.Object({ queueKind: QueueKind }),
    reply: Type.Object({ retried: Type.Integer({ description: 'How many are tried again', example: 1 }) }),
    errors: [400, 401, 404, 409],
  }),
  testMail: operation({
    ...shared,
    id: 'sendTestMail',
    method: 'POST',
    path: '/admin/test-mail',
    summary: 'Send yourself a test email',
    description: 'Waits for what the mail server says.',
    reply: Type.Object({
      isSent: Type.Boolean({ description: 'Whether the mail server accepted it' }),
      error: nullable(Type.String({ description: 'Why not' })),
    }),
    errors: [401, 404],
    momentary: true,
    work: 'outside',
  }),
  announce: operation({
    ...shared,
    id: 'setAnnouncement',
    method: 'PUT',
    path: '/admin/announcement',
    summary: 'Announce something to everybody',
    description: 'Takes the place of the one before.',
    body: Type.Object({
      ...NewAnnouncement,
      hours: Type.Integer({
        minimum: 1,
        maximum: 2160,
        description: 'For how long it is shown',
        example: 24,
      }),
    }),
    reply: Announcement,
    errors: [400, 401, 404, 409],
  }),
  withdraw: operation({
    ...shared,
    id: 'deleteAnnouncement',
    method: 'DELETE',
    path: '/admin/announcement',
    summary: 'Withdraw the announcement',
    reply: Success,
    errors: [400, 401, 404, 409],
  }),
  announcement: operation({
    id: 'getAnnouncement',
    method: 'GET',
    path: '/announcement',
    tag: 'Operation',
    summary: 'Read what the operator announces',
    description: 'What everybody is to know, and whether you are an operator.',
    reply: Type.Object({
      announcement: nullable(Announcement),
      isOperator: Type.Boolean({ description: 'Whether the operations below `/admin` are there for you' }),
    }),
    errors: [401, 403],
    access: 'user',
  }),
};
