import type { FastifyInstance } from 'fastify';
import type { LastUsed } from './access/actor.ts';
import type { PushKey } from './access/push-key.ts';
import type { Secrets } from './access/secrets.ts';
import type { ChangeAccounts, ChangeAs, Prepare } from './changes/change.ts';
import type { Sender } from './changes/deliveries.ts';
import type { KeyClaims } from './changes/idempotency.ts';
import type { ChangeLog } from './changes/log.ts';
import type { Pusher } from './changes/pushing.ts';
import type { Told } from './changes/told.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Maintain, Reads } from './db/database.ts';
import type { WatchedDatabase } from './db/writes.ts';
import type { Limits } from './http/limits.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { HeldMails } from './mail/held.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Metric } from './metrics/metrics.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { Storage } from './storage/storage.ts';

/** The dependencies of every part of the service. */
export interface Service {
  readonly config: Config;
  /** The base of links, without a trailing slash. */
  readonly publicUrl: string;
  readonly http: FastifyInstance;
  /** For reads only: `changeAs` and its like write, and jobs by `maintain`. */
  readonly db: Reads;
  readonly maintain: Maintain;
  /** Whether writes to the database are kept. */
  readonly writes: Pick<WatchedDatabase, 'failing'>;
  readonly clock: Clock;
  readonly changeAs: ChangeAs;
  readonly changeAccounts: ChangeAccounts;
  readonly prepare: Prepare;
  /** Idempotency keys claimed by current requests. */
  readonly keyClaims: KeyClaims;
  /** The changes of all nodes, as they happen. */
  readonly changeLog: ChangeLog;
  /** Who has been told something, on this node. */
  readonly told: Told;
  /** Runs long work one after the other: its slices share the writer with other requests, but not with each other. */
  readonly longWork: <T>(work: () => Promise<T>) => Promise<T>;
  readonly secrets: Secrets;
  /** Signs what is pushed to browsers. */
  readonly pushKey: PushKey;
  readonly lastUsed: LastUsed;
  /** The limits of each caller. */
  readonly limits: Limits;
  readonly outbox: Outbox;
  readonly heldMails: HeldMails;
  readonly jobs: Jobs;
  /** Sends deliveries to webhooks. */
  readonly sender: Sender;
  /** Pushes notifications to browsers. */
  readonly pusher: Pusher;
  /** The guarded client for outgoing requests. */
  readonly outgoing: Outgoing;
  readonly storage: Storage;
  /** Aborted as soon as the service begins to stop: ends endless work. */
  readonly stopping: AbortSignal;
  /** The current metrics. */
  readonly metrics: () => Metric[];
}
