import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { createRateLimit } from '../base/access/rate-limit.ts';
import { hour } from '../base/clock.ts';
import type { InboundMail } from '../base/config/inbound-mail.ts';
import { atMost } from '../base/jobs/at-most.ts';
import type { Service } from '../base/service.ts';
import { type Addressed, addressedBy } from './flows/addressed.ts';
import { receiveMail } from './flows/receive.ts';
import { later, noSuchAddress, Refused, refusalOf } from './refused.ts';

/*
 * Listens for mails, by SMTP or LMTP. It takes only mails to addresses that this service has made, one recipient at a time, says
 * that it has taken a mail once what it does is committed, and sends no mails in return.
 */

/** Bytes of a mail; files in it are a quarter smaller. */
export const largestMail = 25 * 1024 ** 2;

const limits = { connections: 50, mailsAtOnce: 4, ofPerson: { count: 60, window: hour } };

export interface MailListener {
  port: number;
  close: () => Promise<void>;
}

/** Listens where `INBOUND_MAIL` says. */
export async function listenForMail(service: Service, inbound: InboundMail): Promise<MailListener> {
  // Imported only here, because most installations take no mails.
  const { SMTPServer } = await import('smtp-server');
  const server = new SMTPServer({ ...optionsOf(inbound), ...handlersOn(service, inbound) });
  server.on('error', (error) =>
    service.http.log.debug({ reason: String(error) }, 'a connection for mails failed'),
  );
  const listening = server.listen({ port: inbound.port, host: inbound.host });
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

const optionsOf = ({ protocol, domain, tls }: InboundMail): SMTPServerOptions => ({
  lmtp: protocol === 'lmtp',
  name: domain,
  size: largestMail,
  authOptional: true,
  // Without a certificate of the operator, the library would use one whose key is public.
  disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
  disableReverseLookup: true,
  maxClients: limits.connections,
  socketTimeout: 60_000,
  closeTimeout: 5_000,
  logger: false,
  ...tls,
});

type Done = (error?: Error | null) => void;

function handlersOn(
  service: Service,
  { domain }: InboundMail,
): Pick<SMTPServerOptions, 'onRcptTo' | 'onData'> {
  const room = atMost(limits.mailsAtOnce);
  const perPerson = createRateLimit(service.clock, limits.ofPerson);
  const problemOf = async (work: Promise<unknown>): Promise<Error | null> => {
    try {
      await work;
      return null;
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) service.http.log.error({ err: error }, 'a mail was not taken');
      return refusal ?? later();
    }
  };
  const answering = async (work: Promise<unknown>, done: Done) => done(await problemOf(work));
  const addressed = async (address: string): Promise<Addressed> => {
    if (address.slice(address.lastIndexOf('@') + 1).toLowerCase() !== domain) {
      throw new Refused(550, '5.7.1 Mails to other domains are not passed on');
    }
    const found = await addressedBy(service, address);
    if (!found) throw noSuchAddress();
    return found;
  };
  const receive = async (content: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
    const { mailFrom, rcptTo } = envelope;
    const to = await addressed(rcptTo[0]?.address ?? '');
    if (!perPerson.use(to.actor.userId).allowed) {
      throw new Refused(451, '4.7.1 Too many mails from this person; try again later');
    }
    const isBounce = mailFrom === false || mailFrom.address === '';
    await room(() => receiveMail(service, to, { content, isTooLong: () => content.sizeExceeded, isBounce }));
  };
  return {
    onRcptTo: ({ address }, { envelope }, done) => {
      const isSecond = envelope.rcptTo.length > 0;
      if (isSecond) done(new Refused(452, '4.5.3 One recipient at a time'));
      else void answering(addressed(address), done);
    },
    onData: (content, session, done) => void answering(receive(content, session), done),
  };
}
