import type { NodemailerError } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { type Mailer, NotYet } from './mail.ts';

/** Milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Hands mails to the server of `SMTP_URL`, over connections that stay open for a while. */
export async function smtpMailer(url: string, { mailFrom }: Pick<Config, 'mailFrom'>): Promise<Mailer> {
  // Whoever has no mail server does without the memory that it takes.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    { url, pool: true, maxConnections: 2, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    { from: mailFrom, headers: { 'auto-submitted': 'auto-generated' } },
  );
  return {
    async send({ to, subject, text }) {
      try {
        // As an object, so that nothing in it can be read as a second address.
        await transport.sendMail({ to: { name: '', address: to }, subject, text });
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

/** Whether the server said that it is for now only (4xx), or said nothing at all. */
const isPassing = ({ code, responseCode }: NodemailerError): boolean =>
  responseCode === undefined
    ? ['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT'].includes(code ?? '')
    : responseCode >= 400 && responseCode < 500;
