import type { Queue, Sender, Told } from '../base/changes/deliveries.ts';
import { type Claimed, giveBack, giveUpAll, waitingQueues } from '../base/changes/delivery-queue.ts';
import { atMost } from '../base/jobs/at-most.ts';
import { single } from '../base/metrics/metrics.ts';
import type { Service } from '../base/service.ts';
import { disableWebhook } from './disable.ts';
import { heldWebhook, type QueuedWebhook } from './queries.ts';
import { sendMessage } from './send.ts';
import { type Attempt, roomOf, takeTurn } from './turn.ts';

/*
 * Sends deliveries. Each webhook has a line of its own, in which a few workers each claim one delivery after the other,
 * send it with no transaction open, and write down what came of it. So a receiver that does not answer keeps only its
 * own line waiting. What is claimed by nodes that are no more is due again after a while, and so everything is sent at
 * least once.
 */

/** Deliveries that a node sends at a time: to webhooks that work, and beside them to those whose last attempt failed. */
const places = { working: 128, failing: 32 };

/** Workspaces that one statement looks at for queues. */
const workspacesAtOnce = 50;

/** Deliveries after which a worker lets others have its place. */
const shift = 50;

/** Milliseconds that deliveries under way have to end when the service stops. */
const grace = 5_000;

interface Line {
  readonly queue: Queue;
  workers: number;
  isFailing: boolean;
  /** Whether something came while all workers were at work. */
  more: boolean;
}

const keyOf = ({ workspaceId, webhookId }: Queue): string => `${workspaceId} ${webhookId}`;

type Means = Pick<
  Service,
  'db' | 'maintain' | 'clock' | 'outgoing' | 'secrets' | 'outbox' | 'publicUrl' | 'http'
>;

interface Options {
  /** Whether what is committed here is sent at once. */
  timers: boolean;
  /** From 0 to 1. */
  random: () => number;
}

export function createSender(service: Means, { timers, random }: Options): Sender {
  const { db, maintain, clock, http } = service;
  const lines = new Map<string, Line>();
  const underWay = new Set<Promise<void>>();
  const room = { working: atMost(places.working), failing: atMost(places.failing) };
  const sent = { succeeded: 0, failed: 0 };
  const interrupt = new AbortController();
  let stopped = false;
  let lag = 0;

  /** Sees to it that as many workers are at work on a line as there is something to do for. */
  const begin = (queue: Queue, isFailing: boolean, due: number) => {
    if (stopped || due <= 0) return;
    const key = keyOf(queue);
    const line = lines.get(key) ?? { queue, workers: 0, isFailing, more: false };
    lines.set(key, line);
    const missing = Math.min(due, roomOf(line.isFailing) - line.workers);
    line.more ||= missing < due;
    for (let begun = 0; begun < missing; begun++) {
      line.workers++;
      const work = workOn(line).finally(() => underWay.delete(work));
      underWay.add(work);
    }
  };

  const workOn = async (line: Line) => {
    try {
      do {
        line.more = false;
        await room[line.isFailing ? 'failing' : 'working'](() => workShift(line));
      } while (line.more && !stopped && line.workers <= roomOf(line.isFailing));
    } catch (err) {
      http.log.error({ err, webhook: line.queue.webhookId }, 'webhook deliveries failed');
    } finally {
      line.workers--;
      if (line.workers === 0) lines.delete(keyOf(line.queue));
    }
  };

  const workShift = async (line: Line) => {
    let attempt: Attempt | undefined;
    for (let turns = 0; ; turns++) {
      const goOn = !stopped && turns < shift && (attempt?.outcome.success ?? true);
      const turn = await takeTurn(service, { queue: line.queue, attempt, goOn, chance: random() });
      const { webhook, claimed, isFailing, reason } = turn;
      line.isFailing = isFailing;
      if (reason) await disableWebhook(service, line.queue, reason);
      if (reason || webhook?.active === 0) await giveUp(line.queue);
      if (!goOn && !reason) line.more = true;
      if (!webhook || !claimed) return;
      attempt = await send(line.queue, webhook, claimed);
      if (!attempt) return;
    }
  };

  /** Undefined where the service stopped meanwhile: the delivery is due again. */
  const send = async (
    { workspaceId }: Queue,
    webhook: QueuedWebhook,
    claimed: Claimed,
  ): Promise<Attempt | undefined> => {
    const { id, body, claimedUntil } = claimed;
    const began = clock.now();
    const outcome = await sendMessage(service, webhook, { id, body }, interrupt.signal).catch(
      (err: unknown) => {
        http.log.error({ err, webhook: webhook.id }, 'a webhook delivery could not be made');
        return { success: false, error: 'internal error' };
      },
    );
    if (!outcome.success && interrupt.signal.aborted) {
      await maintain((tx) => tx.run(giveBack, { workspaceId, id, claimedUntil, now: began }));
      return undefined;
    }
    sent[outcome.success ? 'succeeded' : 'failed']++;
    return { claimed, outcome, durationMs: Math.round((clock.now() - began) / 1000) };
  };

  const idle = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  /** Fails what still waits for a webhook that is switched off. */
  const giveUp = (queue: Queue) =>
    giveUpAll(maintain, { ...queue, error: 'disabled', now: clock.now() }, async (tx) => {
      const webhook = await tx.first(heldWebhook, queue);
      return webhook?.active === 0;
    });

  return {
    wake(told: readonly Told[]) {
      if (!timers) return;
      for (const { deliveries, isFailing, ...queue } of told) begin(queue, isFailing, deliveries);
    },
    async look() {
      const now = clock.now();
      let oldest = now;
      for (let after = ''; ; ) {
        const p = { after, workspaces: workspacesAtOnce, now, limit: roomOf(false) };
        const queues = await db.all(waitingQueues, p);
        for (const { dueAt, due, underWay: busy, isFailing, ...queue } of queues) {
          oldest = Math.min(oldest, dueAt);
          const elsewhere = Math.max(busy - (lines.get(keyOf(queue))?.workers ?? 0), 0);
          begin(queue, isFailing === 1, Math.min(due, roomOf(isFailing === 1) - elsewhere));
        }
        const workspaces = new Set(queues.map(({ workspaceId }) => workspaceId));
        if (workspaces.size < workspacesAtOnce || stopped) break;
        after = queues.at(-1)?.workspaceId ?? '';
      }
      lag = now - oldest;
    },
    idle,
    async stop() {
      stopped = true;
      const timer = setTimeout(() => interrupt.abort(), grace);
      await idle();
      clearTimeout(timer);
    },
    metrics: () => [
      {
        name: 'webhook_attempts_total',
        help: 'Webhook deliveries sent, by what came of it',
        type: 'counter',
        samples: Object.entries(sent).map(([outcome, value]) => ({ labels: { outcome }, value })),
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
