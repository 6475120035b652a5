import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { withoutTokens } from '../access/tokens.ts';
import type { Mail, Mailer } from './mail.ts';

/**
 * Sends mails beside the requests: no caller waits for the mail server, is failed by it, or learns from the time an
 * answer takes whether a mail went out.
 */
export interface Outbox {
  send(mail: Mail): void;
  /** Waits for the mails that are under way. */
  idle(): Promise<void>;
}

export function createOutbox(mailer: Mailer, log: FastifyBaseLogger): Outbox {
  const underWay = new Set<Promise<void>>();
  const deliver = async (mail: Mail) => {
    try {
      // Handing a mail over takes time too: the answer that is being given goes first.
      await setImmediate();
      await mailer.send(mail);
    } catch (error) {
      // What a mail server says may repeat the mail, and the mail holds a token.
      log.error({ subject: mail.subject, reason: withoutTokens(String(error)) }, 'a mail was not sent');
    }
  };
  return {
    send(mail) {
      const delivery = deliver(mail).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    async idle() {
      await Promise.all(underWay);
    },
  };
}
