import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { withoutTokens } from '../access/tokens.ts';
import { systemClock } from '../clock.ts';
import { messageOf } from '../message-of.ts';
import { type Mail, type Mailer, NotYet } from './mail.ts';

/**
 * Sends mails independently of requests: no caller waits for the mail server, fails because of it, or can tell from the
 * timing of a reply whether a mail was sent. A mail that the server does not accept yet is retried after each of `pauses`
 * (milliseconds).
 */
export interface Outbox {
  /** Whether mails are only logged, because no mail server is set. */
  readonly isOff: boolean;
  /** What became of the mails since the start. */
  readonly counts: Readonly<MailCounts>;
  /** Null takes the same path but sends nothing, so that a request costs the same if no mail may be sent. */
  send(mail: Mail | null): void;
  /** Sends a mail at once, for jobs that try again by themselves. Throws like `Mailer.send`. */
  attempt(mail: Mail): Promise<void>;
  /** Sends all pending mails now, and waits for them. */
  idle(): Promise<void>;
  /** Sends all pending mails without further retries, then closes the connection to the mail server. */
  close(): Promise<void>;
}

export interface MailCounts {
  sent: number;
  /** Those that were given up. */
  failed: number;
  /** When one was last given up, and why; null if none was, or one was accepted since. Microseconds. */
  lastFailedAt: number | null;
  lastError: string | null;
}

/**
 * A mail is sent at a random time within this many milliseconds. If it were sent at once, that work would delay the next
 * request, whose timing would reveal that there was a mail.
 */
const within = 1000;

/** Milliseconds between attempts, and until a mail is sent; set by tests. */
export interface Timing {
  pauses?: readonly number[];
  delay?: () => number;
  /** The time of failures; microseconds. */
  now?: () => number;
}

const reasonIn = (error: unknown): string => messageOf(error).slice(0, longestReason);

/** Max characters of a reason. */
const longestReason = 300;

export function createOutbox(
  mailer: Mailer,
  log: FastifyBaseLogger,
  { pauses = [2_000, 10_000], delay = () => randomInt(within), now = () => systemClock().now() }: Timing = {},
): Outbox {
  const underWay = new Set<Promise<void>>();
  const counts: MailCounts = { sent: 0, failed: 0, lastFailedAt: null, lastError: null };
  const counted = async (sending: Promise<void>) => {
    try {
      await sending;
      counts.sent++;
      Object.assign(counts, { lastFailedAt: null, lastError: null });
    } catch (error) {
      counts.failed++;
      // The server's reply may quote the mail, which may contain a token.
      Object.assign(counts, { lastFailedAt: now(), lastError: withoutTokens(reasonIn(error)) });
      throw error;
    }
  };
  const closing = new AbortController();
  let hurry = new AbortController();
  const sometime = () => setTimeout(delay(), undefined, { signal: hurry.signal }).catch(() => {});
  const insist = async (mail: Mail) => {
    for (const pause of pauses) {
      try {
        return await mailer.send(mail);
      } catch (error) {
        if (!(error instanceof NotYet)) throw error;
        await setTimeout(pause, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
    return mailer.send(mail);
  };
  const deliver = async (mail: Mail | null) => {
    await sometime();
    if (!mail) return;
    try {
      await counted(insist(mail));
    } catch (error) {
      // The server's reply may quote the mail, which may contain a token.
      log.error({ subject: mail.subject, reason: withoutTokens(String(error)) }, 'an email was not sent');
    }
  };
  const idle = async () => {
    hurry.abort();
    hurry = new AbortController();
    await Promise.all(underWay);
  };
  return {
    isOff: mailer.isOff === true,
    idle,
    counts,
    attempt: async (mail) => counted(mailer.send(mail)),
    send(mail) {
      const delivery = deliver(mail).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    async close() {
      closing.abort();
      await idle();
      mailer.close?.();
    },
  };
}
