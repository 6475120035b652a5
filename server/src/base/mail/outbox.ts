import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { withoutTokens } from '../access/tokens.ts';
import { type Mail, type Mailer, NotYet } from './mail.ts';

/**
 * Sends mails apart from requests: no caller waits for the mail server, fails because of it, or learns from the time
 * of a reply whether a mail went out. What the server does not take yet is sent again after each of `pauses`
 * (milliseconds).
 */
export interface Outbox {
  /** Null goes the same way and sends nothing, so that asking for a mail costs the same if none may go out. */
  send(mail: Mail | null): void;
  /** Sends all pending mails now, and waits for them. */
  idle(): Promise<void>;
  /** Waits for them, but no longer retries; then closes the connection to the mail server. */
  close(): Promise<void>;
}

/**
 * A mail goes out at a random time within so many milliseconds. If it went out at once, the next request would have to
 * wait for that work, and its time would tell that there was a mail.
 */
const within = 1000;

/** Milliseconds, which tests set: between the attempts, and until a mail goes out. */
export interface Timing {
  pauses?: readonly number[];
  delay?: () => number;
}

export function createOutbox(
  mailer: Mailer,
  log: FastifyBaseLogger,
  { pauses = [2_000, 10_000], delay = () => randomInt(within) }: Timing = {},
): Outbox {
  const underWay = new Set<Promise<void>>();
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
      await insist(mail);
    } catch (error) {
      // What a mail server says may repeat the mail, and the mail holds a token.
      log.error({ subject: mail.subject, reason: withoutTokens(String(error)) }, 'an e-mail was not sent');
    }
  };
  const idle = async () => {
    hurry.abort();
    hurry = new AbortController();
    await Promise.all(underWay);
  };
  return {
    idle,
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
