import type { AddressInfo } from 'node:net';
import { previewLeases } from './attachments/previews.ts';
import { changesOn, type OnCommit } from './base/changes/change.ts';
import { forgetIds } from './base/changes/claimed-ids.ts';
import { releaseDeliveries } from './base/changes/delivery-queue.ts';
import { forgetKeys, keyClaimsOn, releaseKeys, renewalSeconds } from './base/changes/idempotency.ts';
import { ChangeLogReader, forgetChanges } from './base/changes/log.ts';
import { Told } from './base/changes/told.ts';
import { forgetUndoSteps } from './base/changes/undo-steps.ts';
import { type Clock, systemClock } from './base/clock.ts';
import type { Config } from './base/config/config.ts';
import type { Database, Maintain } from './base/db/database.ts';
import { closeWithin } from './base/http/close.ts';
import { type Connections, createConnections } from './base/http/connections.ts';
import { createLimits } from './base/http/limits.ts';
import { listenersOf } from './base/http/listeners.ts';
import { checkPort } from './base/http/port.ts';
import { countReplies } from './base/http/request-metrics.ts';
import { createServer } from './base/http/server.ts';
import { openInstallation } from './base/installation.ts';
import { atMost } from './base/jobs/at-most.ts';
import { createJobs } from './base/jobs/jobs.ts';
import { releaseAll } from './base/jobs/leases.ts';
import { createHeldMails } from './base/mail/held.ts';
import type { Mailer } from './base/mail/mail.ts';
import { mailerOf } from './base/mail/mailer.ts';
import { createOutbox, type Timing } from './base/mail/outbox.ts';
import { watchProcess } from './base/metrics/process.ts';
import { createOutgoing, type Outgoing } from './base/outgoing/outgoing.ts';
import type { Service } from './base/service.ts';
import { checkStore } from './base/storage/check-store.ts';
import { filesIn, openStorage } from './base/storage/open.ts';
import { exportClaims } from './exports/stored.ts';
import { importClaims } from './imports/queries.ts';
import { listenForMail, type MailListener } from './mailboxes/listener.ts';
import { mergeLeases } from './members/merges.ts';
import { releasePushes } from './push/queries.ts';
import { PushSender } from './push/sender.ts';
import { bindRoutes } from './routes.ts';
import { lastUsedOn } from './users/last-used.ts';
import { judgeCards } from './webhooks/judge.ts';
import { WebhookSender } from './webhooks/sender.ts';

export interface RunningService extends Service {
  readonly db: Database;
  /** The address at which it listens. */
  readonly address: string;
  /** Where mails come in; undefined if they do not. */
  readonly mailPort: number | undefined;
  /** Answers current requests, then releases everything. */
  close(): Promise<void>;
}

/** Parts of the environment that tests replace, and a demo that sends nothing. */
export interface World {
  clock?: Clock;
  mailer?: Mailer;
  outgoing?: Outgoing;
  mailTiming?: Timing;
  /** Whether repeated jobs run; they do unless a test disables them. */
  timers?: boolean;
  /** From 0 to 1: spreads work that would otherwise happen all at once. */
  random?: () => number;
}

/** Opens the database, binds every route and listens. Throws if a setting makes that impossible. */
export async function startService(config: Config, world: World = {}): Promise<RunningService> {
  const { service, connections, listeners, close: closeRest } = await assemble(config, world);
  let mails: MailListener | undefined;
  const close = async () => {
    await mails?.close();
    await closeRest();
  };
  const { db, maintain, clock, http, jobs } = service;
  try {
    bindRoutes(service);
    const leases = [importClaims, exportClaims, mergeLeases, previewLeases].map((each) => each.releaseAll);
    await releaseAll(db, maintain, clock.now(), [...leases, releaseDeliveries, releaseKeys, releasePushes]);
    repeatUpkeep(service, connections);
    if (config.inboundMail) mails = await listenForMail(service, config.inboundMail);
    await listeners.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    throw error;
  }
  jobs.soon('statistics');
  const { port } = http.server.address() as AddressInfo;
  if (!config.publicUrl) service.publicUrl = `http://localhost:${port}`;
  const address = `http://${hostOf(config.host)}:${port}`;
  return Object.assign(service, { address, mailPort: mails?.port, close });
}

/** Makes the parts of a service, and what closes them. It answers nothing yet. */
async function assemble(config: Config, world: World) {
  await checkPort(config);
  const clock = world.clock ?? systemClock();
  const storage = openStorage(config);
  if (config.objectStore) await checkStore(config.objectStore, filesIn(config.dataDir), clock.now());
  const stopping = new AbortController();
  const connections = createConnections(clock, config.trustProxy);
  const http = createServer(config, connections, stopping.signal);
  const listeners = listenersOf(http);
  const installation = await openInstallation(config, clock, (text) => http.log.warn(text));
  const { db, secrets, pushKey } = installation;
  const maintain: Maintain = (work) => db.write(work);
  const replies = countReplies(http);
  const watched = watchProcess();
  const { timers = true, random = Math.random } = world;
  const jobs = createJobs(http.log, { timers, now: () => clock.now() });
  const changeLog = new ChangeLogReader(db, (err) =>
    http.log.error({ err }, 'the change log cannot be read'),
  );
  const mailer = world.mailer ?? (await mailerOf(config, http.log));
  const outbox = createOutbox(mailer, http.log, { now: () => clock.now(), ...world.mailTiming });
  const parts = {
    config,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    http,
    db,
    maintain,
    writes: db,
    clock,
    secrets,
    pushKey,
    jobs,
    stopping: stopping.signal,
    metrics: () => [...replies(), ...db.metrics(), ...watched.metrics(), ...sender.metrics()],
    outgoing: world.outgoing ?? createOutgoing(config),
    storage,
    lastUsed: lastUsedOn(maintain),
    limits: createLimits(clock, config),
    outbox,
    heldMails: createHeldMails(outbox, clock),
    changeLog,
    told: new Told(),
    judge: judgeCards,
    keyClaims: keyClaimsOn(maintain, clock),
    longWork: atMost(1),
  };
  const sender = new WebhookSender(parts, { timers, random });
  const pusher = new PushSender({ ...parts, random }, { timers });
  const onCommit: OnCommit = (told) => {
    changeLog.wake();
    sender.wake(told);
  };
  const service = Object.assign(parts, { sender, pusher }, changesOn(parts, onCommit));
  const close = async () => {
    stopping.abort();
    watched.stop();
    await Promise.all([
      closeWithin(http, { listeners, connections }, config.shutdownTimeout),
      sender.stop(),
      pusher.stop(),
    ]);
    await settle(service, () => installation.close());
  };
  return { service, connections, listeners, close };
}

/** Ends what runs in the background, stores what is still held, and closes the database. */
async function settle(
  { changeLog, jobs, heldMails, outbox, lastUsed }: Service,
  closeDatabase: () => Promise<void>,
): Promise<void> {
  await changeLog.stop();
  await jobs.stop();
  heldMails.flush();
  await outbox.close();
  try {
    await lastUsed.flush();
  } finally {
    // Also if the database is unavailable and cannot be written to.
    await closeDatabase();
  }
}

/** The repeated jobs of the foundation; domains start their own in their routes. */
function repeatUpkeep(service: Service & { db: Database }, connections: Connections): void {
  const { jobs, db, maintain, clock, lastUsed, heldMails, keyClaims } = service;
  jobs.every('connections', 5, async () => connections.cutOverdue());
  jobs.every('last-used', 30, () => lastUsed.flush());
  jobs.every('held-mails', 60, async () => heldMails.sendDue());
  jobs.every('idempotency-claims', renewalSeconds, () => keyClaims.renewAll());
  jobs.every('idempotency-keys', 600, () => forgetKeys(maintain, clock.now()));
  jobs.every('claimed-ids', 600, () => forgetIds(maintain, clock.now()));
  jobs.every('changes', 600, () => forgetChanges(service, clock.now()));
  jobs.every('undo-steps', 600, () => forgetUndoSteps(service));
  jobs.every('statistics', 10, async () => void (await db.analyzeGrown()));
}

const hostOf = (host: string): string => (host.includes(':') ? `[${host}]` : host);
