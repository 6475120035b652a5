import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { withoutTokens } from '../access/tokens.ts';
import { type Mail, type Mailer, NotYet } from './mail.ts';

/**
 * Sends mails beside the requests: no caller waits for the mail server, is failed by it, or learns from the time an
 * answer takes whether a mail went out. What is not taken yet is sent again after each of `pauses` (milliseconds).
 */
export interface Outbox {
  send(mail: Mail): void;
  /** Waits for the mails that are under way. */
  idle(): Promise<void>;
  /** Waits for them, but no more for a server that does not take them; then lets go of the mail server. */
  close(): Promise<void>;
}

export function createOutbox(mailer: Mailer, log: FastifyBaseLogger, pauses = [2_000, 10_000]): Outbox {
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
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
  const deliver = async (mail: Mail) => {
    try {
      // Handing a mail over takes time too: the answer that is being given goes first.
      await setImmediate();
      await insist(mail);
    } catch (error) {
      // What a mail server says may repeat the mail, and the mail holds a token.
      log.error({ subject: mail.subject, reason: withoutTokens(String(error)) }, 'a mail was not sent');
    }
  };
  const idle = async () => {
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
