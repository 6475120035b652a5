import { type Clock, hour } from '../clock.ts';
import type { Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';

/** Limits mails about what somebody can change again and again: an address gets one an hour about the same thing. */
export interface HeldMails {
  /** Sends the first at once; of those that follow within the hour, the newest goes out when it is over. */
  send(mail: Mail, about: string): void;
  /** Sends what has been held for long enough. */
  sendDue(): void;
  /** Sends all that is held, before the service stops. */
  flush(): void;
}

/** Things that are remembered; of the oldest of more, what is held goes out early. */
const mostRemembered = 10_000;

interface Remembered {
  until: number;
  held?: Mail;
}

export function createHeldMails(
  outbox: Pick<Outbox, 'send'>,
  clock: Pick<Clock, 'elapsed'>,
  most = mostRemembered,
): HeldMails {
  // In the order of their times: each is put to the end as it is sent.
  const remembered = new Map<string, Remembered>();

  const sendNow = (key: string, mail: Mail) => {
    outbox.send(mail);
    remembered.delete(key);
    remembered.set(key, { until: clock.elapsed() + hour });
  };

  const sendDue = () => {
    const now = clock.elapsed();
    for (const [key, { until, held }] of remembered) {
      if (until > now) return;
      if (held) sendNow(key, held);
      else remembered.delete(key);
    }
  };

  const forgetOldest = () => {
    for (const [key, { held }] of remembered) {
      if (remembered.size <= most) return;
      if (held) outbox.send(held);
      remembered.delete(key);
    }
  };

  return {
    sendDue,
    send(mail, about) {
      sendDue();
      const key = `${mail.to} ${about}`;
      const before = remembered.get(key);
      if (before) before.held = mail;
      else sendNow(key, mail);
      forgetOldest();
    },
    flush() {
      for (const { held } of remembered.values()) if (held) outbox.send(held);
      remembered.clear();
    },
  };
}
