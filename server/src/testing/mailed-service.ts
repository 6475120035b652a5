import type { SMTPServerOptions } from 'smtp-server';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { smtpMailer } from '../base/mail/smtp.ts';
import { mailServer } from './mail-server.ts';
import { type ReadMail, readMail } from './read-mail.ts';
import { type Person, type TestService, testService } from './service.ts';

/** A service that sends its mails to a real mail server, and whose clock stands. */
export async function mailedService(settings: Record<string, string> = {}) {
  const publicUrl = 'https://boards.example.com';
  /** The codes with which the mail server refuses the next mails. */
  const refusals: number[] = [];
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, done) => {
    const responseCode = refusals.shift();
    done(responseCode === undefined ? null : Object.assign(new Error('not now'), { responseCode }));
  };
  const server = await mailServer({ onRcptTo });
  const mailer = await smtpMailer(server.url, { mailFrom: 'Taskboard <noreply@example.com>' });
  const service = await testService({ PUBLIC_URL: publicUrl, ...settings }, { mailer });
  service.clock.hold();
  let people = 0;
  return {
    service,
    server,
    refusals,
    publicUrl,
    /** Somebody whose address is verified. */
    signUp: async (name: string): Promise<Person> => {
      const person = await service.signUp(`${name}${++people}`);
      await service.sql(`update users set email_verified_at = 1 where id = '${person.id}'`);
      return person;
    },
    /** The mails that arrive while something is sent, as a mail program reads them. */
    arriving: async (send: (service: TestService) => Promise<void>): Promise<ReadMail[]> => {
      server.mails.length = 0;
      await send(service);
      return Promise.all(server.mails.map(({ raw }) => readMail(raw)));
    },
  };
}

/** Has somebody say how they want to be told. */
export const setTelling = (person: Person, body: BodyOf<typeof api.notificationSettings.update>) =>
  person.call(api.notificationSettings.update, { body });
