import type { FastifyInstance } from 'fastify';
import type { LastUsed } from './access/actor.ts';
import type { Secrets } from './access/secrets.ts';
import type { ChangeAccounts, ChangeAs, Prepare } from './changes/change.ts';
import type { Sender } from './changes/deliveries.ts';
import type { KeyClaims } from './changes/idempotency.ts';
import type { ChangeLog } from './changes/log.ts';
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
  /** What links begin with; no slash at the end. */
  readonly publicUrl: string;
  readonly http: FastifyInstance;
  /** Only read from: `changeAs` and its like write, and jobs by `maintain`. */
  readonly db: Reads;
  readonly maintain: Maintain;
  /** Whether what is written to the database is kept. */
  readonly writes: Pick<WatchedDatabase, 'failing'>;
  readonly clock: Clock;
  readonly changeAs: ChangeAs;
  readonly changeAccounts: ChangeAccounts;
  readonly prepare: Prepare;
  /** Keys that requests under way have claimed. */
  readonly keyClaims: KeyClaims;
  /** What all nodes have changed, as it happens. */
  readonly changeLog: ChangeLog;
  /** Long work comes one after the other: its slices share the writer with everyone else, but not with each other. */
  readonly longWork: <T>(work: () => Promise<T>) => Promise<T>;
  readonly secrets: Secrets;
  readonly lastUsed: LastUsed;
  /** What one caller may ask for. */
  readonly limits: Limits;
  readonly outbox: Outbox;
  readonly heldMails: HeldMails;
  readonly jobs: Jobs;
  /** Sends deliveries to webhooks. */
  readonly sender: Sender;
  /** The guarded client of everything outside. */
  readonly outgoing: Outgoing;
  readonly storage: Storage;
  /** Aborted as soon as the service begins to stop: what would go on for ever ends then. */
  readonly stopping: AbortSignal;
  /** What is counted and measured, as it is now. */
  readonly metrics: () => Metric[];
}
