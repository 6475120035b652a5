import type { FastifyBaseLogger } from 'fastify';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends a mail, or throws. It is called after the commit of the change that asked for it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Where no mail server is set, mails go to the log: the operator can pass a link on by hand. */
export const logMailer = (log: FastifyBaseLogger): Mailer => ({
  async send(mail) {
    log.warn({ mail }, 'no mail server is set (SMTP_URL): this mail was not sent');
  },
});
