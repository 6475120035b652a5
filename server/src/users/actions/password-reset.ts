import type { AccountWork } from '../../changes/change.ts';
import { command } from '../../db/query.ts';
import { Invalid, NotFound } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { addressOf, admissionOf } from '../admission.ts';
import { checkMailToken, issueMailToken, revokeMailTokens, useMailToken } from '../mail-tokens.ts';
import { passwordResetMail } from '../mails.ts';
import { passwords } from '../passwords.ts';
import { endSessions } from '../sessions.ts';

/** Mails a link to choose a new password. For an address without an account the same is done, up to the mail. */
export async function requestPasswordReset(service: Service, given: { email: string }) {
  const email = addressOf(given.email);
  await service.changeAccounts(async (work) => {
    const { known } = await admissionOf(work.tx, service.config.signUp, email);
    const token = await issueMailToken(work, 'password-reset', email);
    const mail = passwordResetMail(service.publicUrl, email, token);
    work.later(() => service.outbox.send(known ? mail : null));
  });
  return { success: true };
}

const setPassword = command('users.setPassword', (db, p: { email: string; passwordHash: string }) =>
  db.updateTable('users').set({ password_hash: p.passwordHash }).where('email', '=', p.email).returning('id'),
);

/**
 * Sets the password by the token of a mailed link, and ends what was opened by the old one: all sessions and links.
 * Throws `Invalid` for a token that does not work.
 */
export async function confirmPasswordReset(service: Service, given: { token: string; newPassword: string }) {
  await checkMailToken(service, 'password-reset', given.token);
  const passwordHash = await passwords.hash(given.newPassword);
  await service.changeAccounts(async (work) => {
    const email = await useMailToken(work, 'password-reset', given.token);
    const found = await replacePassword(work, email, passwordHash);
    if (!found) throw new Invalid('body/token is of no account');
  });
  return { success: true };
}

/** Sets a password, as the operator does it, with the same end of links and sessions. Throws `NotFound`. */
export async function setPasswordOf(
  { changeAccounts }: Pick<Service, 'changeAccounts'>,
  given: { email: string; password: string },
): Promise<void> {
  const passwordHash = await passwords.hash(given.password);
  const email = addressOf(given.email);
  await changeAccounts(async (work) => {
    const found = await replacePassword(work, email, passwordHash);
    if (!found) throw new NotFound(`${email} has no account`);
  });
}

/** Whether there is such an account; then its links and sessions are ended, too. */
async function replacePassword({ tx }: AccountWork, email: string, passwordHash: string): Promise<boolean> {
  await revokeMailTokens(tx, email);
  const [user] = await tx.run(setPassword, { email, passwordHash });
  if (user) await endSessions(tx, user.id);
  return user !== undefined;
}
