import type { NodemailerError } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { type Mailer, NotYet } from './mail.ts';

/** Milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends mails to the server of `SMTP_URL`, over pooled connections. */
export async function smtpMailer(url: string, { mailFrom }: Pick<Config, 'mailFrom'>): Promise<Mailer> {
  // Imported only here, because it would take memory even without a mail server.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    { url, pool: true, maxConnections: 2, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    { from: mailFrom, headers: { 'auto-submitted': 'auto-generated' } },
  );
  return {
    async send({ to, inReplyTo, headers = {}, ...rest }) {
      try {
        // As an object, so that it cannot be parsed as several addresses.
        const thread = inReplyTo === undefined ? {} : { inReplyTo, references: inReplyTo };
        await transport.sendMail({
          to: { name: '', address: to },
          headers: { ...headers },
          ...thread,
          ...rest,
        });
      } catch (error) {
        throw isPassing(error as NodemailerError) ? new NotYet(String(error), { cause: error }) : error;
      }
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/** Whether the server reported a temporary error (4xx), or could not be reached. */
const isPassing = ({ code, responseCode }: NodemailerError): boolean =>
  responseCode === undefined
    ? ['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT'].includes(code ?? '')
    : responseCode >= 400 && responseCode < 500;
