import { day, hour, minute, second } from '../base/clock.ts';
import { OutgoingError } from '../base/outgoing/error.ts';
import { waitOf } from '../base/outgoing/retry-after.ts';
import type { Service } from '../base/service.ts';
import type { Subscription } from './actions/subscribe.ts';
import { encrypted } from './encrypt.ts';
import type { Message } from './message.ts';
import { vapid } from './vapid.ts';

/** How long what is pushed is worth it, and how long the push service keeps it for a browser that is away; microseconds. */
export const lifetime = day;

/** How long a push service has to answer; milliseconds. */
const timeoutMs = 10_000;

/** Max bytes of a reply that are read: only its status matters. */
const maxReply = 16_384;

/**
 * What came of it: `refused` will not be taken however often it is sent, `gone` is the subscription, and `failed` is tried again.
 */
export type Outcome =
  | { kind: 'sent' | 'refused' | 'gone' }
  | { kind: 'failed'; retryAfter?: string | undefined };

type Dependencies = Pick<Service, 'outgoing' | 'clock' | 'pushKey' | 'publicUrl'>;

/** Pushes a message to a browser. Failures of the push service are returned, not thrown. */
export async function send(
  { outgoing, clock, pushKey, publicUrl }: Dependencies,
  { endpoint, keys }: Subscription,
  { text, topic, urgency }: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { status, headers } = await outgoing.request({
      url: endpoint,
      method: 'POST',
      headers: {
        authorization: vapid(endpoint, pushKey, publicUrl, clock.machine()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(lifetime / second),
        topic,
        urgency,
      },
      body: encrypted(text, keys),
      timeoutMs,
      maxReply,
      signal,
    });
    return outcomeOf(status, headers['retry-after']);
  } catch (error) {
    if (error instanceof OutgoingError) return { kind: 'failed' };
    throw error;
  }
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  // Also if our signature is refused: a clock that is wrong must not cost anybody their subscription.
  const mayPass = status >= 500 || [401, 403, 408, 425, 429].includes(status);
  return mayPass ? { kind: 'failed', retryAfter } : { kind: 'refused' };
}

/** How long a subscription is left alone after each failure; microseconds. */
const pauses: readonly number[] = [10 * second, minute, 5 * minute, 15 * minute, hour];

/** How long it is left alone after so many failures in a row; `chance` from 0 to 1 spreads those that failed together. */
export const pauseAfter = (
  failures: number,
  { retryAfter, now, chance }: { retryAfter: string | undefined; now: number; chance: number },
): number => {
  const wanted = Math.min(waitOf(retryAfter, now), lifetime);
  return Math.round(Math.max(pauses[failures - 1] ?? 4 * hour, wanted) * (1 + chance / 10));
};
