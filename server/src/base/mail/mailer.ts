import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Mailer } from './mail.ts';
import { smtpMailer } from './smtp.ts';

/** What sends mails: the server of `SMTP_URL`, or nothing. */
export const mailerOf = async (
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  log: FastifyBaseLogger,
): Promise<Mailer> => (config.smtpUrl ? smtpMailer(config.smtpUrl, config) : logMailer(log));

/** Where no mail server is set, mails go to the log: the operator can pass a link on by hand. */
const logMailer = (log: FastifyBaseLogger): Mailer => ({
  async send(mail) {
    log.warn({ mail }, 'no mail server is set (SMTP_URL): this e-mail was not sent');
  },
});
