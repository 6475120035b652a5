import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Mailer } from './mail.ts';
import { smtpMailer } from './smtp.ts';

/** The mailer for the server of `SMTP_URL`, or one that only logs if none is set. */
export const mailerOf = async (
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  log: FastifyBaseLogger,
): Promise<Mailer> => (config.smtpUrl ? smtpMailer(config.smtpUrl, config) : logMailer(log));

/** Without a mail server, mails go to the log, from which the operator can pass on a link by hand. */
const logMailer = (log: FastifyBaseLogger): Mailer => ({
  isOff: true,
  async send({ to, subject, text }) {
    log.warn({ mail: { to, subject, text } }, 'no mail server is set (SMTP_URL): this email was not sent');
  },
});
