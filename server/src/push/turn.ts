import { setTimeout as pause } from 'node:timers/promises';
import { languageOf } from '../../../contract/languages.ts';
import { validCredentials } from '../base/access/actor.ts';
import { day, second } from '../base/clock.ts';
import type { Service } from '../base/service.ts';
import { type StillToSend, stillToSend } from '../notifications/flows/still-to-send.ts';
import type { Subscription } from './actions/subscribe.ts';
import { digestOf, type Message, messageOf, type Receiver } from './message.ts';
import {
  type Claimed,
  claim,
  type DuePush,
  duePushes,
  postponePush,
  release,
  remove,
  removePush,
  setDue,
} from './queries.ts';
import { lifetime, type Outcome, pauseAfter, send } from './send.ts';

/** Pushes of one turn at most. */
const most = 50;

/** How long a claim lasts; microseconds. */
const lease = 60 * second;

/** Whether there is time for one more: an attempt takes up to ten seconds, and storing its result takes some more. */
const isLongEnough = (until: number, now: number): boolean => until - now > 20 * second;

/** For how long what may be sent is not asked again, at most; microseconds. */
const fresh = second;

/** A subscription for which every attempt has failed for this long is removed; microseconds. */
const maxFailing = 7 * day;

export interface Dependencies
  extends Pick<
    Service,
    'db' | 'maintain' | 'clock' | 'http' | 'secrets' | 'outgoing' | 'pushKey' | 'publicUrl'
  > {
  /** Milliseconds that each push takes at least. */
  readonly least: number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/**
 * Pushes what is due to one subscription, which only this node does meanwhile. Returns whether more is due. After a crash the
 * claim expires, and what was sent but not noted is sent again, with the same topic and tag.
 */
export async function takeTurn(dependencies: Dependencies, id: string): Promise<boolean> {
  const { db, maintain, clock } = dependencies;
  const now = clock.now();
  const until = now + lease;
  const [claimed] = await maintain((tx) => tx.run(claim, { id, now, until }));
  if (!claimed) return false;
  const waiting = await db.all(duePushes, { subscriptionId: id, now, limit: most });
  const outcome = await pushAll(dependencies, { claimed, waiting, until });
  return end(dependencies, claimed, until, outcome);
}

/** What is done next with some of what is due. */
interface Step {
  rows: readonly DuePush[];
  /** Sent before they are done; undefined if they are not to be sent. */
  message?: Message;
  /** When they are looked at again, instead of being done now. */
  until?: number;
}

/**
 * What to do with what is due. Not sent is what was read meanwhile, may no longer be seen, is not wanted or too old. What comes
 * at once by day or week is one message.
 */
function stepsFor(
  waiting: readonly DuePush[],
  receiver: Receiver,
  now: number,
  { notifications, when, unread, unreadText }: StillToSend,
): Step[] {
  const steps: Step[] = [];
  const digest: DuePush[] = [];
  for (const row of waiting) {
    const notification = notifications.get(row.notificationId);
    const sending = notification && when(notification, row.toldAt);
    if (!sending || now - row.dueAt >= lifetime) steps.push({ rows: [row] });
    else if (sending.at > now) steps.push({ rows: [row], until: sending.at });
    else if (sending.as === 'digest') digest.push(row);
    else steps.push({ rows: [row], message: messageOf(notification, receiver, unread) });
  }
  return digest.length > 0
    ? [...steps, { rows: digest, message: digestOf(receiver, unread, unreadText) }]
    : steps;
}

interface Turn {
  claimed: Claimed;
  waiting: readonly DuePush[];
  until: number;
}

/** Pushes one after the other, up to the first failure, for a moment; returns what came of the last. */
async function pushAll(
  dependencies: Dependencies,
  { claimed, waiting, until }: Turn,
): Promise<Outcome | undefined> {
  const { db, clock, secrets, signal, least } = dependencies;
  const { id, userId, sessionId, endpointHash, timeZone: zone } = claimed;
  const language = languageOf(claimed.locale) ?? 'en';
  const ids = waiting.map(({ notificationId }) => notificationId);
  const now = clock.now();
  // A device is open as long as its session, and to what that opens. Where it is, nobody knows.
  const session = { credential: { kind: 'session', id: sessionId } } as const;
  const facts = (await validCredentials(db, [session], now))(session);
  const asked = { userId, ids, channel: 'push', zone, language, now } as const;
  const steps = facts
    ? stepsFor(waiting, { to: id, language }, now, await stillToSend(db, { ...asked, facts }))
    : [{ rows: waiting }];
  const subscription = JSON.parse(secrets.open(claimed.sealed, endpointHash)) as Subscription;
  let last: Outcome | undefined;
  for (const { message, ...step } of steps) {
    if (signal.aborted || !isLongEnough(until, clock.now())) break;
    if (message) {
      const over = pause(least, undefined, { signal }).catch(() => {});
      last = await send(dependencies, subscription, message, signal);
      await over;
    }
    if (last?.kind === 'failed' || last?.kind === 'gone') break;
    await settle(dependencies, id, step);
    // Settings and rights may have changed by now: the next turn asks for them.
    if (clock.now() - now > fresh) break;
  }
  return last;
}

const settle = ({ maintain }: Dependencies, subscriptionId: string, { rows, until }: Step): Promise<void> =>
  maintain(async (tx) => {
    for (const row of rows) {
      await (until === undefined
        ? tx.run(removePush, { ...row, subscriptionId })
        : tx.run(postponePush, { ...row, subscriptionId, dueAt: until }));
    }
  });

/** Stores how it went, and when there is something to do next. Returns whether that is now. */
function end(
  { maintain, clock, random, signal }: Dependencies,
  { id, failures, failingSince }: Claimed,
  claimedUntil: number,
  outcome: Outcome | undefined,
): Promise<boolean> {
  return maintain(async (tx) => {
    const now = clock.now();
    // What was stopped here has not failed.
    const failed = outcome?.kind === 'failed' && !signal.aborted;
    const since = failed ? (failingSince ?? now) : null;
    if (outcome?.kind === 'gone' || (since !== null && now - since >= maxFailing)) {
      await tx.run(remove, { id });
      return false;
    }
    const next = !failed
      ? { until: now, failures: outcome ? 0 : failures, failingSince: outcome ? null : failingSince }
      : {
          until: now + pauseAfter(failures + 1, { retryAfter: outcome.retryAfter, now, chance: random() }),
          failures: failures + 1,
          failingSince: since,
        };
    const [released] = await tx.run(release, { id, claimedUntil, ...next });
    if (!released) return false;
    const [due] = await tx.run(setDue, { id });
    return due !== undefined && due.dueAt !== null && due.dueAt <= clock.now();
  });
}
