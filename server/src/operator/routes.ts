import type { ReplyOf } from '../../../contract/operation.ts';
import { operator } from '../../../contract/operator.ts';
import { isoMillis, isoMillisOrNull, minute, second } from '../base/clock.ts';
import type { BackupSettings } from '../base/config/backups.ts';
import type { Config } from '../base/config/config.ts';
import { version } from '../base/config/version.ts';
import { Invalid } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { heartbeat } from '../base/jobs/leases.ts';
import type { Service } from '../base/service.ts';
import { changeStanding, endSessionsOf } from '../users/flows/operate.ts';
import { setStorageQuota } from '../workspaces/actions/storage.ts';
import { announce, announcementAt, withdraw } from './announcement.ts';
import { type BackupState, makeDue, stateOf } from './backups/make.ts';
import { placeOf } from './backups/places.ts';
import { type BackupWatch, backupWatch } from './backups/watch.ts';
import { jobRoutes } from './job-routes.ts';
import { type NodeRow, type NodeState, type Nodes, nodesOf, silence } from './nodes.ts';
import { mostUrgentFirst, type Problem, problemsOf, problemsOfBackups } from './problems.ts';
import {
  type AccountRow,
  accountsAfter,
  accountsFound,
  databaseState,
  failingWebhooks,
  type WorkspaceRow,
  workspacesAfter,
} from './queries.ts';
import { counted, queues } from './queues.ts';
import { countSizes } from './sizes.ts';

/** Max accounts that a search finds by address, and by name. */
const found = 50;

export function operatorRoutes(service: Service): void {
  const settings = service.config.backups;
  const watch = settings && backupWatch(service, settings);
  const nodes = nodesOf(service, () => watch?.seen ?? []);
  health(service, nodes);
  accounts(service);
  workspaces(service);
  jobRoutes(service);
  announcements(service);
  service.jobs.every('node', 30, () => nodes.beat());
  service.jobs.every('workspace-sizes', minute / second, countSizes(service));
  if (settings && watch) scheduledBackups(service, settings, { nodes, watch });
}

function scheduledBackups(
  service: Service,
  settings: BackupSettings,
  { nodes, watch }: { nodes: Nodes; watch: BackupWatch },
): void {
  const renewing = heartbeat(service.jobs, 'backup-lease');
  service.jobs.every('backups', 30, async () => {
    await watch.look('a while');
    if (await makeDue(service, settings, renewing)) await watch.look('an attempt');
    await nodes.beat();
  });
  // By itself: the round above waits for as long as a disk does not answer.
  service.jobs.every('backups-told', 30, () => watch.tell(nodes));
}

function health(service: Service, nodes: Nodes): void {
  const { config, db, clock, outbox, metrics } = service;

  bind(service, operator.health, async () => {
    const [rows, backups, state, failing, waiting] = await Promise.all([
      nodes.all(),
      config.backups && stateOf(service, config.backups),
      db.first(databaseState, {}),
      db.first(failingWebhooks, { limit: counted }),
      db.all(queues, { now: clock.now(), limit: counted }),
    ]);
    const now = clock.now();
    const failingCount = Number(failing?.count ?? 0);
    const known = {
      now,
      nodes: rows,
      mailIsOff: outbox.isOff,
      failingWebhooks: failingCount,
      queues: waiting,
    };
    const ofBackups: Problem[] = backups
      ? problemsOfBackups({ ...backups, now: clock.machine(), nodes: rows })
      : [{ code: 'backups-off', isUrgent: false, detail: null }];
    const lag = metrics().find(({ name }) => name === 'webhook_delivery_lag_seconds');
    return {
      version,
      engine: db.engine,
      problems: mostUrgentFirst([...problemsOf(known), ...ofBackups]),
      nodes: rows.map((row) => nodeOf(row, nodes.id, now)),
      database: {
        bytes: state?.bytes ?? 0,
        migrations: Number(state?.migrations ?? 0),
        newestMigration: state?.newest ?? '',
      },
      backups: config.backups && backups ? backupsNow(config, config.backups, backups) : null,
      mailIsOn: !outbox.isOff,
      webhooks: { failing: failingCount, lag: Math.round(lag?.samples[0]?.value ?? 0) },
    };
  });
}

function backupsNow(
  config: Config,
  settings: BackupSettings,
  { moments, good, newest }: BackupState,
): ReplyOf<typeof operator.health>['backups'] {
  const [last] = newest;
  return {
    schedule: settings.text,
    folder: placeOf(config).text,
    nextAt: isoMillis(moments.next),
    isRunning: last?.state === 'running',
    lastGood: good
      ? { name: good.name ?? '', at: isoMillis(good.endedAt ?? good.due), bytes: good.bytes ?? 0 }
      : null,
    lastFailure:
      last?.state === 'failed'
        ? { at: isoMillis(last.endedAt ?? last.due), reason: last.reason ?? '' }
        : null,
  };
}

type ShownNode = ReplyOf<typeof operator.health>['nodes'][number];

function nodeOf(
  { state, ...row }: Omit<NodeRow, 'state'> & { state: NodeState },
  here: string,
  now: number,
): ShownNode {
  const { clockOff, disk, mails } = state;
  return {
    id: row.id,
    host: row.host,
    version: row.version,
    startedAt: isoMillis(row.startedAt),
    seenAt: isoMillis(row.seenAt),
    isSilent: row.seenAt < now - silence,
    isThis: row.id === here,
    clockOff: clockOff === null ? null : Math.round(clockOff / 1000),
    disk,
    mails: { ...mails, lastFailedAt: isoMillisOrNull(mails.lastFailedAt) },
  };
}

function accounts(service: Service): void {
  const { db } = service;

  bind(service, operator.users, async ({ query: { limit = 50, cursor, search } }) => {
    if (search !== undefined) {
      const rows = await db.all(accountsFound, { found: search.toLowerCase(), limit: found });
      return { users: rows.map(accountOf), hasMore: false, nextCursor: null };
    }
    const rows = await db.all(accountsAfter, { after: textFrom(cursor), limit: limit + 1 });
    const { shown, ...more } = pageBy(rows, limit, ({ email }) => email);
    return { users: shown.map(accountOf), ...more };
  });

  bind(service, operator.updateUser, ({ change, params, body }) =>
    change(async (work) => {
      await changeStanding(work, params.accountPublicId, body.isDisabled);
      return { success: true };
    }),
  );

  bind(service, operator.endSessions, ({ change, params }) =>
    change(async (work) => {
      await endSessionsOf(work, params.accountPublicId);
      return { success: true };
    }),
  );
}

const accountOf = (row: AccountRow): ReplyOf<typeof operator.users>['users'][number] => ({
  id: row.id,
  email: row.email,
  name: row.name,
  createdAt: isoMillis(row.createdAt),
  lastUsedAt: isoMillisOrNull(row.lastUsedAt),
  disabledAt: isoMillisOrNull(row.disabledAt),
  isOperator: row.operatorSince !== null,
  workspaces: Number(row.workspaces),
});

function workspaces(service: Service): void {
  const { storageQuota: byDefault = null } = service.config;

  bind(service, operator.workspaces, async ({ query: { limit = 50, cursor, search = '' } }) => {
    const asked = { after: textFrom(cursor), found: search.toLowerCase(), limit: limit + 1 };
    const rows = await service.db.all(workspacesAfter, asked);
    const { shown, ...more } = pageBy(rows, limit, ({ slug }) => slug);
    return { workspaces: shown.map((row) => workspaceOf(row, byDefault)), ...more };
  });

  bind(service, operator.updateWorkspace, ({ change, params, body }) =>
    change(async (work) => {
      await setStorageQuota(work, params.workspacePublicId, body.storageQuota);
      return { success: true };
    }),
  );
}

type ListedWorkspace = ReplyOf<typeof operator.workspaces>['workspaces'][number];

const workspaceOf = (row: WorkspaceRow, byDefault: number | null): ListedWorkspace => ({
  publicId: row.id,
  name: row.name,
  slug: row.slug,
  createdAt: isoMillis(row.createdAt),
  deletedAt: isoMillisOrNull(row.deletedAt),
  storageQuota: row.storageQuota,
  quotaBytes: row.storageQuota ?? byDefault,
  counted:
    row.countedAt === null
      ? null
      : {
          at: isoMillis(row.countedAt),
          members: row.members,
          boards: row.boards,
          cards: row.cards,
          bytes: row.bytes,
          changedAt: isoMillisOrNull(row.changedAt),
        },
});

/** A cursor is the text of the last entry, in a form that stands in an address. Throws `Invalid` for what is none. */
function textFrom(cursor: string | undefined): string {
  const text = Buffer.from(cursor ?? '', 'base64url').toString();
  if (cursor !== undefined && Buffer.from(text).toString('base64url') !== cursor) {
    throw new Invalid('wrong-cursor', { field: 'query/cursor' });
  }
  if (text.includes('\0')) throw new Invalid('wrong-cursor', { field: 'query/cursor' });
  return text;
}

function pageBy<R>(rows: readonly R[], limit: number, textOf: (row: R) => string) {
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = shown.at(-1);
  return {
    shown,
    hasMore,
    nextCursor: hasMore && last ? Buffer.from(textOf(last)).toString('base64url') : null,
  };
}

function announcements(service: Service): void {
  const { db, clock } = service;
  bind(service, operator.announce, ({ change, body }) => change((work) => announce(work, body)));
  bind(service, operator.withdraw, ({ change }) => change(withdraw));
  bind(service, operator.announcement, async ({ actor: { isOperator, limited } }) => ({
    announcement: await announcementAt(db, clock.now()),
    isOperator: isOperator === true && !limited,
  }));
}
