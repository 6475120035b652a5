import type { Queue, QueuedFor, Sender } from '../base/changes/deliveries.ts';
import { waitingQueues } from '../base/changes/delivery-queue.ts';
import { atMost } from '../base/jobs/at-most.ts';
import { single } from '../base/metrics/metrics.ts';
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

export function createSender(dependencies: Dependencies, { timers, random }: Options): Sender {
  const lines = new Map<string, DeliveryQueue>();
  const working = new Set<Promise<void>>();
  const room = { quick: atMost(places.quick), slow: atMost(places.slow) };
  const remembered = new Map<string, Found>();
  const tried = { succeeded: 0, failed: 0 };
  const [stopping, ending] = [new AbortController(), new AbortController()];
  let lag = 0;

  const shared: Shared = {
    dependencies: dependencies,
    random,
    stopping: stopping.signal,
    ending: ending.signal,
    tried: (success) => tried[success ? 'succeeded' : 'failed']++,
  };

  const begin = (queue: Queue, isFailing: boolean) => {
    const key = keyOf(queue);
    const known = lines.get(key);
    if (known || stopping.signal.aborted) return known?.ring();
    const { isSlow = false, pausedUntil = 0 } = remembered.get(key) ?? {};
    if (pausedUntil > dependencies.clock.elapsed()) return undefined;
    const line = new DeliveryQueue(shared, queue, { isFailing, isSlow });
    lines.set(key, line);
    const work = workOn(line, key).finally(() => working.delete(work));
    working.add(work);
  };

  const workOn = async (line: DeliveryQueue, key: string) => {
    do {
      await room[line.isSlow ? 'slow' : 'quick'](() => line.work());
    } while (line.isMore);
    lines.delete(key);
    remember(key, line.found);
  };

  const remember = (key: string, found: Found) => {
    remembered.delete(key);
    if (!found.isSlow && found.pausedUntil <= dependencies.clock.elapsed()) return;
    if (remembered.size === maxRemembered) remembered.clear();
    remembered.set(key, found);
  };

  const idle = async () => {
    while (working.size > 0) await Promise.all(working);
  };

  return {
    wake(told: readonly QueuedFor[]) {
      if (!timers) return;
      for (const { isFailing, ...queue } of told) begin(queue, isFailing);
    },
    async look() {
      const now = dependencies.clock.now();
      let oldest = now;
      for (let after = ''; ; ) {
        const queues = await dependencies.db.all(waitingQueues, { after, workspaces: workspacesAtOnce, now });
        for (const { dueAt, claimed, isFailing, ...queue } of queues) {
          oldest = Math.min(oldest, dueAt);
          if (dueAt <= now && claimed < roomOf(isFailing === 1)) begin(queue, isFailing === 1);
        }
        const workspaces = new Set(queues.map(({ workspaceId }) => workspaceId));
        if (workspaces.size < workspacesAtOnce) break;
        after = queues.at(-1)?.workspaceId ?? '';
      }
      lag = now - oldest;
    },
    idle,
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => ending.abort(), grace);
      await idle();
      clearTimeout(timer);
    },
    metrics: () => [
      {
        name: 'webhook_attempts_total',
        help: 'Webhook deliveries sent, by what came of it',
        type: 'counter',
        samples: Object.entries(tried).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      single(
        'gauge',
        'webhook_delivery_lag_seconds',
        'For how long the webhook delivery has been due that waits the longest',
        lag / 1e6,
      ),
    ],
  };
}
