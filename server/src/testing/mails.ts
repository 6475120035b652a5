import type { Mail } from '../base/mail/mail.ts';
import type { TestService } from './service.ts';

/** The mails to an address, oldest first; waits for those in progress. */
export async function mailsTo(
  service: Pick<TestService, 'outbox' | 'mails'>,
  address: string,
): Promise<Mail[]> {
  await service.outbox.idle();
  return service.mails.filter(({ to }) => to === address);
}

/** The code in the newest mail to an address. */
export async function mailedToken(
  service: Pick<TestService, 'outbox' | 'mails'>,
  address: string,
): Promise<string> {
  const mail = (await mailsTo(service, address)).at(-1);
  const token = /#(tbm_\S+)$/m.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no code was mailed to ${address}`);
  return token;
}

/** The code of the newest invitation that was mailed to an address. */
export async function mailedCode(
  service: Pick<TestService, 'outbox' | 'mails'>,
  address: string,
): Promise<string> {
  const mail = (await mailsTo(service, address.toLowerCase())).at(-1);
  const code = /#(tbi_\S+)$/m.exec(mail?.text ?? '')?.[1];
  if (!code) throw new Error(`no invitation was mailed to ${address}`);
  return code;
}
