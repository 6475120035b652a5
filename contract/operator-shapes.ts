import { Type } from 'typebox';
import { Id, named, nullable, oneOf, Text, Timestamp } from './schema.ts';

/* What operators read of an installation. Nothing of it is content of workspaces. */

/** What can be wrong with scheduled backups, of which operators are told by mail as well. */
export const backupProblems = [
  'backup-failed',
  'backup-old',
  'backup-gone',
  'backup-incomplete',
  'backup-folder-missing',
  'backup-folder-unwritable',
  'backup-store-fails',
  'backup-no-room',
  'backup-old-stay',
] as const;

export type BackupProblem = (typeof backupProblems)[number];

/** What can be wrong with an installation. The texts are in the pages (`web/messages/en/operator.ts`). */
export const problemCodes = [
  'node-silent',
  'versions-differ',
  'clock-off',
  'disk-full-soon',
  'mail-off',
  'mail-fails',
  'webhooks-fail',
  'work-waits',
  'backups-off',
  ...backupProblems,
  'backup-same-disk',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

const Bytes = (description: string) => Type.Integer({ description, example: 1_048_576 });
const Count = (description: string) => Type.Integer({ description, example: 0 });

const Problem = Type.Object({
  code: oneOf(problemCodes, { description: 'What is wrong', example: 'mail-fails' }),
  isUrgent: Type.Boolean({ description: 'Whether something does not work, or will soon not' }),
  detail: nullable(
    Type.String({ description: 'What it is about, such as the name of a machine', example: 'web-1' }),
  ),
});

const Disk = Type.Object({
  free: Bytes('Bytes that are free for the service'),
  total: Bytes('Bytes of the disk'),
});

const Mails = Type.Object({
  sent: Count('Mails that the server accepted since the start'),
  failed: Count('Mails that were given up since the start'),
  lastFailedAt: nullable(
    Timestamp('When one was last given up; null if none was, or one was accepted since'),
  ),
  lastError: nullable(Type.String({ description: 'Why', example: 'connect ECONNREFUSED 192.0.2.1:587' })),
});

const Node = named(
  'Node',
  Type.Object({
    id: Id,
    host: Type.String({ description: 'Name of its machine', example: 'web-1' }),
    version: Type.String({ description: 'Version of the service', example: '1.0.0' }),
    startedAt: Timestamp('When it was started'),
    seenAt: Timestamp('When it was last heard of'),
    isSilent: Type.Boolean({ description: 'Whether it has not been heard of for two minutes' }),
    isThis: Type.Boolean({ description: 'Whether it answers this request' }),
    clockOff: nullable(
      Type.Integer({
        description:
          'Milliseconds by which its clock is ahead of the database’s; null with the embedded database',
      }),
    ),
    disk: nullable(Type.Object(Disk.properties, { description: 'The disk of `DATA_DIR`' })),
    mails: Mails,
  }),
);

export const Installation = named(
  'Installation',
  Type.Object({
    version: Type.String({ description: 'Version of the node that answers', example: '1.0.0' }),
    engine: oneOf(['sqlite', 'postgres'], { description: 'The database', example: 'sqlite' }),
    problems: Type.Array(Problem, {
      description: 'What is wrong, the most urgent first; empty if nothing is',
    }),
    nodes: Type.Array(Node, { description: 'The processes of the service, up to 100' }),
    database: Type.Object({
      bytes: Bytes('Its size'),
      migrations: Count('How many migrations it has'),
      newestMigration: Type.String({ description: 'The newest of them', example: '0100-operator' }),
    }),
    backups: nullable(
      Type.Object(
        {
          schedule: Type.String({ description: '`BACKUP_SCHEDULE`', example: '03:00' }),
          folder: Type.String({
            description: 'Where they go: a folder, or an address in the object store',
            example: '/var/backups/taskboard',
          }),
          nextAt: Timestamp('When the next one is due'),
          isRunning: Type.Boolean({ description: 'Whether one is being made' }),
          lastGood: nullable(
            Type.Object(
              {
                name: Type.String({ description: 'Its name, of the folder or in the store' }),
                at: Timestamp('When it was complete and had been verified'),
                bytes: Bytes('The size of its database'),
              },
              { description: 'The last one that was made and verified; null if there is none' },
            ),
          ),
          lastFailure: nullable(
            Type.Object(
              {
                at: Timestamp('When it ended'),
                reason: Type.String({ description: 'Why', example: 'no space left on device' }),
              },
              { description: 'The last attempt, if it failed' },
            ),
          ),
        },
        { description: 'The backups that the service makes by itself; null without `BACKUP_SCHEDULE`' },
      ),
    ),
    mailIsOn: Type.Boolean({ description: 'Whether a mail server is set' }),
    webhooks: Type.Object({
      failing: Count('Webhooks and channels whose last attempts failed, up to 1000'),
      lag: Count('Seconds for which the delivery has been due that waits the longest'),
    }),
  }),
);

export const Accounted = named(
  'AccountOfInstallation',
  Type.Object({
    id: Id,
    email: Type.String({ description: 'Email address', example: 'ada@example.com' }),
    name: nullable(Type.String({ description: 'Display name' })),
    createdAt: Timestamp('When it was created'),
    lastUsedAt: nullable(Timestamp('When a session or a key was last used, to the minute')),
    disabledAt: nullable(Timestamp('Since when nobody can use it; null if it can be used')),
    isOperator: Type.Boolean({ description: 'Whether it is an operator’s' }),
    workspaces: Count('Workspaces that the person is in'),
  }),
);

export const WorkspaceSize = named(
  'WorkspaceSize',
  Type.Object({
    publicId: Id,
    name: Type.String({ description: 'Its name' }),
    slug: Type.String({ description: 'Its short name' }),
    createdAt: Timestamp('When it was created'),
    deletedAt: nullable(Timestamp('Since when it is in the trash')),
    storageQuota: nullable(
      Bytes('Most bytes of its files, as an operator has set it; null for `STORAGE_QUOTA`'),
    ),
    quotaBytes: nullable(Bytes('Most bytes of its files that hold for it; null for no limit')),
    counted: nullable(
      Type.Object(
        {
          at: Timestamp('When it was counted'),
          members: Count('Its members'),
          boards: Count('Its boards'),
          cards: Count('Its cards, without those that are archived or in the trash'),
          bytes: Bytes('Its files'),
          changedAt: nullable(Timestamp('When something in it last changed, within the last month')),
        },
        { description: 'How large it is; counted once a day, null before the first time' },
      ),
    ),
  }),
);

export const StorageQuota = nullable(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Most bytes of all of its files together, 0 for no new ones; null for `STORAGE_QUOTA`',
    example: 1_073_741_824,
  }),
);

const queueKinds = ['imports', 'exports', 'merges', 'previews'] as const;

export type QueueKind = (typeof queueKinds)[number];

export const QueueKind = oneOf(queueKinds, { description: 'The kind of work', example: 'imports' });

export const Queue = Type.Object({
  kind: QueueKind,
  waiting: Count('How many wait or run, up to 1000'),
  oldestAt: nullable(Timestamp('Since when the first of them could run')),
  failed: Count('How many failed and can be tried again now, up to 1000'),
});

export const RepeatedJob = Type.Object({
  name: Type.String({ description: 'Its name', example: 'expired-credentials' }),
  every: Type.Integer({ description: 'Seconds from one round to the next', example: 600 }),
  isRunning: Type.Boolean({ description: 'Whether a round is under way on this node' }),
  endedAt: nullable(Timestamp('When its last round on this node ended')),
  error: nullable(Type.String({ description: 'Why that failed; null if it did not' })),
});

const level = oneOf(['info', 'warning'], { description: 'How it is shown', example: 'info' });

export const NewAnnouncement = {
  text: Text(500, {
    description: 'A sentence for everybody',
    example: 'The service is updated tonight at 22:00.',
  }),
  level,
};

export const Announcement = named(
  'Announcement',
  Type.Object({
    id: Id,
    text: Type.String({ description: 'The sentence', example: 'The service is updated tonight at 22:00.' }),
    level,
    until: Timestamp('Until when it is shown'),
  }),
);
