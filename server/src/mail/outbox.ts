import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { withoutTokens } from '../access/tokens.ts';
import { type Mail, type Mailer, NotYet } from './mail.ts';

/**
 * Sends mails beside the requests: no caller waits for the mail server, is failed by it, or learns from the time an
 * answer takes whether a mail went out. What is not taken yet is sent again after each of `pauses` (milliseconds).
 */
export interface Outbox {
  /** Null takes the same way and comes to nothing, so that asking for a mail costs the same where none may go out. */
  send(mail: Mail | null): void;
  /** Sends the mails that are under way, now, and waits for them. */
  idle(): Promise<void>;
  /** Waits for them, but no more for a server that does not take them; then lets go of the mail server. */
  close(): Promise<void>;
}

/**
 * Milliseconds in which a mail goes out, when chance says so. Were it at once, whatever is asked for next would have to
 * wait for that work, and tell by its time that there was a mail.
 */
const within = 1000;

export function createOutbox(mailer: Mailer, log: FastifyBaseLogger, pauses = [2_000, 10_000]): Outbox {
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  let hurry = new AbortController();
  const sometime = () => setTimeout(randomInt(within), undefined, { signal: hurry.signal }).catch(() => {});
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
      log.error({ subject: mail.subject, reason: withoutTokens(String(error)) }, 'a mail was not sent');
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
