import type { Queue } from '../base/changes/deliveries.ts';
import { type Claimed, claimNext, type Settled, settle } from '../base/changes/delivery-queue.ts';
import { day, second } from '../base/clock.ts';
import type { Writing } from '../base/db/database.ts';
import { sliceSize } from '../base/jobs/remove.ts';
import type { Service } from '../base/service.ts';
import { heldWebhook, type QueuedWebhook } from './queries.ts';
import { markFailed, markSucceeded } from './rows.ts';
import { nextAttemptAt } from './schedule.ts';
import type { Outcome } from './send.ts';

/** How many deliveries may be under way to a webhook at a time, and to one whose last attempt failed. */
const atOnce = { working: 4, failing: 1 };

export const roomOf = (isFailing: boolean): number => (isFailing ? atOnce.failing : atOnce.working);

/** How long a delivery is claimed: longer than an attempt may take. */
const lease = 20 * second;

/** A webhook for which nothing but failure came back for so long is disabled; microseconds. */
const patience = 5 * day;

/** A delivery that was sent, and what came of that. */
export interface Attempt {
  readonly claimed: Claimed;
  readonly outcome: Outcome;
  readonly durationMs: number;
}

/** Why a webhook is disabled. */
export type Reason = 'gone' | 'failing';

/** What a transaction of the sender found and did. */
export interface Turn {
  /** Undefined where it was deleted. */
  webhook: QueuedWebhook | undefined;
  /** What is to be sent next. */
  claimed: Claimed | undefined;
  /** Whether the last attempt failed. */
  isFailing: boolean;
  /** Set where the webhook is to be disabled. */
  reason: Reason | undefined;
}

interface Asked {
  queue: Queue;
  /** What is to be written down first. */
  attempt?: Attempt | undefined;
  /** Whether to claim another one. */
  goOn: boolean;
  /** From 0 to 1. */
  chance: number;
}

/** One transaction of the sender: writes down what came of one delivery, and claims the next. */
export const takeTurn = (
  { maintain, clock }: Pick<Service, 'maintain' | 'clock'>,
  { queue, attempt, goOn, chance }: Asked,
): Promise<Turn> =>
  maintain(async (tx) => {
    const now = clock.now();
    const webhook = await tx.first(heldWebhook, queue);
    if (!webhook) return { webhook, claimed: undefined, isFailing: false, reason: undefined };
    const isFailing = attempt ? !attempt.outcome.success : webhook.failingSince !== null;
    const goesOn = goOn && webhook.active === 1 && attempt?.outcome.statusCode !== 410;
    const [, claimed] = await Promise.all([
      attempt && conclude(tx, { queue, webhook, attempt, now, chance }),
      goesOn ? claim(tx, queue, now, roomOf(isFailing)) : undefined,
    ]);
    return { webhook, claimed, isFailing, reason: attempt && reasonOf(webhook, attempt, now) };
  });

interface Concluded {
  queue: Queue;
  webhook: QueuedWebhook;
  attempt: Attempt;
  now: number;
  chance: number;
}

async function conclude(tx: Writing, { queue, webhook, attempt, now, chance }: Concluded): Promise<void> {
  const { claimed, outcome, durationMs } = attempt;
  const attempts = claimed.attempts + 1;
  const { success, statusCode = null, error = null, retryAfter } = outcome;
  const isOver = success || statusCode === 410 || webhook.active === 0;
  const next = isOver ? null : nextAttemptAt({ attempts, now, retryAfter, chance });
  const settled: Settled = {
    state: success ? 'succeeded' : next === null ? 'failed' : 'pending',
    attempts,
    statusCode,
    error,
    durationMs,
    nextAttemptAt: next,
  };
  const { id, claimedUntil } = claimed;
  await Promise.all([
    tx.run(settle, { ...settled, workspaceId: queue.workspaceId, id, claimedUntil }),
    tx.run(success ? markSucceeded : markFailed, { ...queue, now }),
  ]);
}

/** Claims the next delivery that may still be sent; the others on the way there fail. */
async function claim(tx: Writing, queue: Queue, now: number, limit: number): Promise<Claimed | undefined> {
  for (let passed = 0; passed < sliceSize; passed++) {
    const [claimed] = await tx.run(claimNext, { ...queue, now, until: now + lease, limit });
    if (!claimed || claimed.isAllowed === 1) return claimed;
    const { id, claimedUntil, attempts } = claimed;
    await tx.run(settle, { ...notAllowed, workspaceId: queue.workspaceId, id, claimedUntil, attempts });
  }
  return undefined;
}

const notAllowed = {
  state: 'failed',
  statusCode: null,
  error: 'no access',
  durationMs: null,
  nextAttemptAt: null,
} as const;

function reasonOf(
  { active, failingSince }: QueuedWebhook,
  { outcome }: Attempt,
  now: number,
): Reason | undefined {
  if (outcome.success || active === 0) return undefined;
  if (outcome.statusCode === 410) return 'gone';
  return now - (failingSince ?? now) >= patience ? 'failing' : undefined;
}
