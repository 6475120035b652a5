import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type LastUsed, lastUsedOn } from './access/last-used.ts';
import { createRateLimit, type RateLimit } from './access/rate-limit.ts';
import { type Secrets, secretsFrom } from './access/secrets.ts';
import { type Change, type ChangeAccounts, changesOn } from './changes/change.ts';
import { type ChangeLog, followChanges, forgetChanges } from './changes/log.ts';
import { forgetKeys } from './changes/once.ts';
import { type Clock, minute, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { secretKeyOf } from './config/secret-key.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { closeWithin } from './http/close.ts';
import { countReplies } from './http/request-metrics.ts';
import { createServer } from './http/server.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mail.ts';
import { mailerOf } from './mail/mailer.ts';
import { createOutbox, type Outbox } from './mail/outbox.ts';
import type { Metric } from './metrics/metrics.ts';
import { watchProcess } from './metrics/process.ts';
import { createOutgoing, type Outgoing } from './outgoing/outgoing.ts';
import { bindRoutes } from './routes.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/storage.ts';

/** What every part of the service stands on. */
export interface Service {
  readonly config: Config;
  /** What links begin with; no slash at the end. */
  readonly publicUrl: string;
  readonly http: FastifyInstance;
  readonly db: Database;
  readonly clock: Clock;
  readonly change: Change;
  readonly changeAccounts: ChangeAccounts;
  /** What all nodes have changed, as it happens. */
  readonly changeLog: ChangeLog;
  readonly secrets: Secrets;
  readonly lastUsed: LastUsed;
  /** Requests per credential, where the operator limits them. */
  readonly requestLimit: RateLimit | undefined;
  readonly outbox: Outbox;
  readonly jobs: Jobs;
  /** The guarded client of everything outside. */
  readonly outgoing: Outgoing;
  readonly storage: Storage;
  /** Aborted as soon as the service begins to stop: what would go on for ever ends then. */
  readonly stopping: AbortSignal;
  /** What is counted and measured, as it is now. */
  readonly metrics: () => Metric[];
}

export interface RunningService extends Service {
  /** Where it listens. */
  readonly address: string;
  /** Answers what is under way, then lets go of everything. */
  close(): Promise<void>;
}

/** Parts of the world that a test replaces. */
export interface World {
  clock?: Clock;
  mailer?: Mailer;
}

/** Opens the database, binds every route and listens. Throws where a setting makes that impossible. */
export async function startService(config: Config, world: World = {}): Promise<RunningService> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const clock = world.clock ?? systemClock();
  const secrets = secretsFrom(secretKeyOf(config));
  const db = await openDatabase(config);
  const stopping = new AbortController();
  const http = createServer(config, stopping.signal);
  const replies = countReplies(http);
  const watched = watchProcess();
  const jobs = createJobs(http.log);
  const changeLog = followChanges(db, (err) => http.log.error({ err }, 'the change log cannot be read'));
  const service = {
    config,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    http,
    db,
    clock,
    secrets,
    jobs,
    stopping: stopping.signal,
    metrics: () => [...replies(), ...db.metrics(), ...watched.metrics()],
    outgoing: createOutgoing(config),
    storage: openStorage(config),
    lastUsed: lastUsedOn(db),
    requestLimit: config.rateLimit
      ? createRateLimit(clock, { count: config.rateLimit, window: minute })
      : undefined,
    outbox: createOutbox(world.mailer ?? (await mailerOf(config, http.log)), http.log),
    changeLog,
    ...changesOn(db, clock, () => changeLog.wake()),
  };
  const close = async () => {
    stopping.abort();
    watched.stop();
    await closeWithin(http, config.shutdownTimeout);
    await changeLog.stop();
    await jobs.stop();
    await service.outbox.close();
    await service.lastUsed.flush();
    await db.close();
  };
  try {
    bindRoutes(service);
    jobs.every('last-used', 30, () => service.lastUsed.flush());
    jobs.every('idempotency-keys', 600, async () => void (await forgetKeys(db, clock.now())));
    jobs.every('changes', 600, () => forgetChanges(db, clock.now()));
    await http.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    throw error;
  }
  const { port } = http.server.address() as AddressInfo;
  if (!config.publicUrl) service.publicUrl = `http://localhost:${port}`;
  return Object.assign(service, { address: `http://${hostOf(config.host)}:${port}`, close });
}

const hostOf = (host: string): string => (host.includes(':') ? `[${host}]` : host);
