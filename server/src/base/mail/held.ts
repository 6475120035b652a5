import { type Clock, hour } from '../clock.ts';
import type { Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';

/** Limits mails about things that can change often: an address gets at most one an hour about the same subject. */
export interface HeldMails {
  /** Sends the first at once; of those that follow within the hour, the newest is sent when the hour is over. */
  send(mail: Mail, about: string): void;
  /** Sends the mails that have been held for long enough. */
  sendDue(): void;
  /** Sends all held mails, before the service stops. */
  flush(): void;
}

/** Max subjects remembered; beyond that, the held mails of the oldest are sent early. */
const maxRemembered = 10_000;

interface Remembered {
  until: number;
  held?: Mail;
}

export function createHeldMails(
  outbox: Pick<Outbox, 'send'>,
  clock: Pick<Clock, 'elapsed'>,
  most = maxRemembered,
): HeldMails {
  // Ordered by time: each entry moves to the end when its mail is sent.
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
