import type { Queue, QueuedFor, Sender } from '../base/changes/deliveries.ts';
import { waitingQueues } from '../base/changes/delivery-queue.ts';
import { atMost } from '../base/jobs/at-most.ts';
import { type Metric, single } from '../base/metrics/metrics.ts';
import { DeliveryQueue, type Dependencies, type Found, type Shared } from './delivery-queue.ts';
import { roomOf } from './turn.ts';

/*
 * Sends deliveries. Each webhook has its own queue, so that a receiver that does not answer delays no other. When a node dies,
 * its claims expire and the deliveries are due again: each is sent at least once.
 */

/** Max lines that a node works on concurrently, and, counted separately, those of failing or slow webhooks. */
const places = { quick: 128, slow: 64 };

/** Max webhooks remembered as slow or paused. */
const maxRemembered = 10_000;

/** Max workspaces that one statement searches for queues. */
const workspacesAtOnce = 50;

/** Milliseconds that deliveries in flight have to finish when the service stops. */
const grace = 5_000;

const keyOf = ({ workspaceId, webhookId }: Queue): string => `${workspaceId} ${webhookId}`;

/*
 * A delivery is a row, stored with the change that it reports. The sender of the same node starts right after the commit.
 * Every second each node also looks for other deliveries that are due: retries, those that other nodes have committed, and those
 * that a crashed node had claimed.
 *
 * All nodes together have at most four deliveries under way to a webhook, and one while it fails. Queues of failing and slow
 * webhooks have places of their own, so that they delay no others. In each turn of a queue (`turn.ts`), one transaction
 * stores outcomes and claims the next deliveries for 30 seconds; they are sent with no transaction open. A delivery is
 * claimed only while the webhook's creator may see the board.
 */

interface Options {
  /** Whether deliveries committed on this node are sent immediately. */
  timers: boolean;
  /** From 0 to 1. */
  random: () => number;
}

export class WebhookSender implements Sender {
  readonly #shared: Shared;
  readonly #timers: boolean;
  readonly #lines = new Map<string, DeliveryQueue>();
  readonly #working = new Set<Promise<void>>();
  readonly #room = { quick: atMost(places.quick), slow: atMost(places.slow) };
  readonly #remembered = new Map<string, Found>();
  readonly #tried = { succeeded: 0, failed: 0 };
  readonly #stopping = new AbortController();
  readonly #ending = new AbortController();
  #lag = 0;

  constructor(dependencies: Dependencies, { timers, random }: Options) {
    this.#timers = timers;
    this.#shared = {
      dependencies,
      random,
      stopping: this.#stopping.signal,
      ending: this.#ending.signal,
      tried: (success) => this.#tried[success ? 'succeeded' : 'failed']++,
    };
  }

  wake(told: readonly QueuedFor[]): void {
    if (!this.#timers) return;
    for (const { isFailing, ...queue } of told) this.#begin(queue, isFailing);
  }

  async look(): Promise<void> {
    const { db, clock } = this.#shared.dependencies;
    const now = clock.now();
    let oldest = now;
    for (let after = ''; ; ) {
      const queues = await db.all(waitingQueues, { after, workspaces: workspacesAtOnce, now });
      for (const { dueAt, claimed, isFailing, ...queue } of queues) {
        oldest = Math.min(oldest, dueAt);
        if (dueAt <= now && claimed < roomOf(isFailing === 1)) this.#begin(queue, isFailing === 1);
      }
      const workspaces = new Set(queues.map(({ workspaceId }) => workspaceId));
      if (workspaces.size < workspacesAtOnce) break;
      after = queues.at(-1)?.workspaceId ?? '';
    }
    this.#lag = now - oldest;
  }

  async idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#ending.abort(), grace);
    await this.idle();
    clearTimeout(timer);
  }

  metrics(): Metric[] {
    return [
      {
        name: 'webhook_attempts_total',
        help: 'Webhook deliveries sent, by what came of it',
        type: 'counter',
        samples: Object.entries(this.#tried).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      single(
        'gauge',
        'webhook_delivery_lag_seconds',
        'For how long the webhook delivery has been due that waits the longest',
        this.#lag / 1e6,
      ),
    ];
  }

  #begin(queue: Queue, isFailing: boolean): void {
    const key = keyOf(queue);
    const known = this.#lines.get(key);
    if (known || this.#stopping.signal.aborted) return known?.ring();
    const { isSlow = false, pausedUntil = 0 } = this.#remembered.get(key) ?? {};
    if (pausedUntil > this.#shared.dependencies.clock.elapsed()) return;
    const line = new DeliveryQueue(this.#shared, queue, { isFailing, isSlow });
    this.#lines.set(key, line);
    const work = this.#workOn(line, key).finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  async #workOn(line: DeliveryQueue, key: string): Promise<void> {
    do {
      await this.#room[line.isSlow ? 'slow' : 'quick'](() => line.work());
    } while (line.isMore);
    this.#lines.delete(key);
    this.#remember(key, line.found);
  }

  #remember(key: string, found: Found): void {
    this.#remembered.delete(key);
    if (!found.isSlow && found.pausedUntil <= this.#shared.dependencies.clock.elapsed()) return;
    if (this.#remembered.size === maxRemembered) this.#remembered.clear();
    this.#remembered.set(key, found);
  }
}
