import type { Queue } from '../base/changes/deliveries.ts';
import {
  type Claimed,
  claimBatch,
  claimMessage,
  claimsOfOthers,
  giveBack,
  type Settled,
  settle,
} from '../base/changes/delivery-queue.ts';
import { day, second } from '../base/clock.ts';
import type { Writing } from '../base/db/database.ts';
import type { Service } from '../base/service.ts';
import { mark } from '../data/webhooks/rows.ts';
import { heldWebhook, type QueuedWebhook } from './queries.ts';
import { nextAttemptAt } from './schedule.ts';
import type { Outcome } from './send.ts';

/** Max concurrent deliveries to a webhook, and to one whose last attempt failed. */
const atOnce = { working: 4, failing: 1 };

/** Max deliveries to a channel that are sent as one message. */
const together = 100;

export const roomOf = (isFailing: boolean): number => (isFailing ? atOnce.failing : atOnce.working);

/** How long a claim lasts; microseconds. */
const lease = 30 * second;

/** Whether there is time to send it: an attempt takes up to 15 seconds, and storing its result takes some more. */
export const isClaimedLongEnough = ({ claimedUntil }: Claimed, now: number): boolean =>
  claimedUntil - now > 20 * second;

/** A webhook whose attempts have all failed for this long is disabled; microseconds. */
const maxFailing = 5 * day;

/** A delivery attempt and its outcome. */
export interface Attempt {
  readonly claimed: Claimed;
  readonly outcome: Outcome;
  readonly durationMs: number;
}

/** Why a webhook is disabled. */
export type Reason = 'gone' | 'failing';

/** What a line has done since its last turn, and what it requests. */
export interface TurnRequest {
  queue: Queue;
  /** Attempts to be stored, in the order in which they ended. */
  attempts: readonly Attempt[];
  /** Claimed deliveries to be released unsent. */
  back: readonly Claimed[];
  /** Claimed deliveries that are waiting or in flight. */
  held: readonly Claimed[];
  /** How many this node would hold if no other node holds any. */
  ahead: number;
  /** From 0 to 1. */
  random: () => number;
}

/** The result of a turn. */
export interface TurnResult {
  /** Undefined if it was deleted. */
  webhook: QueuedWebhook | undefined;
  /** Newly claimed deliveries, oldest first. */
  claimed: Claimed[];
  /** Whether more may be due. */
  isMore: boolean;
  /** Whether the last attempt failed. */
  isFailing: boolean;
  /** Set if the webhook must be disabled. */
  reason: Reason | undefined;
}

/** One transaction of a line: stores the results of attempts and claims further deliveries. */
export const takeTurn = (
  { maintain, clock }: Pick<Service, 'maintain' | 'clock'>,
  request: TurnRequest,
): Promise<TurnResult> =>
  maintain(async (tx) => {
    const { queue, attempts, back, held } = request;
    const now = clock.now();
    const mine = [...held, ...back, ...attempts.map(({ claimed }) => claimed)].map(({ id }) => id);
    const [webhook, others] = await Promise.all([
      tx.first(heldWebhook, queue),
      tx.first(claimsOfOthers, { ...queue, now, mine }),
    ]);
    if (!webhook) return { webhook, claimed: [], isMore: false, isFailing: false, reason: undefined };
    const fares = faresAfter(webhook, attempts, now);
    const wanted =
      webhook.active === 0 || fares.reason
        ? 0
        : wantedOf(request, webhook, fares.isFailing, others?.count ?? 0);
    const claim = webhook.kind === null ? claimBatch : claimMessage;
    const [found] = await Promise.all([
      wanted > 0 ? tx.run(claim, { ...queue, now, until: now + lease, limit: wanted }) : [],
      writeDown(tx, webhook, request, now),
    ]);
    const claimed = await allowed(tx, queue, found);
    return { webhook, claimed, isMore: wanted > 0 && found.length === wanted, ...fares };
  });

/** The deliveries that may still be sent; the others are marked as failed. */
async function allowed(tx: Writing, { workspaceId }: Queue, found: readonly Claimed[]): Promise<Claimed[]> {
  const refused = found.filter(({ isAllowed }) => isAllowed !== 1);
  await Promise.all(
    refused.map(({ id, claimedUntil, attempts }) =>
      tx.run(settle, { ...notAllowed, workspaceId, id, claimedUntil, attempts }),
    ),
  );
  return found.filter(({ isAllowed }) => isAllowed === 1).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const notAllowed = {
  state: 'failed',
  statusCode: null,
  error: 'no access',
  durationMs: null,
  nextAttemptAt: null,
} as const;

/**
 * How many more to claim. All nodes together hold no more than `roomOf` the webhook; only a node that is alone in holding any
 * may hold more, so that it can keep sending while it stores results. A channel gets one message at a time, from one node,
 * with all that is due.
 */
function wantedOf(
  { held, ahead }: TurnRequest,
  { kind }: QueuedWebhook,
  isFailing: boolean,
  others: number,
): number {
  if (kind !== null) return ahead > 0 && others + held.length === 0 ? together : 0;
  const room = roomOf(isFailing);
  const most = others > 0 ? room - others : isFailing ? room : ahead;
  return Math.min(most, ahead) - held.length;
}

async function writeDown(
  tx: Writing,
  webhook: QueuedWebhook,
  { queue, attempts, back, random }: TurnRequest,
  now: number,
): Promise<void> {
  const { workspaceId } = queue;
  const lastSuccess = attempts.findLastIndex(({ outcome }) => outcome.success);
  const failed = attempts.length - 1 - lastSuccess;
  // What was sent together is tried again together.
  const chance = webhook.kind === null ? random : constant(random());
  await Promise.all([
    ...attempts.map((attempt) => {
      const { id, claimedUntil } = attempt.claimed;
      return tx.run(settle, { ...settled(webhook, attempt, now, chance()), workspaceId, id, claimedUntil });
    }),
    ...back.map(({ id, claimedUntil }) => tx.run(giveBack, { workspaceId, id, claimedUntil, now })),
    attempts.length > 0 ? tx.run(mark, { ...queue, now, succeeded: lastSuccess >= 0, failed }) : [],
  ]);
}

const constant = (value: number) => () => value;

function settled(
  { active }: QueuedWebhook,
  { claimed, outcome, durationMs }: Attempt,
  now: number,
  chance: number,
): Settled {
  const attempts = claimed.attempts + 1;
  const { success, statusCode = null, error = null, retryAfter } = outcome;
  const isOver = success || statusCode === 410 || active === 0;
  const next = isOver ? null : nextAttemptAt({ attempts, now, retryAfter, chance });
  const state = success ? 'succeeded' : next === null ? 'failed' : 'pending';
  return { state, attempts, statusCode, error, durationMs, nextAttemptAt: next };
}

/** Whether the webhook is failing after these attempts, and the reason to disable it, if any. */
function faresAfter(
  { active, failingSince }: QueuedWebhook,
  attempts: readonly Attempt[],
  now: number,
): Pick<TurnResult, 'isFailing' | 'reason'> {
  const last = attempts.at(-1);
  const isFailing = last ? !last.outcome.success : failingSince !== null;
  const isGone = attempts.some(({ outcome }) => outcome.statusCode === 410);
  const hasFailed = last !== undefined && attempts.every(({ outcome }) => !outcome.success);
  const isHopeless = hasFailed && now - (failingSince ?? now) >= maxFailing;
  if (active === 0 || !(isGone || isHopeless)) return { isFailing, reason: undefined };
  return { isFailing, reason: isGone ? 'gone' : 'failing' };
}
